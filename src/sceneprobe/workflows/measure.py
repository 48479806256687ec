"""A collection, a query set and backends → Measured: search, judge, remember."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from sceneprobe.backends.base import Backend, Index
from sceneprobe.backends.registry import backend_of
from sceneprobe.curation.validate import LISTING, labels_elsewhere, validate
from sceneprobe.errors import SceneprobeError
from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.formats.measured import system_of, system_values
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.names import measures_of
from sceneprobe.ranking.model import Ranking
from sceneprobe.search.collection import Collection
from sceneprobe.search.evidence import has_evidence
from sceneprobe.search.lexicon import Lexicon, lexicon_of
from sceneprobe.search.parts import Part, parts_of
from sceneprobe.search.run import run
from sceneprobe.settings.digest import settings_digest
from sceneprobe.text.model import Diagnostic, in_order
from sceneprobe.version import __version__
from sceneprobe.workflows.cache import Cache
from sceneprobe.workflows.collect import TextMode, is_corpus
from sceneprobe.workflows.judge import SHOWN, judge, searched_one_by_one
from sceneprobe.workflows.provenance import (
    qrels_digest,
    queries_digest,
    rows_digest,
)

_AT_ONCE = 500
_IN_CORPUS = "a label is the id of a record of the corpus"
MEASURES = ("R@5", "R@10", "R@20", "nDCG@10", "RR")


@dataclass(frozen=True, slots=True)
class MeasureOptions:
    """What is measured, and whether a query is looked for in its own story only."""

    measures: Sequence[str] = MEASURES
    within_story: bool = False


@dataclass(frozen=True, slots=True)
class Remembered:
    """Which profiles came from the cache, and what was not done as asked."""

    profiles: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def measure(  # noqa: PLR0913 - each is a part of the question
    collection: Collection,
    query_set: QuerySet,
    profiles: Sequence[str],
    options: MeasureOptions,
    cache: Cache | None,
    *,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> tuple[Measured, Remembered]:
    """Measure backends on a query set; results that are known already are not computed again.

    ``on_progress`` is told how many searches are done, and of how many.
    """
    question = _Question(collection, query_set, measures_of(options.measures), options)
    parts = parts_of(collection, query_set.queries, within_story=options.within_story)
    systems: dict[str, SystemResult] = {}
    known, warnings = [], []
    searches = len(query_set.queries)
    # All are made before any is used: a mistake in the last name must not cost the others' time.
    candidates = [_candidate(profile) for profile in profiles]
    for number, one in enumerate(candidates):
        if one.digest in systems:  # the same backend under another name
            first = systems[one.digest].profile
            warnings.append(f"{one.profile} is the same as {first}: it is measured once")
            continue
        key = {**question.settings, **question.digests, "backend": one.settings}
        stored = None if cache is None else cache.load(key)
        system = None if stored is None else system_of(one.profile, stored, one.digest)
        if system is not None:
            known.append(one.profile)
        else:
            before, total = number * searches, len(profiles) * searches
            system = _measured(question, parts, one, partial(_tell, on_progress, before, total))
            if cache is not None and not system.failures:
                problem = cache.store(key, system_values(system))
                warnings += [problem] if problem else []
        systems[one.digest] = system
    measured = _answer(question, tuple(systems.values()))
    return measured, Remembered(tuple(known), tuple(dict.fromkeys(warnings)))


def labelled(
    query_set: QuerySet, collection: Collection, *, within_story: bool, allow_unknown: bool = False
) -> tuple[Diagnostic, ...]:
    """Find what is wrong with a query set for a collection: labels that nothing can find."""
    listing = _IN_CORPUS if is_corpus(collection.name) else LISTING
    wrong = validate(query_set, collection.ids, allow_unknown=allow_unknown, listing=listing)
    found = [*query_set.diagnostics, *wrong]
    if within_story:
        stories = dict(zip(collection.ids, collection.stories, strict=True))
        found += labels_elsewhere(query_set, stories)
    return in_order(found)


@dataclass(frozen=True, slots=True)
class _Question:
    """What all backends are asked: it decides, with their settings, what is remembered."""

    collection: Collection
    query_set: QuerySet
    measures: tuple[Measure, ...]
    options: MeasureOptions
    settings: Mapping[str, object] = field(init=False)
    digests: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        settings = {
            "program": __version__,
            "text": self.collection.mode,
            "ties": self.collection.ties.value,
            "within_story": self.options.within_story,
            "measures": [one.name for one in self.measures],
        }
        rows = zip(self.collection.ids, self.collection.texts, self.collection.stories, strict=True)
        digests = {
            "corpus": rows_digest(rows),
            "queries": queries_digest(self.query_set),
            "qrels": qrels_digest(self.query_set),
        }
        object.__setattr__(self, "settings", settings)
        object.__setattr__(self, "digests", digests)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A backend under the name it was given; its settings and their digest tell it from others."""

    profile: str
    backend: Backend
    settings: Mapping[str, object]
    digest: str


def _candidate(profile: str) -> _Candidate:
    backend = backend_of(profile)
    settings = {"name": backend.name, **backend.settings}
    return _Candidate(profile, backend, settings, settings_digest(settings))


def _answer(question: _Question, systems: tuple[SystemResult, ...]) -> Measured:
    """Put what the systems gave beside what they were asked."""
    query_set, lines = question.query_set, question.collection.lines
    relevant = query_set.relevant()
    right = sorted({id_ for ids in relevant.values() for id_ in ids})
    return Measured(
        corpus=question.collection.name,
        query_set=query_set.name,
        version=query_set.version,
        settings=question.settings,
        digests=question.digests,
        measures=tuple(one.name for one in question.measures),
        types={query.id: query.type for query in query_set.queries},
        texts={query.id: query.text for query in query_set.queries},
        relevant=relevant,
        lines={id_: lines[id_] for id_ in right if id_ in lines},
        systems=systems,
    )


def _measured(
    question: _Question,
    parts: Iterable[Part],
    candidate: _Candidate,
    tell: Callable[[int], None],
) -> SystemResult:
    backend = candidate.backend
    labels = question.query_set.qrels.by_topic()
    rankings: dict[str, Ranking] = {}
    failures: dict[str, str] = {}
    lexicons: dict[str, Lexicon] = {}
    for part, queries in parts:
        index = backend.index(part.texts)
        lexicons |= dict.fromkeys((query.id for query in queries), lexicon_of(part.texts))
        for start in range(0, len(queries), _AT_ONCE):
            found, failed = _search(index, part, queries[start : start + _AT_ONCE], labels)
            rankings |= found
            failures |= failed
            tell(len(rankings) + len(failures))

    def evidence(query: Query, ranking: Ranking) -> bool:
        return has_evidence(query.text, ranking, lexicons[query.id], backend)

    judged = judge(rankings, question.query_set, question.measures, evidence)
    return SystemResult(
        profile=candidate.profile,
        settings=candidate.settings,
        digest=candidate.digest,
        normative=backend.normative and question.collection.mode == TextMode.CANONICAL.value,
        queries=judged.queries,
        bounds=judged.bounds,
        counts=judged.counts,
        failures=failures,
    )


def _tell(on_progress: Callable[[int, int], None], before: int, total: int, done: int) -> None:
    on_progress(before + done, total)


def _search(
    index: Index, part: Collection, queries: Sequence[Query], labels: Mapping[str, Grades]
) -> tuple[Mapping[str, Ranking], Mapping[str, str]]:
    """Search for all queries; where that raises, one by one, so that only the wrong ones fail."""

    def search(asked: Sequence[Query]) -> Mapping[str, Ranking]:
        return run(index, part.ids, asked, part.ties, depth=SHOWN, wanted=labels).rankings

    try:
        return search(queries), {}
    except SceneprobeError:
        raise
    except Exception:  # noqa: BLE001 - whatever a backend raises, the other queries count
        return searched_one_by_one(queries, lambda query: search([query])[query.id])
