"""The very commands of examples/ci/ run on the example story, and do what they promise."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.spec.console import transcript

ROOT = Path(__file__).parents[2]
GATE = ROOT / "examples" / "ci" / "retrieval-gate.yml"
HOOKS = ROOT / "examples" / "ci" / "pre-commit-config.yaml"
LINKS = "https://example.org/blob/abc/"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay a project out as the examples have it, with its base branch beside."""
    for place in (tmp_path, tmp_path / "base"):
        shutil.copytree(ROOT / "fixtures" / "testsets", place / "testsets")
        shutil.copy(ROOT / "examples" / "tidewater" / "story.cnl", place)
        (place / "search.yaml").write_text("name: rich\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def steps() -> list[dict[str, str]]:
    found: list[dict[str, str]] = yaml.safe_load(GATE.read_text("utf-8"))["jobs"]["gate"]["steps"]
    return found


def commands() -> list[str]:
    runs = [step["run"] for step in steps() if step.get("run", "").startswith("sceneprobe ")]
    return [command.replace("$LINKS", LINKS) for command in runs]


def hooks() -> list[str]:
    """Give the command that makes the baseline, and those of the hooks."""
    text = HOOKS.read_text("utf-8")
    made = re.findall(r"^# +(sceneprobe measure .*)$", text, re.MULTILINE)
    return made + [hook["entry"] for hook in yaml.safe_load(text)["repos"][0]["hooks"]]


def test_gate_of_a_pull_request_passes_where_nothing_changes(folder: Path) -> None:
    printed = [transcript(command) for command in commands()]

    assert len(printed) == 3
    assert not any("[exit" in text for text in printed)
    assert "::notice" in printed[-1]
    assert (folder / "report.md").read_text("utf-8").startswith("## PASS")


def test_gate_of_a_pull_request_fails_where_the_search_gets_worse(folder: Path) -> None:
    (folder / "search.yaml").write_text("name: bow\n", "utf-8")
    printed = [transcript(command) for command in commands()]
    report = (folder / "report.md").read_text("utf-8")

    assert printed[-1].endswith("[exit 1]\n")
    assert "::error" in printed[-1]
    assert report.startswith("## FAIL")
    assert f"]({LINKS}story.cnl#L" in report


def test_gate_of_a_pull_request_refuses_changed_queries(folder: Path) -> None:
    path = folder / "testsets" / "test_set_v1.yaml"
    path.write_text(path.read_text("utf-8").replace("receipt book", "book of receipts"), "utf-8")
    printed = [transcript(command) for command in commands()]

    assert printed[-1].endswith("[exit 2]\n")
    assert "queries changed since the baseline" in printed[-1]
    assert not (folder / "report.md").exists()


def test_report_is_posted_even_where_the_gate_failed() -> None:
    (posted,) = [step for step in steps() if step.get("run", "").startswith("gh pr comment ")]

    assert posted["if"].startswith("always() && hashFiles('report.md') != ''")
    assert "--body-file report.md" in posted["run"]


def test_no_command_pastes_what_a_pull_request_names() -> None:
    assert not any("${{" in step.get("run", "") for step in steps())


def test_hooks_pass_and_then_fail_where_the_search_gets_worse(folder: Path) -> None:
    made, lint, gate = hooks()
    printed = [transcript(command) for command in (made, lint, gate)]
    (folder / "search.yaml").write_text("name: bow\n", "utf-8")

    assert not any("[exit" in text for text in printed)
    assert transcript(gate).endswith("[exit 1]\n")
