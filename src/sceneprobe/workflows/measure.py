"""A collection, a query set and backends → Measured: search, measure, remember."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from sceneprobe.backends.base import Backend, Index
from sceneprobe.backends.registry import backend_of
from sceneprobe.curation.validate import validate
from sceneprobe.errors import OptionError, SceneprobeError
from sceneprobe.experiments.model import Measured, QueryResult, SystemResult
from sceneprobe.formats.measured import system_of, system_values
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.names import measures_of
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.ranking.model import Ranking
from sceneprobe.search.collection import Collection
from sceneprobe.search.run import run
from sceneprobe.text.model import Diagnostic, in_order
from sceneprobe.version import __version__
from sceneprobe.workflows.cache import Cache
from sceneprobe.workflows.provenance import settings_digest

MEASURES = ("R@5", "R@10", "R@20", "nDCG@10", "RR")
SHOWN = 10
"""So many of the first hits are kept for each query."""


@dataclass(frozen=True, slots=True)
class MeasureOptions:
    """What is measured, and whether a query is looked for in its own story only."""

    measures: Sequence[str] = MEASURES
    within_story: bool = False


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of the cache: which profiles came from it, and what went wrong with it."""

    profiles: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def measure(
    collection: Collection,
    query_set: QuerySet,
    profiles: Sequence[str],
    options: MeasureOptions,
    cache: Cache | None,
) -> tuple[Measured, Remembered]:
    """Measure backends on a query set; results that are known already are not computed again."""
    measures = measures_of(options.measures)
    backends = [(profile, backend_of(profile)) for profile in dict.fromkeys(profiles)]
    shared = _shared_key(collection, query_set, measures, options)
    systems, known, warnings = [], [], []
    for profile, backend in backends:
        settings = {"name": backend.name, **backend.settings}
        key = {**shared, "backend": settings}
        stored = None if cache is None else cache.load(key)
        digest = settings_digest(settings)
        system = None if stored is None else system_of(profile, stored, digest)
        if system is None:
            system = _measured(collection, query_set, profile, backend, measures, options)
            problem = None if cache is None else cache.store(key, system_values(system))
            warnings += [problem] if problem else []
        else:
            known.append(profile)
        systems.append(system)
    measured = Measured(
        corpus=collection.name,
        query_set=query_set.name,
        version=query_set.version,
        corpus_digest=collection.digest,
        queries_digest=queries_digest(query_set),
        qrels_digest=qrels_digest(query_set),
        measures=tuple(one.name for one in measures),
        types={query.id: query.type for query in query_set.queries},
        texts={query.id: query.text for query in query_set.queries},
        systems=tuple(systems),
    )
    return measured, Remembered(tuple(known), tuple(dict.fromkeys(warnings)))


def labelled(query_set: QuerySet, collection: Collection) -> tuple[Diagnostic, ...]:
    """Find what is wrong with a query set for a collection: labels that name nothing there."""
    found = validate(query_set, collection.ids, allow_unknown=False)
    return in_order((*query_set.diagnostics, *found))


def judge(
    rankings: Mapping[str, Ranking],
    query_set: QuerySet,
    measures: Sequence[Measure],
) -> SystemResult:
    """Measure rankings that something made; whoever knows its name and settings adds them."""
    labels = query_set.qrels.by_topic()
    judgments: dict[str, Grades] = {q.id: labels.get(q.id, {}) for q in query_set.queries}
    places = {query: ranking.places for query, ranking in rankings.items()}
    evaluation = apply_measures(places, judgments, measures, OnMissing.SKIP)
    queries = {}
    for query, ranking in rankings.items():
        if not judgments[query]:
            continue
        first = RR().first(ranking.places, judgments[query])
        queries[query] = QueryResult(
            values={found.measure.name: found.values[query] for found in evaluation.results},
            first_relevant=None if first is None else first.rank,
            hits=ranking.ids[:SHOWN],
        )
    bounds = {found.measure.name: found.bounds for found in evaluation.results}
    return SystemResult("", {}, None, queries, bounds, evaluation.counts, {})


def queries_digest(query_set: QuerySet) -> str:
    """Digest what is asked: ids, texts and stories, in order."""
    return _digest((q.id, q.text, q.story or "") for q in query_set.queries)


def qrels_digest(query_set: QuerySet) -> str:
    """Digest what is right; the order of labels does not matter."""
    return _digest(sorted((r.topic_id, r.doc_id, str(r.grade)) for r in query_set.qrels.rows))


def _digest(rows: Iterable[Sequence[str]]) -> str:
    found = sha256()
    for row in rows:
        for cell in row:
            content = cell.encode("utf-8", "surrogatepass")
            found.update(f"{len(content)}:".encode() + content)
    return f"sha256:{found.hexdigest()}"


def _shared_key(
    collection: Collection,
    query_set: QuerySet,
    measures: Sequence[Measure],
    options: MeasureOptions,
) -> Mapping[str, object]:
    return {
        "program": __version__,
        "corpus": collection.digest,
        "ties": collection.ties.value,
        "queries": queries_digest(query_set),
        "qrels": qrels_digest(query_set),
        "measures": [one.name for one in measures],
        "within_story": options.within_story,
    }


def _measured(  # noqa: PLR0913, PLR0917 - each is a part of the question
    collection: Collection,
    query_set: QuerySet,
    profile: str,
    backend: Backend,
    measures: Sequence[Measure],
    options: MeasureOptions,
) -> SystemResult:
    labels = query_set.qrels.by_topic()
    rankings: dict[str, Ranking] = {}
    failures: dict[str, str] = {}
    for part, queries in _parts(collection, query_set.queries, options):
        found, failed = _search(backend.index(part.texts), part, queries, labels)
        rankings |= found
        failures |= failed
    settings = {"name": backend.name, **backend.settings}
    judged = judge(rankings, query_set, measures)
    return SystemResult(
        profile,
        settings,
        settings_digest(settings),
        judged.queries,
        judged.bounds,
        judged.counts,
        failures,
    )


def _parts(
    collection: Collection, queries: Sequence[Query], options: MeasureOptions
) -> Iterable[tuple[Collection, Sequence[Query]]]:
    """Give each story with its queries; or everything at once."""
    if not options.within_story:
        return [(collection, queries)]
    asked: defaultdict[str | None, list[Query]] = defaultdict(list)
    for query in queries:
        asked[query.story].append(query)
    unknown = sorted(str(story) for story in asked if story not in set(collection.stories))
    if unknown:
        raise OptionError(
            f'{collection.name} has nothing of the story "{unknown[0]}", which a query names'
        )
    return ((collection.part(story), found) for story, found in asked.items())


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


def searched_one_by_one(
    queries: Sequence[Query], search: Callable[[Query], Ranking]
) -> tuple[Mapping[str, Ranking], Mapping[str, str]]:
    """Give the ranking of each query, or what it raised."""
    rankings: dict[str, Ranking] = {}
    failures: dict[str, str] = {}
    for query in queries:
        try:
            rankings[query.id] = search(query)
        except Exception as error:  # noqa: BLE001 - one query must not lose the others
            failures[query.id] = f"{type(error).__name__}: {error}"
    return rankings, failures
