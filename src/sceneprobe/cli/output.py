"""Where results and messages go: files, standard output, a terminal."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO

from sceneprobe.errors import OptionError, SceneprobeError
from sceneprobe.files import STANDARD_INPUT, write_bytes, write_pieces
from sceneprobe.report.display import in_brackets, printable
from sceneprobe.report.findings import count_findings, findings_as_text
from sceneprobe.report.table import Table, table_as_text
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, is_language

if TYPE_CHECKING:
    from sceneprobe.story.model import Story

_MOST_FINDINGS = 1000
_FORMATS = MappingProxyType({".json": "json", ".csv": "csv", ".md": "markdown"})


def add_output_option(parser: ArgumentParser) -> None:
    """Add ``-o``: the result goes to a file, which is written whole or not at all."""
    parser.add_argument(
        "-o", "--out", "--output", metavar="FILE", help="write the result to FILE, not to stdout"
    )


def add_format_option(parser: ArgumentParser, forms: Sequence[str]) -> None:
    """Add ``--format``, which the name of the output file decides where it is not given."""
    parser.add_argument(
        "--format",
        choices=forms,
        help="how to write the result (default: json, csv or markdown where -o FILE ends in .json,"
        " .csv or .md; else text)",
    )


def format_of(path: str | None) -> str:
    """Tell by the name of the output file in which format the result is written."""
    suffix = os.path.splitext(path or "")[1].lower()
    return _FORMATS.get(suffix, "text")


def write_result(text: str, path: str | None, inputs: Sequence[str | None] = ()) -> None:
    """Write a result to a file, or to standard output; an input is never overwritten."""
    if path is None or path == STANDARD_INPUT:
        sys.stdout.write(text)
        return
    refuse_output("-o", path, inputs)
    write_bytes(path, encode_result(text))


def encode_result(text: str) -> bytes:
    """Encode a result for a file; half a surrogate pair, which no file can hold, as its escape."""
    return text.encode("utf-8", errors="backslashreplace")


def refuse_output(option: str, path: str | None, inputs: Sequence[str | None]) -> None:
    """Refuse an output without a name, and one that would overwrite an input."""
    if path is None or path == STANDARD_INPUT:
        return
    if not path:
        raise OptionError(f"{option} needs the name of a file")
    for name in inputs:
        if name and os.path.exists(name) and os.path.exists(path) and os.path.samefile(name, path):
            raise OptionError(f"{option} {path} would overwrite the input; give another name")


def refuse_overwriting(path: str | None, other_way: str = "") -> None:
    """Refuse to write a test set over any file; ``other_way`` says what would allow it."""
    if path is not None and path != STANDARD_INPUT and os.path.isfile(path):
        raise OptionError(f"-o {path} is there already; give another name{other_way}")


def write_stream(pieces: Iterable[bytes], path: str, inputs: Sequence[str | None] = ()) -> None:
    """Write a large result piece by piece; where making it fails, nothing is written."""
    if path == STANDARD_INPUT:
        sys.stdout.write(b"".join(pieces).decode("utf-8"))
        return
    refuse_output("-o", path, inputs)
    write_pieces(path, pieces)


def tell(message: str) -> None:
    """Write a line to standard error."""
    tell_text(f"{printable(message)}\n")


def tell_text(text: str) -> None:
    """Write text to standard error; where nobody can read it, the work still goes on."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def refuse(reason: object) -> None:
    """Write in one line to standard error why something is not done."""
    tell(f"sceneprobe: {reason}")


def tell_refusal(error: SceneprobeError, *, keeps_going: bool) -> None:
    """Say why an input cannot be used, with all findings there are, and what can be done.

    ``keeps_going`` tells whether the command has ``--keep-going``.
    """
    if not isinstance(error, RefusedError):
        refuse(error)
        return
    tell_findings(error.findings)
    errors = errors_in(error.findings)
    in_queries = any(finding.code.startswith("QRY") for finding in errors)
    guessed = any(map(is_language, errors)) and not in_queries
    way = "--keep-going uses what could be read" if keeps_going else "correct the errors first"
    advice = f"{error.advice}; {way}" if guessed else error.advice
    more = f", and {error.hidden:,} more" if error.hidden else ""
    refuse(f"{count_findings(error.findings)}{more}: {advice}")


def table_text(table: Table, path: str | None) -> str:
    """Draw a table for where it goes: with rich on a terminal, else in plain text."""
    if path is None and _has_colour(sys.stdout):
        from sceneprobe.report.terminal import table_for_terminal

        return table_for_terminal(table, _columns())
    return table_as_text(table)


def marking(path: str | None) -> Callable[[str], str]:
    """Say how words that match are marked where a result goes: in colour, or in brackets."""
    if path is None and _has_colour(sys.stdout):
        from sceneprobe.report.terminal import highlighted

        return highlighted
    return in_brackets


def tell_findings(findings: Sequence[Diagnostic]) -> None:
    """Show findings on standard error; of very many, the first."""
    tell_text(findings_text(findings[:_MOST_FINDINGS], sys.stderr))
    if len(findings) > _MOST_FINDINGS:
        tell(f"… and {len(findings) - _MOST_FINDINGS:,} more")


def findings_text(findings: Sequence[Diagnostic], stream: TextIO, path: str | None = None) -> str:
    """Show findings for where they go: in colour on a terminal, else in plain text."""
    if path is None and _has_colour(stream):
        from sceneprobe.report.terminal import findings_for_terminal

        return findings_for_terminal(findings, _columns())
    return findings_as_text(findings)


def tell_story_findings(story: "Story", path: str) -> None:
    """Say how many findings a story has, and which command shows them."""
    if story.diagnostics:
        import shlex

        named = "" if path == STANDARD_INPUT else f" {shlex.quote(path)}"
        tell(f"the story has {count_findings(story.diagnostics)}: see sceneprobe lint{named}")


def _has_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR")


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size().columns
