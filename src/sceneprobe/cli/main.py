"""Arguments → the command they name → exit code; every refusal is one line."""

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from io import StringIO, TextIOWrapper
from types import MappingProxyType
from typing import NoReturn, Protocol, cast

from sceneprobe.cli.output import refuse, tell_refusal
from sceneprobe.errors import SceneprobeError
from sceneprobe.version import __version__

COMMANDS = MappingProxyType(
    {
        "check": "check that the right scenes are found, and report RQ",
        "search": "search a story and show the scenes found",
        "scenes": "list the scenes of a story in canonical order",
        "lint": "report everything that is wrong or doubtful in a story",
        "convert": "turn judgments and runs of other tools into TREC files",
        "qrels": "verify, count and compare judgments",
        "testset": "make, check, split, renew and label test sets",
        "format": "lay a story out in canonical form",
        "measure": "measure backends by a test set",
        "compare": "compare two ways to search, and test the difference",
        "gate": "fail when a measure dropped since a baseline",
        "evaluate": "measure TREC runs by judgments",
        "serve": "serve a story: a REST API, figures for Prometheus, and a page",
        "cache": "show or clear what is kept of earlier results",
        "conformance": "run the cases that every implementation of RQ must pass",
    }
)
"""Every command with what it does; each lives in the module of its name."""

_MISSING = "the following arguments are required: "  # as argparse says it
_UNUSABLE = 2
_INTERRUPTED = 130
_PIPE_CLOSED = 141


class Command(Protocol):
    """What the module of a command offers."""

    EXAMPLES: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: Namespace) -> int:
        """Do the work and give the exit code."""


class _Parser(ArgumentParser):
    """Says where an argument may have gone that an option took for one of its values."""

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the arguments, and exit with 2."""
        missing = message.removeprefix(_MISSING).split(", ")
        greedy = any(action.option_strings and action.nargs == "+" for action in self._actions)
        taken = greedy and not any(name.startswith("-") for name in missing)
        if message.startswith(_MISSING) and taken:
            message += f"; give {missing[0]} before an option that takes several values"
        super().error(message)


class _ClosedOutput(StringIO):
    """Stands for a standard output that the caller has closed."""

    def write(self, _: str) -> int:
        raise OSError("standard output is closed")


def run(argv: Sequence[str]) -> int:
    """Run one command line and give its exit code: 0 fine, 1 a gate failed, 2 unusable input."""
    # A stream that the caller has closed is None.
    sys.stdout = sys.stdout or _ClosedOutput()
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        code = _dispatch(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = _refuse("interrupted", _INTERRUPTED)
    except MemoryError:
        code = _refuse("there is not enough memory; a smaller story or vsa:dim needs less")
    except BrokenPipeError:
        # Whoever read the output has gone; nothing may be flushed into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _PIPE_CLOSED
    except OSError as error:
        code = _refuse(f"cannot write the output: {error.strerror or error}")
    return code


def _dispatch(argv: Sequence[str]) -> int:
    name = argv[0] if argv else ""
    if name not in COMMANDS:
        return _without_command(argv)
    # Any module of this room that is named in COMMANDS has the shape of a Command.
    command = cast("Command", import_module(f"sceneprobe.cli.{name}"))
    parser = _Parser(
        prog=f"sceneprobe {name}",
        description=COMMANDS[name][0].upper() + COMMANDS[name][1:] + ".",
        epilog=command.EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    try:
        # Stories and their --queries may alternate.
        parse = parser.parse_intermixed_args if name == "check" else parser.parse_args
        arguments = parse(argv[1:])
    except SystemExit as stop:
        return _exit_code(stop)
    try:
        return command.run(arguments)
    except SceneprobeError as error:
        tell_refusal(error, keeps_going="keep_going" in arguments)
        return _UNUSABLE


def _without_command(argv: Sequence[str]) -> int:
    width = max(map(len, COMMANDS))
    parser = ArgumentParser(
        prog="sceneprobe",
        usage="sceneprobe COMMAND …",
        description="Can the right scene be found again? Reads a story and checks it.",
        epilog="commands:\n"
        + "".join(f"  {name:{width}}  {what}\n" for name, what in COMMANDS.items())
        + "\nsceneprobe COMMAND --help tells more, with examples.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sceneprobe {__version__}")
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="one of those below")
    try:
        parser.parse_known_args(argv)
    except SystemExit as stop:
        return _exit_code(stop)
    if not argv:
        parser.print_help()
        return 0
    if argv[0].startswith("-"):
        return _refuse(f"there is no option {argv[0]} before the command; see sceneprobe --help")
    return _refuse_command(argv[0])


def _refuse_command(name: str) -> int:
    from sceneprobe.text.names import NearNames, did_you_mean

    known = f"known: {', '.join(COMMANDS)}"
    hint = did_you_mean(NearNames(COMMANDS), name)
    return _refuse(f'no command is called "{name}"; {hint or known}')


def _exit_code(stop: SystemExit) -> int:
    return stop.code if isinstance(stop.code, int) else 0


def _refuse(message: str, code: int = _UNUSABLE) -> int:
    refuse(message)
    return code
