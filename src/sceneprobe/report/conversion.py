"""What a conversion did → the lines that tell it."""

from dataclasses import dataclass

from sceneprobe.report.wording import counted
from sceneprobe.text.model import Diagnostic

_NAMED = 10


@dataclass(frozen=True, slots=True)
class QrelsConversion:
    """How many queries and judgments were written where; ``copy`` has the ids that were added.

    ``unjudged`` are the queries without documents, which no line of qrels can name.
    """

    source: str
    target: str
    queries: int
    judgments: int
    unjudged: tuple[str, ...]
    added_ids: int
    copy: str | None


@dataclass(frozen=True, slots=True)
class RunConversion:
    """How many queries and results were written where, and what was passed over.

    ``rising`` counts the queries whose lowest score came first because all were negative, and
    ``counting`` those whose documents end in 1, 2, 3 …, as if these were ranks; of the findings, no
    more than the first are held.
    """

    source: str
    target: str
    form: str
    queries: int
    results: int
    rising: int
    counting: int
    skipped: int
    findings: tuple[Diagnostic, ...]


def qrels_conversion_as_text(done: QrelsConversion) -> str:
    """Tell what became of a file of judgments."""
    judgments = counted(done.judgments, "judgment")
    queries = counted(done.queries, "query", "queries")
    lines = [f"{done.source}: {queries}, {judgments} → {_named(done.target)}"]
    if done.unjudged:
        named = ", ".join(done.unjudged[:_NAMED]) + (", …" if len(done.unjudged) > _NAMED else "")
        without = counted(len(done.unjudged), "query", "queries")
        lines.append(f"{without} without documents, so without judgments: {named}")
    if done.copy is not None:
        added = counted(done.added_ids, "query", "queries")
        lines.append(f"{added} had no id; the copy that has them all is {done.copy}")
    return "\n".join(lines)


def run_conversion_as_text(done: RunConversion) -> str:
    """Tell what became of a run."""
    queries = counted(done.queries, "query", "queries")
    results = counted(done.results, "result")
    lines = [f"{done.source}: {done.form}, {queries}, {results} → {_named(done.target)}"]
    if done.rising:
        have = "query has" if done.rising == 1 else "queries have"
        lines.append(
            f"{done.rising} {have} negative scores only, and the lowest was ranked first, as QUEST"
            " does; --score-order descending ranks the highest first"
        )
    if done.counting:
        of = counted(done.counting, "query", "queries")
        lines.append(
            f"the documents of {of} end in 1, 2, 3 …, taken as part of their ids; if these are"
            " ranks, write query Q0 document rank score name"
        )
    if done.skipped:
        hidden = done.skipped - len(done.findings)
        told = f"; {hidden:,} of them are not shown" if hidden else ""
        lines.append(f"skipped: {counted(done.skipped, 'line or entry', 'lines or entries')}{told}")
    return "\n".join(lines)


def _named(target: str) -> str:
    return "standard output" if target == "-" else target
