"""The lines of a TREC or tab-separated qrels file → topic, document and grade, as texts."""

import codecs
from collections.abc import Iterator

from sceneprobe.formats.ends import BLANKS, count_fields, from_both_ends
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.text_blocks import LONGEST_LINE, blocks_of, lines_in, too_long
from sceneprobe.judging import qrel_findings as rules
from sceneprobe.report.wording import counted

Judged = tuple[int, str, str, str, str]
"""The number of a line, topic, document and grade in it, and the line itself."""

_HEADINGS = frozenset({"score", "grade", "rel", "relevance", "label"})
_TREC = "a line is topic, 0, document and grade, divided by blanks"
_TABS = "a line is topic, document and grade, divided by tabs"
_OPENING = 64 * 1024


def judged_lines(
    name: str, content: bytes, findings: LineFindings, *, headings: bool
) -> Iterator[Judged]:
    """Read ``topic 0 document grade``, or three or four columns divided by tabs.

    The first line says which. Blank lines are passed over, and so is a heading of columns where
    ``headings`` are allowed.
    """
    columns = None
    for block in blocks_of(name, content, rules.NOT_TEXT):
        lines = lines_in(block.text)
        if columns is None:
            opening = next((line for line in lines if line.strip()), None)
            columns = None if opening is None else _columns(opening)
            if opening is not None and columns and _is_heading(opening):
                place = lines.index(opening)
                lines[place] = ""
                if not headings:
                    _refuse_heading(findings, (block.number + place, opening))
        if columns is None:
            continue
        if columns:
            yield from _cells(enumerate(lines, start=block.number), columns, findings)
        else:
            # A tab divides, too, which splitting at blanks would not see.
            plain = "\t" not in block.text
            yield from _fields(enumerate(lines, start=block.number), findings, plain=plain)


def _columns(line: str) -> int:
    """Count the columns of a tab-separated line; 0 for one that is divided by blanks."""
    count = line.count("\t") + 1
    if count > 4:
        return 3  # too many for either form: every such line is wrong
    return count if count > 2 else 0


def _is_heading(line: str) -> bool:
    return line.rpartition("\t")[2].strip().lower() in _HEADINGS


def _fields(
    lines: Iterator[tuple[int, str]], findings: LineFindings, *, plain: bool
) -> Iterator[Judged]:
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            _refuse_long(findings, number, line)
            continue
        parts = line.split(" ")
        if plain and len(parts) == 4 and "" not in parts:
            yield number, parts[0], parts[2], parts[3], line
        elif line.strip(BLANKS):
            found = from_both_ends(line, 2, 1)
            if found is None:
                expected = _TABS if "\t" in line else _TREC
                _refuse(findings, (number, line), expected, count_fields(line))
            else:
                yield number, found[0], found[2], found[3], line


def _cells(
    lines: Iterator[tuple[int, str]], columns: int, findings: LineFindings
) -> Iterator[Judged]:
    document = columns - 2
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            _refuse_long(findings, number, line)
            continue
        cells = line.split("\t")
        if len(cells) == columns and cells[0] and cells[document]:
            yield number, cells[0], cells[document], cells[-1], line
        elif line.strip():
            # An empty id is as good as none.
            filled = sum(map(bool, cells))
            names = "topic, 0, document and grade" if columns == 4 else "topic, document and grade"
            as_first = ", as the first one is" if number > 1 else ""
            expected = f"a line is {names}, divided by tabs{as_first}"
            _refuse(findings, (number, line), expected, filled)


def _refuse(findings: LineFindings, place: tuple[int, str], expected: str, count: int) -> None:
    message = f"{expected}; this one has {counted(count, 'field')}"
    findings.add(rules.WRONG_FIELDS, place, message, at=(1, len(place[1])))


def _refuse_heading(findings: LineFindings, place: tuple[int, str]) -> None:
    message = "this line looks like a heading of columns, not like a judgment"
    at = (1, len(place[1]))
    findings.add(rules.WRONG_FIELDS, place, message, hint="remove it", at=at)


def _refuse_long(findings: LineFindings, number: int, line: str) -> None:
    findings.add(rules.WRONG_FIELDS, (number, line), too_long(line))


def is_json_lines(content: bytes) -> bool:
    """Tell by its first line whether a file is JSON lines: a line of judgments ends in a grade."""
    start = content[:_OPENING].removeprefix(codecs.BOM_UTF8).lstrip()
    line, newline, _ = start.partition(b"\n")
    is_whole = newline or len(content) <= _OPENING
    return start.startswith(b"{") and not (is_whole and line.rstrip()[-1:].isdigit())
