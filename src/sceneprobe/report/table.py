"""Rows → an aligned table in plain text; the same value is drawn with rich on a terminal."""

from collections.abc import Iterator
from dataclasses import dataclass

from sceneprobe.report.display import clip, display_width, pad


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


def clipped_rows(table: Table) -> tuple[tuple[str, ...], ...]:
    """Give the rows with every cell cut to the width of its column."""
    return tuple(
        tuple(
            clip(cell, column.width) if column.width else cell
            for cell, column in zip(row, table.columns, strict=True)
        )
        for row in table.rows
    )


def _lines(table: Table) -> Iterator[str]:
    rows = (tuple(column.heading for column in table.columns), *clipped_rows(table))
    widths = [max(map(display_width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            pad(cell, width, right=column.right)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        yield "  ".join(cells).rstrip()
