"""Spec pages → examples that run: files as fenced blocks, then a console block with its output.

``python -m tests.spec.console`` writes into all pages what the commands print now.

Blocks of ``pycon`` are Python sessions; all of a page share their names, from top to bottom.

An example is a fenced block whose info string names a file (``cnl story.cnl``), or several, then a
``console`` block. There, each line that begins with ``$ `` is a command, and what follows up to the
next is its output, standard error included; ``[exit 2]`` closes the output of a command that does
not end with 0.
"""

import io
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from sceneprobe.cli.main import run

SPECS = Path(__file__).parents[2] / "specs"
_BLOCK = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(?:([A-Z]+-\d+)\b)?.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """Files by name, the commands to run beside them, and what the page says they print."""

    page: str
    rule: str
    line: int
    files: tuple[tuple[str, str], ...]
    console: str


def rules_in(page: Path) -> list[str]:
    """Give the ids of a page's rules, in order."""
    return [match[1] for match in _HEADING.finditer(page.read_text("utf-8")) if match[1]]


def examples_in(page: Path) -> Iterator[Example]:
    """Give the examples of a page; each belongs to the rule it stands under."""
    text = page.read_text("utf-8")
    headings = [(match.start(), match[1] or "") for match in _HEADING.finditer(text)]
    files: list[tuple[str, str]] = []
    for block in _BLOCK.finditer(text):
        language, name, content = block.groups()
        if name is not None:
            files.append((name, content))
        elif language == "console":
            rule = [rule for start, rule in headings if start < block.start()][-1]
            line = text.count("\n", 0, block.start()) + 1
            yield Example(page.name, rule, line, tuple(files), content)
            files = []


def python_in(page: Path) -> Iterator[tuple[str, str]]:
    """Give the Python sessions of a page, each with the rule it stands under."""
    text = page.read_text("utf-8")
    headings = [(match.start(), match[1] or "") for match in _HEADING.finditer(text)]
    for block in _BLOCK.finditer(text):
        if block[1] == "pycon":
            yield [rule for start, rule in headings if start < block.start()][-1], block[3]


def session(example: Example, folder: Path) -> str:
    """Run an example's commands in a folder and write down what a terminal would show."""
    for name, content in example.files:
        (folder / name).write_text(content, "utf-8")
    with chdir(folder):
        return "".join(transcript(line) for line in commands_in(example.console))


def commands_in(console: str) -> list[str]:
    """Give the commands of a console block."""
    return [line[2:] for line in console.splitlines() if line.startswith("$ ")]


def transcript(command: str) -> str:
    """Run one command line in this process and write it down with its output and exit code."""
    program, *arguments = shlex.split(command)
    if program != "sceneprobe":
        raise ValueError(f"an example may run sceneprobe only, not {program}")
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        code = run(arguments)
    ending = f"[exit {code}]\n" if code else ""
    return f"$ {command}\n{output.getvalue()}{ending}"


def refresh(page: Path) -> None:
    """Write into a page what its commands print now."""
    text = page.read_text("utf-8")
    for example in examples_in(page):
        with tempfile.TemporaryDirectory() as folder:
            printed = session(example, Path(folder))
        text = text.replace(f"```console\n{example.console}```", f"```console\n{printed}```", 1)
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    for found in (*sorted(SPECS.glob("*.md")), SPECS.parent / "README.md"):
        refresh(found)
