"""Any function that retrieves, and a test set → Measured."""

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from sceneprobe.curation.validate import validate
from sceneprobe.errors import OptionError
from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.formats.measured import system_of, system_values
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.base import Measure
from sceneprobe.measures.names import measures_of
from sceneprobe.ranking.model import Ranking
from sceneprobe.settings.digest import settings_digest
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
)
from sceneprobe.workflows.retrieved import ranking_of

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
    folders = (".", os.path.join(folder, "testsets"), *listed)
    is_bare = not os.path.dirname(given)
    bases = [os.path.join(place, given) for place in folders] if is_bare else [given]
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
    _refuse_unusable(retrieval_fn, test_set, ids)
    known = None if ids is None else frozenset(ids)
    asked = measures_of(measures)
    depth = max([_DEPTH, *(one.cutoff or 0 for one in asked)])
    labels = test_set.qrels.by_topic()

    def search(query: Query) -> Ranking:
        found = retrieval_fn(query.text, depth)
        return ranking_of(found, depth, known, labels.get(query.id, {}))

    settings = {"program": __version__, "measures": [one.name for one in asked]}
    digests = {"queries": queries_digest(test_set), "qrels": qrels_digest(test_set)}
    known_ids = None if known is None else rows_digest([sorted(known)])
    key = {**settings, **digests, "function": dict(config or {}), "ids": known_ids}
    cache = None if config is None else Cache(cache_folder(cache_dir))
    digest = None if config is None else _config_digest(config)
    stored = None if cache is None else cache.load(key)
    system = None if stored is None else system_of("function", stored, digest)
    if system is None:
        system = replace(_searched(search, test_set, asked, config or {}), digest=digest)
        if cache is not None and not system.failures:
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
        relevant=test_set.relevant(),
        lines={},
        systems=(system,),
    )


def _searched(
    search: Callable[[Query], Ranking],
    test_set: QuerySet,
    measures: Sequence[Measure],
    config: Mapping[str, object],
) -> SystemResult:
    rankings, failures = searched_one_by_one(test_set.queries, search)
    judged = judge(rankings, test_set, measures, lambda _, ranking: bool(ranking.ids))
    return SystemResult(
        profile="function",
        settings=dict(config),
        digest=None,
        normative=False,
        queries=judged.queries,
        bounds=judged.bounds,
        counts=judged.counts,
        failures=failures,
    )


def _refuse_unusable(retrieval_fn: object, test_set: object, ids: object) -> None:
    """Stop where the caller gave something else than was asked for, before anything is searched."""
    if not callable(retrieval_fn):
        raise OptionError("retrieval_fn must be a function of a query and a number")
    if not isinstance(test_set, QuerySet):
        kind = type(test_set).__name__
        raise OptionError(f"test_set must be a QuerySet, not a {kind}; load_test_set reads one")
    if isinstance(ids, str):
        raise OptionError("ids must be a collection of ids, not one text")
    findings = in_order((*test_set.diagnostics, *validate(test_set, ())))
    if errors_in(findings):
        raise RefusedError(findings, "the test set cannot be used as it is")


def _config_digest(config: Mapping[str, object]) -> str:
    try:
        return settings_digest(config)
    except (TypeError, ValueError) as error:
        raise OptionError(f"config must hold what JSON can hold: {error}") from None
