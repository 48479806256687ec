"""Two sheets, and a third that decides → the grade of each pair, and where the two disagreed."""

from collections.abc import Iterator, Sequence

from sceneprobe.curation.model import Decision
from sceneprobe.judging import sheet_findings as rules
from sceneprobe.judging.model import QrelRow
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.text.model import Diagnostic, Rule, Source, Span

_NOWHERE = Span(Source("<sheet>", ()), 1, 1)


def sheet_findings(sheet: Sheet, other: Sheet, *, whole: bool = True) -> Iterator[Diagnostic]:
    """Report rows that the other sheet has not, or not so, and rows that are not graded.

    Of each kind the first is told.

    An adjudication is not ``whole``: it needs rows for some pairs only, but is never unsure.
    """
    partners = other.by_pair()
    alone = [row for row in sheet.rows if row.pair not in partners]
    hint = "both must hold the rows that they were given"
    yield from _first(alone, rules.NO_PARTNER, f"has no row in {other.name}", hint)
    bare = [row for row in sheet.rows if row.is_open or (row.unsure and not whole)]
    hint = "write a grade, or ? where you are unsure" if whole else "write a grade"
    yield from _first(bare, rules.NO_GRADE, "has no grade", hint)
    texts = {row.query_id: _compared(row) for row in reversed(other.rows) if _compared(row)}
    changed = [
        row
        for row in sheet.rows
        if _compared(row) and _compared(row) != texts.get(row.query_id, _compared(row))
    ]
    hint = "both must judge the same query; write its text as it was"
    yield from _first(changed, rules.OTHER_TEXT, f"has another query text in {other.name}", hint)


def undisputed(adjudicated: Sheet, found: Sequence[Decision]) -> Iterator[Diagnostic]:
    """Report what an adjudication says of pairs on which both agree: that has no say."""
    agreed = {decision.row.pair for decision in found if not decision.disputed}
    rows = [row for row in adjudicated.rows if row.pair in agreed]
    hint = "to have another grade, change it in both sheets"
    yield from _first(rows, rules.NOT_DISPUTED, "has one grade in both, which stays", hint)


def decisions(first: Sheet, second: Sheet, adjudicated: Sheet | None) -> tuple[Decision, ...]:
    """Decide each pair, in the order of the first sheet; both sheets must hold all pairs."""
    others = second.by_pair()
    decided = adjudicated.by_pair() if adjudicated else {}
    return tuple(
        _decision(row, others[row.pair].grade, decided.get(row.pair)) for row in first.rows
    )


def labels_of(found: tuple[Decision, ...]) -> tuple[QrelRow, ...]:
    """Give the grades that count as judgments."""
    return tuple(
        QrelRow(decision.row.query_id, decision.row.doc_id, decision.grade)
        for decision in found
        if decision.grade is not None
    )


def _first(rows: Sequence[SheetRow], rule: Rule, problem: str, hint: str) -> Iterator[Diagnostic]:
    """Make one finding of all rows with one problem: an unfinished sheet has hundreds."""
    for row in rows[:1]:
        more = f" ({len(rows)} rows in all)" if len(rows) > 1 else ""
        message = f'"{row.doc_id}" for the query "{row.query_id}" {problem}{more}'
        yield rule.at(row.span or _NOWHERE, message, hint)


def _compared(row: SheetRow) -> str:
    """Give a query's text without what a spreadsheet may change: blanks, a leading apostrophe."""
    return " ".join(row.query_text.split()).removeprefix("'")


def _decision(row: SheetRow, second: int | None, decided: SheetRow | None) -> Decision:
    first = row.grade
    if first is not None and first == second:
        return Decision(row, first, second, first)
    if decided is not None:
        return Decision(row, first, second, decided.grade, adjudicated=True)
    if first is None or second is None:
        return Decision(row, first, second, None)
    return Decision(row, first, second, min(first, second))
