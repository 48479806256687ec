"""CheckReport → JUnit, GitHub annotations and CSV: one entry a query."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from sceneprobe.measures.rq import QueryRow, Verdict
from sceneprobe.report.findings import findings_as_github, github_command
from sceneprobe.report.held_out import held_out_notes
from sceneprobe.report.junit import JUnitCase, Suite, junit
from sceneprobe.report.model import CheckReport, StoryOutcome
from sceneprobe.report.verdict import verdict_line, where_found

_COLUMNS = (
    *("story", "id", "type", "query", "k", "status", "first_relevant_rank", "reciprocal_rank"),
    *("recall_at_k", "relevant", "top_results"),
)


def check_as_junit(report: CheckReport) -> str:
    """Give one test case a query, and one for RQ."""
    return junit([junit_suite(report)])


def junit_suite(report: CheckReport) -> Suite:
    """Give one test case a query, which fails where no right scene is in the top k; then RQ.

    Queries that were held out have one case more: it never fails, and says what came of them.
    """
    quality = report.evaluation.quality
    cases = [
        JUnitCase(
            group=row.query.type or "query",
            name=f"{row.query.id}: {row.query.text}",
            failure=where_found(row) if _is_missed(row) else None,
            skipped=row.skipped.value if row.skipped else None,
        )
        for row in quality.rows
    ]
    line = verdict_line(report)
    skipped = quality.verdict is Verdict.SKIPPED and not quality.failed
    verdict = JUnitCase("RQ", "RQ", line if quality.failed else None, line if skipped else None)
    notes = " ".join(held_out_notes(report))
    held_out = [JUnitCase("RQ", "held out", note=notes)] if notes else []
    return f"sceneprobe check {report.story.source.name}", [*cases, verdict, *held_out]


def check_as_github(report: CheckReport) -> str:
    """Annotate each query without a right scene in the top k, and each right scene it missed."""
    return "".join(_commands(report))


def check_as_csv(report: CheckReport) -> str:
    """Give one row a query; ids in a field are divided by commas."""
    return outcomes_as_csv([StoryOutcome(report.story.source.name, report)])


def outcomes_as_csv(outcomes: Iterable[StoryOutcome]) -> str:
    """Give the rows of one story after the other; one that cannot be used has a row of its own."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for outcome in outcomes:
        if outcome.report is None:
            writer.writerow((outcome.story, *("",) * 4, "unusable", *("",) * 5))
        else:
            rows = outcome.report.evaluation.quality.rows
            writer.writerows((outcome.story, *_cells(row)) for row in rows)
    return out.getvalue()


def _cells(row: QueryRow) -> tuple[str | int | float, ...]:
    counted = row.skipped is None
    return (
        row.query.id,
        row.query.type or "",
        row.query.text,
        row.k,
        "evaluated" if counted else "skipped",
        row.first_relevant_rank or "",
        row.reciprocal_rank if counted else "",
        row.recall if counted else "",
        ",".join(row.relevant),
        ",".join(hit.id for hit in row.ranking.top(row.k)),
    )


def _commands(report: CheckReport) -> Iterator[str]:
    yield findings_as_github((*report.story.diagnostics, *report.findings))
    lines = {scene.id: scene.span.line for scene in report.story.scenes}
    for row in filter(_is_missed, report.evaluation.quality.rows):
        asked = f'"{row.query.text}"'
        if row.query.span is not None:
            file, line = row.query.span.source.name, row.query.span.line
            text = f"{asked} ({row.query.id}): {where_found(row)}"
            yield github_command("warning", text, file=file, line=line, title="RQ")
        for scene in row.relevant:
            if scene in lines:
                file, text = report.story.source.name, f"{asked} should find this scene"
                yield github_command("notice", text, file=file, line=lines[scene], title="RQ")
    kind, file = "error" if report.evaluation.quality.failed else "notice", report.story.source.name
    yield github_command(kind, verdict_line(report), file=file, title="RQ")
    notes = " ".join(held_out_notes(report))
    if notes:
        kind = "warning" if report.held_out and report.held_out.overfitted else "notice"
        yield github_command(kind, notes, file=file, title="held out")


def _is_missed(row: QueryRow) -> bool:
    return row.skipped is None and row.recall == 0
