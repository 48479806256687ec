"""Where results and messages go: files, standard output, a terminal."""

import shutil
import sys
from argparse import _ActionsContainer
from collections.abc import Sequence
from typing import TextIO

from sceneprobe.files import write_bytes
from sceneprobe.report.findings import findings_as_text
from sceneprobe.report.table import Table, table_as_text
from sceneprobe.text.model import Diagnostic


def add_output_option(parser: _ActionsContainer) -> None:
    """Add ``-o``: the result goes to a file, which is written whole or not at all."""
    parser.add_argument(
        "-o", "--out", "--output", metavar="FILE", help="write the result to FILE, not to stdout"
    )


def write_result(text: str, path: str | None) -> None:
    """Write a result to a file, or to standard output."""
    if path is None:
        sys.stdout.write(text)
    else:
        write_bytes(path, text.encode("utf-8", errors="backslashreplace"))


def tell(message: str) -> None:
    """Say something to the person, beside the result."""
    sys.stderr.write(f"{message}\n")


def table_text(table: Table, path: str | None) -> str:
    """Draw a table for where it goes: with rich on a terminal, else in plain text."""
    if path is None and _is_terminal(sys.stdout):
        from sceneprobe.report.terminal import table_for_terminal

        return table_for_terminal(table, shutil.get_terminal_size().columns)
    return table_as_text(table)


def findings_text(findings: Sequence[Diagnostic], stream: TextIO, path: str | None = None) -> str:
    """Show findings for where they go: in colour on a terminal, else in plain text."""
    if path is None and _is_terminal(stream):
        from sceneprobe.report.terminal import findings_for_terminal

        return findings_for_terminal(findings, shutil.get_terminal_size().columns)
    return findings_as_text(findings)


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty()
