"""``--text full`` in check and search: what is searched, and how every report marks it."""

import json
from pathlib import Path

import pytest

from sceneprobe.cli.main import run

STORY = """\
Ida is protagonist with trait brave
Sc1 group begin
  x describes "storm lamp"
Sc1 group end
Sc2 group begin
  Sc2 has title "The Gate"
  Sc2 includes character Ida
  x describes "storm sea rain"
Sc2 group end
"""
CHECK = ["check", "story.cnl", "--queries", "set.yaml", "--profile", "bow"]
SEVERAL = ["check", "story.cnl", "story.cnl", "--queries", "set.yaml", "--profile", "bow"]
SEARCH = ["search", "story.cnl", "brave at the gate", "--profile", "bow", "--format", "json"]
FULL = ["--text", "full"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("story.cnl").write_text(STORY, "utf-8")
    Path("set.yaml").write_text("- {query: brave at the gate, relevant: [Sc2]}\n", "utf-8")


def test_full_text_finds_what_canonical_text_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    first = []
    for options in ([], FULL):
        assert run([*SEARCH, *options]) == 0
        found = json.loads(capsys.readouterr().out)
        first.append((found["results"][0]["id"], found.get("text")))

    assert first == [("Sc1", None), ("Sc2", "full")]
    assert run(CHECK) == 1
    assert run([*CHECK, *FULL]) == 0


@pytest.mark.parametrize(
    ("command", "form", "said"),
    [
        pytest.param(CHECK, "text", "profile bow (full text)", id="heading"),
        pytest.param(CHECK, "text", "1 labelled query, not normative)", id="verdict"),
        pytest.param(CHECK, "markdown", "Full text was searched", id="markdown"),
        pytest.param(CHECK, "junit", "Full text was searched", id="junit"),
        pytest.param(CHECK, "github", "not normative", id="github"),
        pytest.param(CHECK, "csv", "Full text was searched", id="csv"),
        pytest.param(CHECK, "json", '"normative": false', id="json"),
        pytest.param(SEVERAL, "text", "not normative: full text", id="several-text"),
        pytest.param(SEVERAL, "csv", "Full text was searched", id="several-csv"),
    ],
)
def test_every_report_marks_full_text(
    command: list[str], form: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for options in ([], ["--text", "canonical"], FULL):
        run([*command, "--threshold", "0", "--format", form, *options])
        told.append("".join(capsys.readouterr()))

    default, canonical, full = told
    assert default == canonical
    assert said not in default
    assert said in full


def test_settings_and_their_digest_tell_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for options in ([], FULL):
        run([*CHECK, "--format", "json", *options])
        found.append(json.loads(capsys.readouterr().out)["provenance"])

    assert [one["settings"].get("text") for one in found] == [None, "full"]
    assert found[0]["settings_digest"] != found[1]["settings_digest"]
