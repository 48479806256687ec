"""``testset refresh``: the results, candidates and stories it reads, and those it refuses."""

import shutil
from pathlib import Path

import pytest

from sceneprobe.cli.main import run

ROOT = Path(__file__).parents[2]
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "fixtures" / "testsets", tmp_path / "testsets")
    shutil.copy(ROOT / "examples" / "tidewater" / "story.cnl", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_one_of_several_results_finds_hard_is_not_saturated(
    folder: Path, capsys: Captured
) -> None:
    easy = '{"per_query": [{"id": "e02", "RR": 1.0}, {"id": "e03", "RR": 1.0}]}'
    (folder / "one.json").write_text(easy, "utf-8")
    (folder / "two.json").write_text(easy.replace('"e02", "RR": 1.0', '"e02", "RR": 0.5'), "utf-8")
    command = "testset refresh testsets/test_set_v1.yaml --candidates testsets/candidates.jsonl"
    options = "--replace 1 --results one.json --results two.json -o x --profile bow --profile vsa"

    assert run([*command.split(), *options.split()]) == 0
    assert "e03 (exact_term): saturated" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_results_of_measure_tell_what_is_saturated(capsys: Captured) -> None:
    test_set = "testsets/test_set_v1.yaml"
    run(f"measure story.cnl --queries {test_set} --profile bow --no-cache -o m.json".split())
    command = f"testset refresh {test_set} --candidates testsets/candidates.jsonl --replace 1"

    assert run([*command.split(), "--results", "m.json", "-o", "x"]) == 0
    assert "saturated, RR 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("candidates", "options", "message"),
    [
        pytest.param('{"id": "n", "type": "event"}', "", "QRY201", id="no-text"),
        pytest.param('{"id": "n"', "", "QRY101", id="no-json"),
        pytest.param('{"id": "n", "query": "x", "relevant": ["S"]}', "", "QRY207", id="no-scene"),
        pytest.param('{"id": "e01", "query": "x"}', "", "has the id of another", id="same-id"),
        pytest.param('{"id": "n", "query": "x"}', "", "too few candidates", id="no-type"),
        pytest.param("", "", "too few candidates", id="nothing"),
        pytest.param(
            '{"id": "n", "query": "x"}', "--new-version v1", 'is "v1" already', id="same-version"
        ),
        pytest.param('{"id": "n", "query": "x"}', "--results story.cnl", "QRY101", id="results"),
        pytest.param(
            '{"id": "n", "query": "x"}',
            "--results own.json --results other.json",
            "other.json names no query of this set",
            id="other-results",
        ),
        pytest.param('{"id": "n", "query": "x"}', "--new-version=", "needs a name", id="no-name"),
        pytest.param(
            '{"id": "n", "query": "x", "type": "exact_term"}', "--profile nix", "nix", id="backend"
        ),
        pytest.param(
            '{"id": "n", "query": "x", "type": "exact_term"}',
            "-o no/x",
            "cannot write",
            id="folder",
        ),
    ],
)
def test_refresh_that_cannot_be_made_writes_nothing(
    folder: Path, capsys: Captured, candidates: str, options: str, message: str
) -> None:
    (folder / "new.jsonl").write_text(candidates, "utf-8")
    (folder / "own.json").write_text('{"per_query": {"e01": 1, "zz": 1}}', "utf-8")
    (folder / "other.json").write_text('{"per_query": {"zz": 1}}', "utf-8")
    before = sorted(folder.rglob("*"))
    command = "testset refresh testsets/test_set_v1.yaml --candidates new.jsonl --replace 1"

    assert run([*command.split(), "--story", "story.cnl", *options.split()]) == 2
    assert message in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == before


def test_candidates_without_scenes_need_a_story(folder: Path, capsys: Captured) -> None:
    line = '{"id": "n", "query": "x", "type": "exact_term"}'
    (folder / "new.jsonl").write_text(line, "utf-8")
    command = "testset refresh testsets/test_set_v1.yaml --candidates new.jsonl --replace 1"

    assert run(command.split()) == 2
    assert "give --story" in capsys.readouterr().err


def test_candidates_that_name_scenes_need_no_story(folder: Path) -> None:
    command = "testset refresh testsets/test_set_v1.yaml --candidates testsets/candidates.jsonl"

    assert run([*command.split(), "--replace", "20", "--format", "json", "-o", "x"]) == 0
    rows = (folder / "x-a.csv").read_text("utf-8").splitlines()
    assert rows[1] == "n-e01,exact_term,green spines,Ch1.Sc1,,,"
