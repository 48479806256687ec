"""Rows → an aligned table in plain text; the same value is drawn with rich on a terminal."""

from collections.abc import Iterator
from dataclasses import dataclass

from sceneprobe.report.display import clip, display_width, pad


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; numbers stand at the right; a ``width`` cuts what is longer."""

    heading: str
    right: bool = False
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and rows with one printable text for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def table_as_text(table: Table) -> str:
    """Align the columns, two blanks apart, under their headings."""
    return "".join(f"{line}\n" for line in _lines(table))


def _lines(table: Table) -> Iterator[str]:
    headings = tuple(column.heading for column in table.columns)
    rows = [headings] + [
        tuple(
            clip(cell, column.width) if column.width else cell
            for cell, column in zip(row, table.columns, strict=True)
        )
        for row in table.rows
    ]
    widths = [max(map(display_width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            pad(cell, width, right=column.right)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        yield "  ".join(cells).rstrip()
