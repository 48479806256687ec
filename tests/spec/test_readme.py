"""What the README shows is what happens."""

from pathlib import Path

from tests.spec.console import SPECS, examples_in, session

README = SPECS.parent / "README.md"


def test_first_story_prints_what_the_readme_says(tmp_path: Path) -> None:
    (example,) = examples_in(README)

    assert session(example, tmp_path) == example.console


def test_gate_finds_both_commands_in_the_readme() -> None:
    commands = [
        line
        for line in README.read_text("utf-8").splitlines()
        if line.startswith("python -m pip install")
    ]

    assert len(commands) == 2
