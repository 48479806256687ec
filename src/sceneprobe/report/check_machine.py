"""CheckReport → JUnit, GitHub annotations and CSV: one entry a query."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from sceneprobe.measures.rq import QueryRow, Verdict
from sceneprobe.report.findings import findings_as_github, github_command
from sceneprobe.report.junit import JUnitCase, Suite, junit
from sceneprobe.report.model import CheckReport
from sceneprobe.report.verdict import verdict_line, where_found

_COLUMNS = (
    *("story", "id", "type", "query", "k", "status", "first_relevant_rank", "reciprocal_rank"),
    *("recall_at_k", "relevant", "top_results"),
)


def check_as_junit(report: CheckReport) -> str:
    """Give one test case a query, and one for RQ."""
    return junit([junit_suite(report)])


def junit_suite(report: CheckReport) -> Suite:
    """Give one test case a query, which fails where no right scene is in the top k; then RQ."""
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
    failed, skipped = quality.verdict is Verdict.FAIL, quality.verdict is Verdict.SKIPPED
    verdict = JUnitCase("RQ", "RQ", line if failed else None, line if skipped else None)
    return f"sceneprobe check {report.story.source.name}", [*cases, verdict]


def check_as_github(report: CheckReport) -> str:
    """Annotate each query without a right scene in the top k, and each right scene it missed."""
    return "".join(_commands(report))


def check_as_csv(report: CheckReport) -> str:
    """Give one row a query; ids in a field are divided by commas."""
    return reports_as_csv([report])


def reports_as_csv(reports: Iterable[CheckReport]) -> str:
    """Give the rows of one story after the other, under one heading."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for report in reports:
        name = report.story.source.name
        writer.writerows((name, *_cells(row)) for row in report.evaluation.quality.rows)
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
    failed = report.evaluation.quality.verdict is Verdict.FAIL
    yield github_command("error" if failed else "notice", verdict_line(report), title="RQ")


def _is_missed(row: QueryRow) -> bool:
    return row.skipped is None and row.recall == 0
