"""Where results and messages go: files, standard output, a terminal."""

import os
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import TextIO

from sceneprobe.files import write_bytes
from sceneprobe.report.display import in_brackets
from sceneprobe.report.findings import findings_as_text
from sceneprobe.report.table import Table, table_as_text
from sceneprobe.text.model import Diagnostic


def add_output_option(parser: ArgumentParser) -> None:
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
    """Write a line to standard error."""
    sys.stderr.write(f"{message}\n")


def refuse(reason: object) -> None:
    """Write in one line to standard error why something is not done."""
    tell(f"sceneprobe: {reason}")


def table_text(table: Table, path: str | None) -> str:
    """Draw a table for where it goes: with rich on a terminal, else in plain text."""
    if path is None and sys.stdout.isatty():
        from sceneprobe.report.terminal import table_for_terminal

        return table_for_terminal(table, shutil.get_terminal_size().columns)
    return table_as_text(table)


def marking(path: str | None) -> Callable[[str], str]:
    """Say how words that match are marked where a result goes: in colour, or in brackets."""
    if path is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        from sceneprobe.report.terminal import highlighted

        return highlighted
    return in_brackets


def findings_text(findings: Sequence[Diagnostic], stream: TextIO, path: str | None = None) -> str:
    """Show findings for where they go: in colour on a terminal, else in plain text."""
    if path is None and stream.isatty():
        from sceneprobe.report.terminal import findings_for_terminal

        return findings_for_terminal(findings, shutil.get_terminal_size().columns)
    return findings_as_text(findings)
