"""Held-out queries in a check: compared, told of, and kept apart."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sceneprobe.cli.main import run
from tests.queries import WEATHER

ROOT = Path(__file__).parents[2]
COMMAND = "check story.cnl --profile bow --queries good.yaml --held-out".split()
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    good = ["storm sea", "sea", "sea sea", "storm storm sea"]
    bad = ["lamp", "key", "lamp key", "key key"]
    texts = {
        "story.cnl": WEATHER,
        "good.yaml": "".join(f"- {{query: {text}, relevant: [Sc1]}}\n" for text in good),
        "bad.yaml": "".join(f"- {{query: {text}, relevant: [Sc1]}}\n" for text in bad),
        "alike.yaml": "- {query: storm lamp, relevant: [Sc2]}\n- {query: key, relevant: [Sc3]}\n",
        "bare.yaml": "- lamp\n",
        "near.yaml": "- {query: lamp, relevant: [Sc2]}\n- {id: q1, query: 'Sea, STORM'}\n",
        "wordless.yaml": "- '???'\n",
        "wrong.yaml": "- {query: lamp, relevant: [Sc9]}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_held_out_queries_that_do_worse_are_a_warning(capsys: Captured) -> None:
    assert run([*COMMAND, "bad.yaml"]) == 0

    shown = capsys.readouterr().out
    assert "p = 0.0143 (one-sided permutation test, exact)" in shown
    assert "Overfitting: held-out queries do worse, p < 0.05" in shown


@pytest.mark.usefixtures("folder")
def test_held_out_queries_that_do_as_well_are_not(capsys: Captured) -> None:
    assert run([*COMMAND, "alike.yaml"]) == 0

    shown = capsys.readouterr().out
    assert "Held out: MRR 1.00 over 2 queries, against 1.00 over 4 here; p = 1.0000" in shown
    assert "Overfitting" not in shown


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("form", "expected"),
    [
        pytest.param("text", "Overfitting: held-out", id="text"),
        pytest.param("markdown", "Overfitting: held-out", id="markdown"),
        pytest.param("junit", "p &lt; 0.05; what was tuned", id="junit"),
        pytest.param("github", "::warning file=story.cnl,title=held out::Held out", id="github"),
        pytest.param("csv", "\nOverfitting: held-out", id="csv"),
    ],
)
def test_overfitting_is_told_in_every_form(form: str, expected: str, capsys: Captured) -> None:
    assert run([*COMMAND, "bad.yaml", "--format", form]) == 0

    shown = capsys.readouterr()
    assert expected in (shown.err if form == "csv" else shown.out)


@pytest.mark.usefixtures("folder")
def test_held_out_queries_without_labels_are_not_compared(capsys: Captured) -> None:
    assert run([*COMMAND, "bare.yaml"]) == 0
    assert "Held out and not compared" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["bad.yaml", "bare.yaml"])
def test_json_report_with_held_out_queries_follows_the_schema(name: str, capsys: Captured) -> None:
    schema = json.loads((ROOT / "specs" / "report.schema.json").read_text("utf-8"))

    run([*COMMAND, name, "--format", "json"])

    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema).validate(report)
    assert report["held_out"]["overfitting"] is (name == "bad.yaml")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param([*COMMAND, "good.yaml"], 'is also "q1" in the set itself (4 such', id="same"),
        pytest.param(
            [*COMMAND, "near.yaml"], '"q1" has nearly the words of "q1"', id="nearly-same"
        ),
        pytest.param(
            "check story.cnl --queries wordless.yaml --held-out wordless.yaml".split(),
            'is also "q1"',
            id="same-without-words",
        ),
        pytest.param([*COMMAND, "wrong.yaml"], "QRY207", id="wrong-label"),
        pytest.param([*COMMAND, "none.yaml"], "cannot read none.yaml", id="missing"),
        pytest.param(
            "check story.cnl story.cnl --queries good.yaml --held-out bad.yaml".split(),
            "takes one story",
            id="several-stories",
        ),
        pytest.param("check - --held-out -".split(), "read only once", id="stdin-twice"),
    ],
)
def test_held_out_queries_that_cannot_be_used_are_refused(
    arguments: list[str], message: str, capsys: Captured
) -> None:
    assert run(arguments) == 2
    assert message in capsys.readouterr().err
