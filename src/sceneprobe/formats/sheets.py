"""Annotators' sheets ↔ CSV that any spreadsheet opens."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from sceneprobe.formats.fields import Findings, has_wrong_byte
from sceneprobe.formats.set_fields import MOST_GRADE
from sceneprobe.judging import sheet_findings as rules
from sceneprobe.judging.model import HIGHEST_GRADE
from sceneprobe.judging.sheet_model import PairId, Sheet, SheetRow
from sceneprobe.text.model import Rule, Source, Span, in_order
from sceneprobe.text.numbers import whole_number

UNSURE = "?"
_NEEDED = ("query_id", "doc_id", "grade")
_GRADE = re.compile(r"grade(?:\s*\(0\s*[-–]\s*([0-9]+)\))?")
_WHOLE = re.compile(r"\.0+\Z")
_FORMULA = ("=", "+", "-", "@")


def sheet_as_csv(sheet: Sheet) -> str:
    """Write a sheet; its last two columns are the annotator's.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    names = ("query_id", "query_type", "query_text", "doc_id", "text")
    lines = [_line((*names, f"grade (0-{sheet.scale})", "note"))]
    for row in sheet.rows:
        grade = UNSURE if row.unsure else "" if row.grade is None else row.grade
        shown = (row.query_id, row.query_type or "", _harmless(row.query_text), row.doc_id)
        lines.append(_line((*shown, _harmless(row.text), grade, _harmless(row.note))))
    return "".join(lines)


def read_sheet(source: Source) -> Sheet:
    """Read a sheet, divided by commas, semicolons or tabs; all that is wrong is in its findings."""
    findings = Findings()
    if has_wrong_byte(source, rules.NOT_READABLE, "save the sheet as CSV in UTF-8", findings):
        return Sheet((), name=source.name, diagnostics=tuple(findings.found))
    reader = _Reader(source, findings)
    rows = tuple(reader.rows())
    return Sheet(rows, reader.scale, source.name, in_order(findings.found))


class _Reader:
    """Turns lines into rows, one after the other."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.scale = HIGHEST_GRADE
        self._source = source
        self._findings = findings
        self._columns: dict[str, int] = {}
        self._seen: dict[PairId, int] = {}

    def rows(self) -> Iterator[SheetRow]:
        records = self._records()
        _, heading = next(records, (1, []))
        self._columns = {self._column(cell): n for n, cell in reversed([*enumerate(heading)])}
        missing = [name for name in _NEEDED if name not in self._columns]
        if missing and not self._findings.found:
            message = f"this heading names no {' and no '.join(missing)}"
            hint = "keep the first line as the sheet had it"
            self._add(rules.WRONG_COLUMNS, 1, message, hint)
        for line, cells in () if missing else records:
            row = self._row(line, cells)
            if row is not None:
                yield row

    def _records(self) -> Iterator[tuple[int, Sequence[str]]]:
        """Give each record with the number of its first line; empty lines are passed over."""
        first = self._source.line(1)
        divider = max(",;\t", key=first.count)
        lines = (f"{line}\n" for line in self._source.lines)
        reader = csv.reader(lines, delimiter=divider, strict=True)
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                self._add(rules.NOT_READABLE, line, f"this is no CSV: {error}")
                return
            if any(cell.strip() for cell in cells):
                yield line, cells

    def _column(self, cell: str) -> str:
        name = cell.strip().lower()
        match = _GRADE.fullmatch(name)
        if match is None:
            return name
        self.scale = whole_number(match[1] or "", 1, MOST_GRADE) or self.scale
        return "grade"

    def _row(self, line: int, cells: Sequence[str]) -> SheetRow | None:
        def cell(name: str) -> str:
            place = self._columns.get(name, len(cells))
            return cells[place].strip() if place < len(cells) else ""

        pair = cell("query_id"), cell("doc_id")
        if not all(pair):
            what = "doc_id" if pair[0] else "query_id"
            self._add(rules.NO_ID, line, f"this row has no {what}")
            return None
        before = self._seen.setdefault(pair, line)
        if before != line:
            message = f'the query "{pair[0]}" has a row for "{pair[1]}" already, at line {before}'
            self._add(rules.TWICE, line, message, "keep one of them")
            return None
        grade = cell("grade")
        return SheetRow(
            *pair,
            query_text=cell("query_text"),
            query_type=cell("query_type") or None,
            text=cell("text"),
            grade=self._grade(line, grade),
            unsure=grade == UNSURE,
            note=cell("note"),
            span=self._span(line),
        )

    def _grade(self, line: int, text: str) -> int | None:
        if text in {"", UNSURE}:
            return None
        grade = whole_number(_WHOLE.sub("", text), 0, self.scale)
        if grade is None:
            message = f'a grade is a whole number from 0 to {self.scale}, not "{text[:40]}"'
            self._add(rules.WRONG_GRADE, line, message, "write ? where you are unsure")
        return grade

    def _add(self, rule: Rule, line: int, message: str, hint: str | None = None) -> None:
        self._findings.add(rule, self._span(line), message, hint)

    def _span(self, line: int) -> Span:
        return Span(self._source, line, 1, max(1, len(self._source.line(line))))


def _line(cells: Sequence[object]) -> str:
    """Write a record; its line ends in a line feed alone."""
    out = StringIO()
    # A carriage return in a cell is quoted only where lines end in one, and not read otherwise.
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue().removesuffix("\r\n") + "\n"


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
