"""Any function that retrieves, and a test set → Measured."""

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite

from sceneprobe.curation.validate import validate
from sceneprobe.errors import OptionError
from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.formats.measured import system_of, system_values
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.names import measures_of
from sceneprobe.ranking.model import Ranking, TieRule
from sceneprobe.ranking.rank import rank
from sceneprobe.text.model import RefusedError, errors_in, in_order
from sceneprobe.version import __version__
from sceneprobe.workflows.cache import Cache, cache_folder
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.judge import judge, searched_one_by_one
from sceneprobe.workflows.measure import MEASURES
from sceneprobe.workflows.provenance import (
    qrels_digest,
    queries_digest,
    rows_digest,
    settings_digest,
)

Result = str | tuple[str, float]
RetrievalFunction = Callable[[str, int], Iterable[Result]]
"""Takes a query and how many results are wanted; gives ids, or ids with scores, best first."""

PATH = "SCENEPROBE_TESTSETS"
_DEPTH = 100
_ENDINGS = ("", ".yaml", ".yml", ".json", ".jsonl")


def load_test_set(name: str | os.PathLike[str], beside: str | os.PathLike[str] = ".") -> QuerySet:
    """Read a test set by path or by name.

    A bare name is looked for as a path, then in ``testsets/`` beside the story or in the folder
    given, then along ``SCENEPROBE_TESTSETS``.
    """
    given = os.fspath(name)
    folder = os.fspath(beside)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder) or "."
    listed = [part for part in os.environ.get(PATH, "").split(os.pathsep) if part]
    bases = (
        [given]
        if os.path.dirname(given)
        else [
            *(
                os.path.join(place, given)
                for place in (".", os.path.join(folder, "testsets"), *listed)
            ),
        ]
    )
    tried = [f"{base}{ending}" for base in bases for ending in _ENDINGS]
    found = next((path for path in tried if os.path.isfile(path)), None)
    if found is None:
        places = ", ".join(dict.fromkeys(os.path.dirname(path) or "." for path in tried))
        raise OptionError(f'no test set is called "{given}"; looked in {places}')
    query_set = read_query_set(found)
    findings = in_order((*query_set.diagnostics, *validate(query_set, ())))
    if errors_in(findings):
        raise RefusedError(findings, f"{found} cannot be used as it is")
    return query_set


def evaluate(  # noqa: PLR0913 - each is a part of the question
    retrieval_fn: RetrievalFunction,
    test_set: QuerySet,
    *,
    measures: Sequence[str] = MEASURES,
    ids: Collection[str] | None = None,
    config: Mapping[str, object] | None = None,
    cache_dir: str | None = None,
) -> Measured:
    """Measure a function on a test set; a query for which it fails is told and left out.

    With ``ids``, results that are none of them are failures. Results are remembered only where
    ``config`` says what they depend on.
    """
    asked = measures_of(measures)
    wanted = max((one.cutoff or _DEPTH for one in asked), default=_DEPTH)
    depth = max(wanted, _DEPTH)
    labels = test_set.qrels.by_topic()

    def search(query: Query) -> Ranking:
        found = list(retrieval_fn(query.text, depth))
        return _ranked(found, depth, ids, labels.get(query.id, {}))

    settings = {"program": __version__, "measures": [one.name for one in asked]}
    digests = {"queries": queries_digest(test_set), "qrels": qrels_digest(test_set)}
    known_ids = None if ids is None else rows_digest([sorted(ids)])
    key = {**settings, **digests, "function": dict(config or {}), "ids": known_ids}
    cache = None if config is None else Cache(cache_folder(cache_dir))
    digest = None if config is None else _config_digest(config)
    stored = None if cache is None else cache.load(key)
    system = None if stored is None else system_of("function", stored, digest)
    if system is None:
        rankings, failures = searched_one_by_one(test_set.queries, search)
        judged = judge(rankings, test_set, asked, lambda _, ranking: bool(ranking.ids))
        system = SystemResult(
            profile="function",
            settings=dict(config or {}),
            digest=digest,
            normative=False,
            queries=judged.queries,
            bounds=judged.bounds,
            counts=judged.counts,
            failures=failures,
        )
        if cache is not None and not failures:
            problem = cache.store(key, system_values(system))
            if problem:
                warnings.warn(problem, stacklevel=2)
    return Measured(
        corpus="",
        query_set=test_set.name,
        version=test_set.version,
        settings=settings,
        digests={"corpus": known_ids, **digests},
        measures=tuple(one.name for one in asked),
        types={query.id: query.type for query in test_set.queries},
        texts={query.id: query.text for query in test_set.queries},
        systems=(system,),
    )


def _config_digest(config: Mapping[str, object]) -> str:
    try:
        return settings_digest(config)
    except (TypeError, ValueError) as error:
        raise OptionError(f"config must hold what JSON can hold: {error}") from None


def _ranked(
    results: Sequence[Result], depth: int, known: Collection[str] | None, wanted: Collection[str]
) -> Ranking:
    """Rank results by their scores, or as they come where they have none."""
    if len(results) > depth:
        raise OptionError(f"it gave {len(results)} results, where {depth} were asked for")
    plain = [result for result in results if isinstance(result, str)]
    if len(plain) not in {0, len(results)}:
        raise OptionError("it gave some results with scores and some without")
    if plain or not results:
        found, scores = plain, [-float(place) for place in range(len(plain))]
    else:
        found = [str(result[0]) for result in results]
        scores = [float(result[1]) for result in results]
        if not all(map(isfinite, scores)):
            raise OptionError("a score must be a finite number")
    unknown = [] if known is None else [id_ for id_ in found if id_ not in known]
    if unknown:
        raise OptionError(f'it gave "{unknown[0]}", which is not in the corpus')
    return rank(found, scores, TieRule.LEX_ID, wanted=wanted)
