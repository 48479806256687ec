"""Several stories in one check: one table, one exit code, none stops another."""

import csv
import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from sceneprobe.cli.main import run
from tests.queries import WEATHER

SPECS = Path(__file__).parents[2] / "specs"
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
                     "2 stories: 2 failed", id="labels-required"),
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
    jsonschema.validate(document, json.loads((SPECS / "stories.schema.json").read_text("utf-8")))
    schema = json.loads((SPECS / "report.schema.json").read_text("utf-8"))
    jsonschema.validate(document["stories"][0]["report"], schema)
    suites = ET.fromstring(written("junit"))  # noqa: S314 - our own output
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert "::error file=nowhere.cnl,title=RQ::" in written("github")
    rows = list(csv.DictReader(StringIO(written("csv"))))
    assert [(row["story"], row["status"]) for row in rows] == [
        ("one.cnl", "evaluated"),
        ("nowhere.cnl", "unusable"),
    ]
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
        pytest.param(["one.cnl", "-o", "x", "--emit-run", "./x"], "cannot go to the same file",
                     id="same-output"),
        pytest.param(["one.cnl", "--emit-run", "-"], "cannot both go to standard output",
                     id="both-to-stdout"),
        pytest.param(["one.cnl", "--emit-run", "one.cnl"],
                     "--emit-run one.cnl would overwrite the input", id="run-onto-input"),
        pytest.param(["one.cnl", "--raw-scores"], "--raw-scores is for the run", id="raw-scores"),
        pytest.param(["one.cnl", "two.cnl", "--profile", "bwo"], 'no backend is called "bwo"',
                     id="wrong-profile"),
        pytest.param(["one.cnl", "two.cnl", "--queries", "nowhere.yaml"],
                     "sceneprobe: cannot read nowhere.yaml", id="no-queries"),
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


@pytest.mark.usefixtures("folder")
def test_calls_are_refused_once_and_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "one.cnl", "two.cnl", "--scene-pattern", "("])

    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.usefixtures("folder")
def test_queries_from_a_pipe_serve_all_stories(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(GOOD.encode())))

    assert run(["check", "one.cnl", "two.cnl", "--queries", "-", "--profile", "bow"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 stories: 2 passed"


@pytest.mark.usefixtures("folder")
def test_stories_and_queries_may_alternate(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["one.cnl", "--queries", "good.yaml", "two.cnl", "--queries", "bad.yaml"]

    assert run(["check", *arguments, "--profile", "bow"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 stories: 1 passed, 1 failed"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["junit", "github"])
def test_what_ci_shows_is_written_for_an_unusable_story_too(form: str) -> None:
    Path("rq").write_text("old", "utf-8")

    assert run(["check", "broken.cnl", "--format", form, "-o", "rq"]) == 2
    assert "1 error, 1 warning: it is not certain what was meant" in Path("rq").read_text("utf-8")
    assert ("CNL" in Path("rq").read_text("utf-8")) is (form == "github")


@pytest.mark.usefixtures("folder")
def test_story_without_scenes_skips_its_queries(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.cnl").write_text("", "utf-8")
    run(["check", "empty.cnl", "--queries", "good.yaml", "--allow-unknown", "--format", "junit"])

    assert 'failures="0" skipped="2"' in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_required_labels_fail_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    for form, said in (("junit", 'failures="1"'), ("github", "::error"), ("json", '"RQ"')):
        assert run(["check", "one.cnl", "--require-labels", "--format", form]) == 1
        assert said in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("id_", ["a b", "a\\nb"])
def test_run_refuses_ids_that_its_lines_cannot_hold(
    id_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("odd.yaml").write_text(f'- {{id: "{id_}", query: sea, relevant: [Sc1]}}\n', "utf-8")

    assert run(["check", "one.cnl", "--queries", "odd.yaml", "--emit-run", "r", "-o", "o"]) == 2
    assert not Path("o").exists()
    assert capsys.readouterr().err
