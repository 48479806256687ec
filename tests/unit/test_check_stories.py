"""Several stories in one check: one table, one exit code, none stops another."""

import csv
import json
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sceneprobe.cli.main import run
from tests.queries import WEATHER

GOOD = "- {query: sea, relevant: [Sc1]}\n"
BAD = "- {query: sea, relevant: [Sc3]}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        Path(f"{name}.cnl").write_text(WEATHER, "utf-8")
    Path("good.yaml").write_text(GOOD, "utf-8")
    Path("bad.yaml").write_text(BAD, "utf-8")
    Path("broken.cnl").write_text("Sc1 group begin\n", "utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code", "summary"),
    [
        pytest.param(["one.cnl", "two.cnl", "--queries", "good.yaml"], 0,
                     "2 stories: 2 passed", id="one-set-for-all"),
        pytest.param(["one.cnl", "two.cnl", "--queries", "good.yaml", "--queries", "bad.yaml"], 1,
                     "2 stories: 1 passed, 1 failed", id="a-set-for-each"),
        pytest.param(["one.cnl", "two.cnl"], 0, "2 stories: 2 skipped", id="no-queries"),
        pytest.param(["one.cnl", "two.cnl", "--require-labels"], 1,
                     "2 stories: 2 skipped", id="labels-required"),
        pytest.param(["one.cnl", "broken.cnl", "nowhere.cnl", "--queries", "bad.yaml"], 2,
                     "3 stories: 1 failed, 2 unusable", id="unusable-ones"),
    ],
)  # fmt: skip
def test_exit_code_is_that_of_the_worst_story(
    arguments: list[str], code: int, summary: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", *arguments, "--profile", "bow"]) == code
    assert capsys.readouterr().out.splitlines()[-1] == summary


@pytest.mark.usefixtures("folder")
def test_unusable_story_is_named_with_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "broken.cnl", "one.cnl", "--queries", "good.yaml"])

    said = capsys.readouterr()
    assert "broken.cnl:\n" in said.err
    assert "error CNL" in said.err
    assert [line.split() for line in said.out.splitlines()[1:3]] == [
        ["broken.cnl", "-", "-", "-", "-", "UNUSABLE"],
        ["one.cnl", "3", "1", "1.00", "1.00", "PASS"],
    ]


@pytest.mark.usefixtures("folder")
def test_formats_hold_every_story(capsys: pytest.CaptureFixture[str]) -> None:
    def written(form: str) -> str:
        run(["check", "one.cnl", "nowhere.cnl", "--queries", "good.yaml", "--format", form])
        return capsys.readouterr().out

    document = json.loads(written("json"))
    assert [entry["status"] for entry in document["stories"]] == ["passed", "unusable"]
    assert document["summary"] == {"passed": 1, "failed": 0, "skipped": 0, "unusable": 1}
    assert document["stories"][0]["report"]["metrics"]["summary"]["pass"] is True
    suites = ET.fromstring(written("junit"))  # noqa: S314 - our own output
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert "::error file=nowhere.cnl,title=RQ::" in written("github")
    rows = list(csv.DictReader(StringIO(written("csv"))))
    assert [row["story"] for row in rows] == ["one.cnl"]
    assert "## nowhere.cnl: UNUSABLE" in written("markdown")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["one.cnl", "two.cnl", "--emit-run", "r"], "--emit-run takes one story",
                     id="run"),
        pytest.param(["one.cnl", *["--queries", "good.yaml"] * 2],
                     "2 --queries for 1 story: give one for each", id="too-many-sets"),
        pytest.param(["-", "-"], "standard input can be read only once", id="stdin-twice"),
        pytest.param([], "give a story, or --example", id="no-story"),
        pytest.param(["one.cnl", "--example"], "give a story, or --example", id="both"),
        pytest.param(["one.cnl", "two.cnl", "-o", "two.cnl"], "would overwrite the input", id="-o"),
    ],
)  # fmt: skip
def test_calls_that_make_no_sense_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", *arguments]) == 2
    assert said in capsys.readouterr().err
