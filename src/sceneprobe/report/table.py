"""Rows → an aligned table in plain text; a terminal gets it narrowed to its width."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sceneprobe.report.display import clip, display_width, pad

_GAP = "  "
_NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; numbers stand at the right; a ``width`` cuts what is longer.

    On a terminal that is too narrow, a column that ``yields`` is cut further, the others are not.
    """

    heading: str
    right: bool = False
    width: int | None = None
    yields: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and rows with one printable text for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def table_as_text(table: Table) -> str:
    """Align the columns, two blanks apart, under their headings."""
    return "".join(f"{line}\n" for line in _lines(table))


def fitted(table: Table, width: int) -> Table:
    """Narrow the columns that yield, the last one first, until the table fits where it can."""
    columns = list(table.columns)
    widths = _widths(_clipped(table))
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - width
    for place in reversed(range(len(columns))):
        if excess > 0 and columns[place].yields:
            narrowed = max(min(widths[place], _NARROWEST), widths[place] - excess)
            excess -= widths[place] - narrowed
            columns[place] = replace(columns[place], width=narrowed)
    return Table(tuple(columns), table.rows)


def _lines(table: Table) -> Iterator[str]:
    rows = _clipped(table)
    widths = _widths(rows)
    for row in rows:
        cells = (
            pad(cell, width, right=column.right)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        yield _GAP.join(cells).rstrip()


def _clipped(table: Table) -> tuple[tuple[str, ...], ...]:
    """Give headings and rows with every cell cut to the width of its column."""
    return tuple(
        tuple(
            clip(cell, column.width) if column.width else cell
            for cell, column in zip(row, table.columns, strict=True)
        )
        for row in (tuple(column.heading for column in table.columns), *table.rows)
    )


def _widths(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    return [max(map(display_width, cells)) for cells in zip(*rows, strict=True)]
