"""Rankings and a query set → each query's values, and how many queries they stand for."""

from collections.abc import Callable, Mapping, Sequence

from sceneprobe.experiments.model import Judged, QueryResult
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import Counts, OnMissing
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.ranking.model import Ranking

SHOWN = 10
"""So many of the first hits are kept for each query."""


def judge(
    rankings: Mapping[str, Ranking],
    query_set: QuerySet,
    measures: Sequence[Measure],
    evidence: Callable[[Query, Ranking], bool],
) -> Judged:
    """Measure rankings; labelled queries that have none are missing, and in no mean."""
    labels = query_set.qrels.by_topic()
    judgments: dict[str, Grades] = {q.id: labels.get(q.id, {}) for q in query_set.queries}
    if not any(judgments[query] for query in rankings):
        labelled = sum(map(bool, judgments.values()))
        counts = Counts(
            evaluated=0,
            unlabeled=len(judgments) - labelled,
            missing_in_run=labelled,
            missing_in_qrels=0,
            no_relevant=0,
            tied=0,
            unjudged=0,
        )
        return Judged({}, {}, counts)
    places = {query: ranking.places for query, ranking in rankings.items()}
    evaluation = apply_measures(places, judgments, measures, OnMissing.SKIP)
    queries = {}
    for query in query_set.queries:
        ranking = rankings.get(query.id)
        if ranking is not None and judgments[query.id]:
            first = RR().first(ranking.places, judgments[query.id])
            queries[query.id] = QueryResult(
                values={found.measure.name: found.values[query.id] for found in evaluation.results},
                first_relevant=None if first is None else first.rank,
                hits=ranking.ids[:SHOWN],
                has_evidence=evidence(query, ranking),
            )
    bounds = {found.measure.name: found.bounds for found in evaluation.results}
    return Judged(queries, bounds, evaluation.counts)


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
