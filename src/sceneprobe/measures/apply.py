"""The places of judged ids, judgments and measures → a run measured."""

from collections.abc import Mapping, Sequence

from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import Counts, MeasureResult, OnMissing, RunEvaluation
from sceneprobe.measures.overlap import overlap, refuse_missing
from sceneprobe.measures.summary import mean_of, summarize
from sceneprobe.measures.ties import Bounds, best_order, has_ties, worst_order
from sceneprobe.ranking.model import Places

Row = tuple[float, ...]
"""The values of one query, one a measure."""

_NOTHING = Places(0, ())


def apply_measures(
    run: Mapping[str, Places],
    judgments: Mapping[str, Grades],
    measures: Sequence[Measure],
    on_missing: OnMissing,
) -> RunEvaluation:
    """Measure the queries of a run that have judgments; both are by query id.

    ``run`` has the places of all judged ids that were ranked. Values come in the order of the
    judgments.
    """
    shared = overlap(run, judgments)
    if on_missing is OnMissing.ERROR:
        refuse_missing(shared)
    missing_too = on_missing is OnMissing.ZERO
    topics = [t for t, grades in judgments.items() if grades and (missing_too or t in run)]
    places = [run.get(topic, _NOTHING) for topic in topics]
    rows = [_rows(measures, at, judgments[t]) for t, at in zip(topics, places, strict=True)]
    depth = max((m.cutoff for m in measures if m.cutoff is not None), default=None)
    counts = Counts(
        evaluated=len(topics),
        unlabeled=len(shared.unlabeled),
        missing_in_run=len(shared.missing_in_run),
        missing_in_qrels=len(shared.missing_in_qrels),
        no_relevant=sum(all(g <= 0 for g in judgments[topic].values()) for topic in topics),
        tied=sum(worst != best for _, worst, best in rows),
        unjudged=sum(_unjudged(at, depth) for at in places),
    )
    results = []
    for column, measure in enumerate(measures):
        values, worst, best = ([row[column] for row in kind] for kind in zip(*rows, strict=True))
        by_topic = dict(zip(topics, values, strict=True))
        between = Bounds(mean_of(measure, worst), mean_of(measure, best))
        results.append(MeasureResult(measure, by_topic, summarize(measure, values), between))
    return RunEvaluation(tuple(results), counts)


def _rows(measures: Sequence[Measure], places: Places, grades: Grades) -> tuple[Row, Row, Row]:
    """Give the values of one query, and those of the worst and best order of equal scores."""
    values = _values(measures, places, grades)
    if not has_ties(places):
        return values, values, values
    worst = _values(measures, worst_order(places, grades), grades)
    return values, worst, _values(measures, best_order(places, grades), grades)


def _values(measures: Sequence[Measure], places: Places, grades: Grades) -> Row:
    return tuple([measure.value(places, grades) for measure in measures])


def _unjudged(places: Places, depth: int | None) -> int:
    """Count the results without a judgment among the first ``depth``; None: among all."""
    seen = places.length if depth is None else min(depth, places.length)
    return seen - sum(place.rank <= seen for place in places.found)
