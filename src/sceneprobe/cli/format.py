"""``sceneprobe format``: a story in canonical layout."""

import os
import sys
from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import (
    add_output_option,
    findings_text,
    refuse,
    tell,
    tell_text,
    write_result,
)
from sceneprobe.errors import FileError, OptionError
from sceneprobe.files import STANDARD_INPUT
from sceneprobe.report.display import printable
from sceneprobe.report.findings import count_findings
from sceneprobe.text.model import errors_in
from sceneprobe.workflows.layout import Layout, lay_out

EXAMPLES = """\
examples:
  sceneprobe format story.cnl
  sceneprobe format --check chapters/*.cnl
  sceneprobe format --write story.cnl

exit code: 0 fine; 1 with --check, where a story is not in canonical layout; 2 errors
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "stories", nargs="+", metavar="STORY", help="a story file, or - for standard input"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="only tell whether it would change")
    action.add_argument("--write", action="store_true", help="rewrite the files in place")
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Lay stories out; one with language errors is left alone, and its errors are shown."""
    in_place = arguments.check or arguments.write
    if in_place and arguments.out is not None:
        raise OptionError("--check and --write have no other result; leave -o out")
    if len(arguments.stories) > 1 and not in_place:
        raise OptionError("several stories need --check or --write; without them give one")
    if arguments.write and STANDARD_INPUT in arguments.stories:
        raise OptionError("standard input cannot be rewritten; leave --write out")
    codes = [_format(path, arguments) for path in arguments.stories]
    return max(codes)


def _format(path: str, arguments: Namespace) -> int:
    try:
        if arguments.write and os.path.exists(path) and not os.path.isfile(path):
            raise FileError(f"cannot rewrite {path}: it is no regular file")
        layout = lay_out(path)
    except FileError as error:
        refuse(error)
        return 2
    errors = errors_in(layout.document.diagnostics)
    if errors:
        tell_text(findings_text(errors, sys.stderr))
        tell(f"{path}: left as it is, because of {count_findings(errors)}")
        return 2
    if arguments.check:
        return _check(path, layout)
    if not arguments.write:
        write_result(_shown(layout.text, arguments.out), arguments.out)
    elif layout.changed:
        write_result(layout.text, path)
        tell(f"{path}: laid out")
    return 0


def _check(path: str, layout: Layout) -> int:
    if layout.changed:
        tell(f"{path}: not in canonical layout; sceneprobe format --write changes it")
        return 1
    tell(f"{path}: in canonical layout")
    return 0


def _shown(text: str, path: str | None) -> str:
    """Keep a story's control characters from steering a terminal; a file gets them as they are."""
    if path is None and sys.stdout.isatty():
        return "".join(f"{printable(line)}\n" for line in text.splitlines())
    return text
