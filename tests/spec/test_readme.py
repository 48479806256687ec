"""What the README shows is what happens."""

from pathlib import Path

import pytest

from tests.spec.console import SPECS, Example, examples_in, session

README = SPECS.parent / "README.md"


@pytest.mark.parametrize(
    "example", tuple(examples_in(README)), ids=lambda example: str(example.line)
)
def test_example_prints_what_the_readme_says(example: Example, tmp_path: Path) -> None:
    assert session(example, tmp_path) == example.console


def test_gate_finds_both_commands_in_the_readme() -> None:
    commands = [
        line
        for line in README.read_text("utf-8").splitlines()
        if line.startswith("python -m pip install")
    ]

    assert len(commands) == 2


@pytest.mark.parametrize("command", ["measure", "compare"])
def test_readme_shows_what_commands_print(command: str) -> None:
    expected = SPECS.parent / "tests" / "golden" / "expected" / f"{command}.txt"

    assert expected.read_text("utf-8") in README.read_text("utf-8")
