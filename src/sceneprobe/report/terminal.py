"""Tables and findings → text with colour, drawn by rich; imported only for a terminal."""

from collections.abc import Sequence
from io import StringIO
from types import MappingProxyType

from rich.console import Console
from rich.style import Style
from rich.text import Text

from sceneprobe.report.findings import details, headline
from sceneprobe.report.table import Table, fitted, table_as_text
from sceneprobe.text.model import Diagnostic, Severity

_COLOURS = MappingProxyType(
    {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
)


def table_for_terminal(table: Table, width: int) -> str:
    """Draw a table within so many columns, its headings bold."""
    headings, rows = table_as_text(fitted(table, width)).split("\n", 1)
    return _drawn(Text(f"{headings}\n", "bold").append(rows, "not bold"), width)


def findings_for_terminal(findings: Sequence[Diagnostic], width: int) -> str:
    """Show findings with their severity in colour."""
    text = Text()
    for finding in findings:
        before, severity, after = headline(finding).partition(f"{finding.severity} {finding.code}")
        text.append(before, "bold").append(severity, _COLOURS[finding.severity])
        text.append(f"{after}\n").append(details(finding), "dim")
    return _drawn(text, width) if findings else ""


def highlighted(word: str) -> str:
    """Show a word that matches."""
    return Style(bold=True, color="yellow").render(word)


def _drawn(content: Text, width: int) -> str:
    file = StringIO()
    console = Console(file=file, force_terminal=True, width=width, highlight=False)
    console.print(content, end="", soft_wrap=True)
    return file.getvalue()
