"""Annotators' sheets → findings: what does not fit another sheet, a set or a story."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from sceneprobe.curation.model import Decision
from sceneprobe.judging import sheet_findings as rules
from sceneprobe.judging.model import QuerySet
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
    hint = "both must judge the same query; write its text as it was"
    changed = _with_other_text(sheet, _texts_in(other))
    yield from _first(changed, rules.OTHER_TEXT, f"has another query text in {other.name}", hint)


def label_findings(
    sheet: Sheet, scenes: Collection[str], query_set: QuerySet | None
) -> Iterator[Diagnostic]:
    """Report rows for scenes that there are not, and for other queries than those of the set.

    Without a set, all rows of a query must have the text of its first. Of each kind the first is
    told.
    """
    if query_set is None:
        texts, where = _texts_in(sheet), "an earlier row"
        hint = "a sheet judges a query in one wording; give the other an id of its own"
    else:
        texts = {query.id: _compared(query.text) for query in query_set.queries}
        where = "the set"
        hint = "these answers are for other words; give the query a new id, or --sheet another name"
    changed = _with_other_text(sheet, texts)
    yield from _first(changed, rules.OTHER_TEXT, f"has another query text in {where}", hint)
    strange = [row for row in sheet.rows if row.doc_id not in scenes]
    hint = "remove the row, or give the story that the sheet is about"
    yield from _first(strange, rules.NO_SCENE, "is no scene of the story", hint)


def undisputed(adjudicated: Sheet, found: Sequence[Decision]) -> Iterator[Diagnostic]:
    """Report what an adjudication says of pairs on which both agree: that has no say."""
    agreed = {decision.row.pair for decision in found if not decision.disputed}
    rows = [row for row in adjudicated.rows if row.pair in agreed]
    hint = "to have another grade, change it in both sheets"
    yield from _first(rows, rules.NOT_DISPUTED, "has one grade in both, which stays", hint)


def _first(rows: Sequence[SheetRow], rule: Rule, problem: str, hint: str) -> Iterator[Diagnostic]:
    """Make one finding of all rows with one problem: an unfinished sheet has hundreds."""
    for row in rows[:1]:
        more = f" ({len(rows)} rows in all)" if len(rows) > 1 else ""
        message = f'"{row.doc_id}" for the query "{row.query_id}" {problem}{more}'
        yield rule.at(row.span or _NOWHERE, message, hint)


def _texts_in(sheet: Sheet) -> Mapping[str, str]:
    """Give the first text that each query has in a sheet."""
    told = ((row.query_id, _compared(row.query_text)) for row in reversed(sheet.rows))
    return {query_id: text for query_id, text in told if text}


def _with_other_text(sheet: Sheet, texts: Mapping[str, str]) -> list[SheetRow]:
    """Give the rows whose query has another text; a row need not say one."""
    compared = [(row, _compared(row.query_text)) for row in sheet.rows]
    return [row for row, text in compared if text and text != texts.get(row.query_id, text)]


def _compared(text: str) -> str:
    """Give a query's text without what a spreadsheet may change: blanks, a leading apostrophe."""
    return " ".join(text.split()).removeprefix("'")
