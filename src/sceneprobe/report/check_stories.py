"""The outcomes of several stories → one report: a table, JSON, Markdown, JUnit, GitHub, CSV."""

from collections import Counter
from collections.abc import Sequence
from types import MappingProxyType

from sceneprobe.measures.rq import Verdict
from sceneprobe.report import check_machine
from sceneprobe.report.check_markdown import check_as_markdown, escaped, table_as_markdown
from sceneprobe.report.display import printable
from sceneprobe.report.ds12 import SCHEMA_VERSION, check_values
from sceneprobe.report.findings import findings_as_github, github_command
from sceneprobe.report.junit import JUnitCase, junit
from sceneprobe.report.model import StoryOutcome
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import as_json, counted

UNUSABLE = "UNUSABLE"


def outcomes_table(outcomes: Sequence[StoryOutcome]) -> Table:
    """Give a row a story, in the order given: how much was asked, what came out."""
    columns = (
        Column("story", yields=True),
        *(Column(name, right=True) for name in ("scenes", "labelled", "RQ", "Recall@k")),
        Column("verdict"),
    )
    return Table(columns, tuple(_row(outcome) for outcome in outcomes))


def summary_line(outcomes: Sequence[StoryOutcome]) -> str:
    """Say in one line how many stories passed, failed, were skipped or could not be used."""
    counts = Counter(map(_status, outcomes))
    parts = [f"{counts[status]} {said}" for status, said in _STATUSES.items() if counts[status]]
    full = any(one.report and one.report.evaluation.profile.full_text for one in outcomes)
    parts += ["not normative: full text was searched"] if full else []
    return f"{counted(len(outcomes), 'story', 'stories')}: {', '.join(parts)}"


def outcomes_as_json(outcomes: Sequence[StoryOutcome]) -> str:
    """Give the DS12 report of each story, or why there is none, and the summary."""
    entries = [
        {
            "story": outcome.story,
            "status": _STATUSES[_status(outcome)],
            "error": outcome.refusal or None,
            "report": None if outcome.report is None else check_values(outcome.report),
        }
        for outcome in outcomes
    ]
    counts = Counter(map(_status, outcomes))
    summary = {said: counts[status] for status, said in _STATUSES.items()}
    return as_json({"schema_version": SCHEMA_VERSION, "stories": entries, "summary": summary})


def outcomes_as_markdown(outcomes: Sequence[StoryOutcome]) -> str:
    """Give the table, then the report of each story."""
    lines = [f"# {summary_line(outcomes)}", "", *table_as_markdown(outcomes_table(outcomes)), ""]
    for outcome in outcomes:
        if outcome.report is None:
            lines += [f"## {escaped(outcome.story)}: {UNUSABLE}", "", escaped(outcome.refusal), ""]
        else:
            lines += [f"## {escaped(outcome.story)}", "", f"#{check_as_markdown(outcome.report)}"]
    return "\n".join(lines).rstrip("\n") + "\n"


def outcomes_as_junit(outcomes: Sequence[StoryOutcome]) -> str:
    """Give a suite a story; one that cannot be used fails."""
    return junit(
        [
            check_machine.junit_suite(outcome.report)
            if outcome.report is not None
            else (
                f"sceneprobe check {outcome.story}",
                [JUnitCase("RQ", "RQ", failure=outcome.refusal)],
            )
            for outcome in outcomes
        ]
    )


def outcomes_as_github(outcomes: Sequence[StoryOutcome]) -> str:
    """Annotate story after story."""
    return "".join(
        check_machine.check_as_github(outcome.report)
        if outcome.report is not None
        else findings_as_github(outcome.findings)
        + github_command("error", outcome.refusal, file=outcome.story, title="RQ")
        for outcome in outcomes
    )


_STATUSES = MappingProxyType(
    {
        Verdict.PASS.value: "passed",
        Verdict.FAIL.value: "failed",
        Verdict.SKIPPED.value: "skipped",
        UNUSABLE: "unusable",
    }
)


def _status(outcome: StoryOutcome) -> str:
    if outcome.report is None:
        return UNUSABLE
    quality = outcome.report.evaluation.quality
    return Verdict.FAIL.value if quality.failed else quality.verdict.value


def _row(outcome: StoryOutcome) -> tuple[str, ...]:
    if outcome.report is None:
        return (printable(outcome.story), "-", "-", "-", "-", UNUSABLE)
    quality = outcome.report.evaluation.quality
    return (
        printable(outcome.story),
        str(quality.scene_count),
        str(len(quality.labeled)),
        "-" if quality.value is None else f"{quality.value:.2f}",
        "-" if quality.recall is None else f"{quality.recall:.2f}",
        _status(outcome),
    )
