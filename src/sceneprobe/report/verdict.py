"""RQ → the sentences that every report ends with: the verdict, and what to make of it."""

from collections.abc import Iterator
from types import MappingProxyType

from sceneprobe.measures.rq import QueryRow, Reason, Verdict
from sceneprobe.report.display import printable
from sceneprobe.report.held_out import held_out_notes
from sceneprobe.report.model import CheckReport
from sceneprobe.report.wording import counted

_ENOUGH = 5  # below that, a bootstrap knows too few values to draw from
FULL_TEXT = "Full text was searched, and not only the canonical text that DS18 names."
_REASONS = MappingProxyType(
    {
        Reason.NO_SCENES: "the story has no scenes",
        Reason.MISSING_QUERIES: "there are no queries",
        Reason.NO_LABELED_QUERIES: "no query is labelled with the scenes it should find",
    }
)


def verdict_line(report: CheckReport) -> str:
    """Give the verdict in one line: ``RQ 0.71 PASS (MRR > 0.6, 24 labelled queries, …)``."""
    evaluation, quality = report.evaluation, report.evaluation.quality
    value = quality.value
    if quality.reason is not None or value is None:
        required = ", and labels are required" if quality.labels_required else ""
        return f"RQ {Verdict.SKIPPED} ({_REASONS[quality.reason or Reason.NO_SCENES]}{required})"
    bar = f"MRR > {quality.threshold:g}"
    parts = [
        bar if quality.verdict is Verdict.PASS else f"needs {bar}",
        counted(len(quality.labeled), "labelled query", "labelled queries"),
    ]
    if evaluation.interval is not None:
        low, high = evaluation.interval.low, evaluation.interval.high
        parts.append(f"95 % interval {low:.2f}–{high:.2f}")
    if not evaluation.profile.normative:
        parts.append("not normative")
    shown = _distinct(value, quality.threshold)
    return f"RQ {shown} {quality.verdict} ({', '.join(parts)})"


def notes(report: CheckReport) -> Iterator[str]:
    """Say what the verdict does not: too few queries, missing evidence, ties that decide."""
    quality = report.evaluation.quality
    if report.guessed:
        yield "The story has language errors; what could be read of it was checked."
    yield from held_out_notes(report)
    if quality.value is None:
        return
    count = counted(len(quality.labeled), "labelled query is", "labelled queries are")
    interval = report.evaluation.interval
    if interval is None or len(quality.labeled) < _ENOUGH:
        yield f"{count} too few to tell the value from the threshold; label some more."
    elif interval.low <= quality.threshold < interval.high:
        yield (
            f"{count} too few to tell the value from the threshold, {quality.threshold:g}: it lies"
            f" within the interval {interval.low:.2f}–{interval.high:.2f}."
        )
    if quality.value_by_evidence != quality.value:
        yield (
            "Counting queries 0 of which no word occurs in the story,"
            f" the value is {quality.value_by_evidence:.2f}."
        )
    bounds = quality.bounds
    if bounds is not None and f"{bounds.worst:.2f}" != f"{bounds.best:.2f}":
        yield (
            "Equal scores keep story order; any other order would give a value between"
            f" {bounds.worst:.2f} and {bounds.best:.2f}."
        )
    if report.evaluation.profile.full_text:
        yield FULL_TEXT
    elif not report.evaluation.profile.normative:
        name = report.evaluation.profile.name
        yield f"The profile {name} with these settings is not that of DS18."


def row_notes(row: QueryRow) -> Iterator[str]:
    """Say what is odd about one query."""
    if not row.has_evidence:
        first = row.first_relevant
        all_equal = first is not None and first.level == row.ranking.places.length
        decider = "story order" if all_equal else "chance"
        yield f"no word of it is in the story: its place comes from {decider}, not from evidence"
    if row.rank_bounds.tied:
        worst, best = row.rank_bounds.worst, row.rank_bounds.best
        yield f"equal scores decide its place: RR could be {worst:.2f} to {best:.2f}"
    if row.recall_bounds.tied:
        worst, best = row.recall_bounds.worst, row.recall_bounds.best
        bounds = f"{worst:.2f} to {best:.2f}"
        yield f"equal scores decide what is in the top {row.k}: Recall could be {bounds}"


def where_found(row: QueryRow) -> str:
    """Say at which place the first right scene is."""
    right = ", ".join(printable(scene) for scene in row.relevant)
    noun = "right scene" if len(row.relevant) == 1 else "right scenes"
    if row.first_relevant is None:
        return f"not found ({noun}: {right})"
    first = row.first_relevant
    place = f"{printable(first.id)} is right and comes at place {first.rank}"
    return place if len(row.relevant) == 1 else f"{place} ({noun}: {right})"


def worst_first(report: CheckReport) -> list[QueryRow]:
    """Order the labelled rows by RR, then recall, worst first; equal ones as in the file."""
    return sorted(
        report.evaluation.quality.labeled, key=lambda row: (row.reciprocal_rank, row.recall)
    )


def _distinct(value: float, threshold: float) -> str:
    """Write a value with two digits, or as many as it takes not to look like the threshold."""
    for digits in range(2, 7):
        if value == threshold or round(value, digits) != round(threshold, digits):
            break
    return f"{value:.{digits}f}"
