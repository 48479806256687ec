"""Contest → Comparison: both sides search, or their runs are read; then they are measured."""

from collections.abc import Mapping
from dataclasses import replace

from sceneprobe.experiments.comparison import compare_measures
from sceneprobe.experiments.comparison_model import MEASURES, Comparison, Found, System
from sceneprobe.formats.runs.model import RunReading
from sceneprobe.formats.runs.reading import run_places, run_source
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.ndcg import NDCG
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.ties import Bounds
from sceneprobe.ranking.model import Places
from sceneprobe.workflows.contest_model import Contest, Side
from sceneprobe.workflows.searcher import searcher_of


def compare(contest: Contest) -> Comparison:
    """Measure both sides on the same queries, and test their differences."""
    a, b = (_system(side, contest) for side in (contest.a, contest.b))
    asked = {query.id for query in contest.queries}
    return Comparison(
        k=contest.options.k,
        corpus_digest=contest.corpus_digest,
        queries_digest=contest.queries_digest,
        qrels_digest=contest.qrels_digest,
        on_missing=contest.options.on_missing,
        texts={query.id: query.text for query in contest.queries},
        a=a,
        b=b,
        measures=compare_measures(a.found, b.found),
        unasked=sum(topic not in asked for topic in contest.judgments),
    )


def _system(side: Side, contest: Contest) -> System:
    """Measure one side; where missing queries count as 0, so do those without any judgment."""
    k, on_missing = contest.options.k, contest.options.on_missing
    zero = on_missing is OnMissing.ZERO
    judgments: Mapping[str, Grades] = {
        query.id: contest.judgments.get(query.id, {})
        for query in contest.queries
        if zero or contest.judgments.get(query.id)
    }
    unjudged = sum(query.id not in contest.judgments for query in contest.queries) if zero else 0
    places = _places(side, contest)
    measures: tuple[Measure, ...] = (Recall(cutoff=k), RR(cutoff=k), NDCG(cutoff=k))
    evaluation = apply_measures(places, judgments, measures, on_missing)
    named = dict(zip(MEASURES, evaluation.results, strict=True))
    found = {
        query: Found(
            values={name: result.values.get(query, 0.0) for name, result in named.items()},
            hits=tuple(id_ for id_, rank in right.items() if rank <= k),
            places=right,
        )
        for query, grades in judgments.items()
        if zero or query in places
        for right in (_right(places.get(query), grades),)
    }
    # Queries that count as 0 lower the bounds as they lower the mean.
    counts = evaluation.counts
    share = counts.evaluated / len(found)
    return System(
        config_path=side.name,
        config_digest=side.digest,
        ties=side.ties.value,
        found=found,
        counts=replace(
            counts,
            evaluated=len(found),
            unlabeled=counts.unlabeled - unjudged,
            missing_in_qrels=counts.missing_in_qrels + unjudged,
        ),
        bounds={
            name: Bounds(result.bounds.worst * share, result.bounds.best * share)
            for name, result in named.items()
        },
    )


def _places(side: Side, contest: Contest) -> Mapping[str, Places]:
    if side.settings is None:
        found = run_places(run_source(side.name), contest.judgments, RunReading())
        return {topic.topic_id: topic.places for topic in found}
    return {
        query: ranking.places
        for collection, queries in side.parts
        for query, ranking in searcher_of(side.settings, collection)
        .rankings(queries, contest.judgments, contest.options.k)
        .items()
    }


def _right(places: Places | None, grades: Grades) -> Mapping[str, int]:
    """Give the ranks of the relevant ids, the best first."""
    found = () if places is None else places.found
    return {at.id: at.rank for at in found if grades.get(at.id, 0) > 0}
