"""Tables and findings → text with colour, drawn by rich; imported only for a terminal."""

from collections.abc import Sequence
from io import StringIO

from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from sceneprobe.report.display import display_width
from sceneprobe.report.findings import details, headline
from sceneprobe.report.table import Table, clipped_rows
from sceneprobe.text.model import Diagnostic, Severity

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow"}


def table_for_terminal(table: Table, width: int) -> str:
    """Draw a table within so many columns; what is too long is cut."""
    drawn = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    rows = clipped_rows(table)
    for place, column in enumerate(table.columns):
        cells = (column.heading, *(row[place] for row in rows))
        drawn.add_column(
            column.heading,
            justify="right" if column.right else "left",
            overflow="ellipsis",
            no_wrap=True,
            min_width=None if column.yields else max(map(display_width, cells)),
        )
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    return _drawn(drawn, width)


def findings_for_terminal(findings: Sequence[Diagnostic], width: int) -> str:
    """Show findings with their severity in colour."""
    text = Text()
    for finding in findings:
        before, severity, after = headline(finding).partition(f"{finding.severity} {finding.code}")
        text.append(before, "bold").append(severity, _COLOURS[finding.severity])
        text.append(f"{after}\n").append(details(finding), "dim")
    return _drawn(text, width) if findings else ""


def _drawn(content: RenderableType, width: int) -> str:
    console = Console(file=StringIO(), force_terminal=True, width=width, highlight=False)
    console.print(content, end="", soft_wrap=isinstance(content, Text))
    return console.file.getvalue() if isinstance(console.file, StringIO) else ""
