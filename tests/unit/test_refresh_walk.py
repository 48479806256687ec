"""From v1 to v2: the commands in a row, as the quarterly job and two annotators run them."""

import csv
import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from sceneprobe.cli.main import run
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.curate import findings_of_set
from tests.spec.console import transcript

ROOT = Path(__file__).parents[2]
JOB = ROOT / "examples" / "ci" / "refresh-test-set.yml"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "fixtures" / "testsets", tmp_path / "testsets")
    shutil.copy(ROOT / "examples" / "tidewater" / "story.cnl", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[str]:
    """Give the commands of the job that are ours."""
    job = yaml.safe_load(JOB.read_text("utf-8"))["jobs"]["sheets"]
    runs = [step["run"] for step in job["steps"] if "run" in step]
    return [line for line in runs if line.startswith("sceneprobe ")]


@pytest.fixture
def sheets(folder: Path) -> Path:
    for command in commands():
        assert "[exit" not in transcript(command)
    return folder


def grade(path: Path, changed: dict[tuple[str, str], str] | None = None, blank: str = "0") -> None:
    """Grade a sheet as the candidates have it; ``changed`` pairs get other grades."""
    known = {
        (row.topic_id, row.doc_id): str(row.grade)
        for row in read_query_set("testsets/candidates.jsonl").qrels.rows
    } | (changed or {})
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    for row in rows:
        row[5] = known.get((row[0], row[3]), blank)
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([head, *rows])


def test_job_runs_four_times_a_year() -> None:
    # YAML 1.1 reads the key "on" as true.
    job = yaml.safe_load(JOB.read_text("utf-8"))

    assert job[True]["schedule"] == [{"cron": "0 6 1 1,4,7,10 *"}]


def test_job_prepares_two_equal_sheets_and_a_draft(sheets: Path) -> None:
    written = sorted(path.name for path in sheets.glob("next-*"))

    assert written == ["next-a.csv", "next-b.csv", "next-draft.yaml"]
    assert (sheets / "next-a.csv").read_bytes() == (sheets / "next-b.csv").read_bytes()


def test_graded_sheets_become_the_next_version(sheets: Path, capsys: Captured) -> None:
    grade(sheets / "next-a.csv")
    grade(sheets / "next-b.csv", {("n-e05", "Ch2.Sc4"): "2", ("n-c05", "Ch3.Sc1"): "1"})
    capsys.readouterr()

    assert run("testset agree next-a.csv next-b.csv -o set_v2.yaml".split()) == 0

    shown = capsys.readouterr().out
    assert "n-e05  Ch2.Sc4  1 and 2 → 1, the lower" in shown
    assert "n-c05  Ch3.Sc1  2 and 1 → 1, the lower" in shown
    after, findings = findings_of_set("set_v2.yaml", "story.cnl")
    assert findings == ()
    assert after.version == "v2"
    types = Counter(query.type for query in after.queries)
    assert types == {"exact_term": 20, "paraphrase": 15, "complex_clinical": 15}
    assert Counter(query.added_in for query in after.queries) == {"v1": 30, "v2": 20}
    retired = [line for line in after.changelog if " retired " in line]
    assert len(retired) == 20
    assert after.qrels.by_topic()["n-c05"]["Ch3.Sc1"] == 1
    before = read_query_set("testsets/test_set_v1.yaml").qrels.by_topic()
    kept = {name: labels for name, labels in after.qrels.by_topic().items() if name in before}
    assert kept == {name: before[name] for name in kept}


def test_next_version_can_be_refreshed_again(sheets: Path) -> None:
    for name in ("next-a.csv", "next-b.csv"):
        grade(sheets / name)
    run("testset agree next-a.csv next-b.csv -o set_v2.yaml".split())
    text = (sheets / "testsets/candidates.jsonl").read_text("utf-8").replace('"n-', '"m-')
    lines = [line for line in text.splitlines(keepends=True) if '"m-e09"' in line]
    (sheets / "more.jsonl").write_text("".join(lines), "utf-8")

    code = run(
        "testset refresh set_v2.yaml --candidates more.jsonl --replace 1 --story story.cnl".split()
    )

    assert code == 0
    draft = read_query_set("set_v3-draft.yaml")
    assert draft.version == "v3"
    assert any("in the set since v1" in line for line in draft.changelog if "v3: retired" in line)


def test_adjudication_decides_what_is_disputed(sheets: Path) -> None:
    grade(sheets / "next-a.csv")
    grade(sheets / "next-b.csv", {("n-e05", "Ch2.Sc4"): "?", ("n-c05", "Ch3.Sc1"): "3"})
    head = (sheets / "next-a.csv").read_text("utf-8").splitlines()[0]
    rows = "n-e05,,,Ch2.Sc4,,3,\nn-c05,,,Ch3.Sc1,,3,\n"
    (sheets / "c.csv").write_text(f"{head}\n{rows}", "utf-8")
    command = "testset agree next-a.csv next-b.csv -o set_v2.yaml"

    assert run(command.split()) == 2
    assert not (sheets / "set_v2.yaml").exists()
    assert run([*command.split(), "--adjudicated", "c.csv"]) == 0
    labels = read_query_set("set_v2.yaml").qrels.by_topic()
    assert (labels["n-e05"]["Ch2.Sc4"], labels["n-c05"]["Ch3.Sc1"]) == (3, 3)


def test_poor_agreement_is_not_merged_unless_told(sheets: Path, capsys: Captured) -> None:
    grade(sheets / "next-a.csv")
    grade(sheets / "next-b.csv", blank="1")
    command = "testset agree next-a.csv next-b.csv -o set_v2.yaml".split()

    assert run(command) == 1
    assert "not above 0.6" in capsys.readouterr().err
    assert not (sheets / "set_v2.yaml").exists()
    assert run([*command, "--force"]) == 0
    assert read_query_set("set_v2.yaml").version == "v2"


def test_query_without_anything_relevant_is_refused_or_left_out(
    sheets: Path, capsys: Captured
) -> None:
    for name in ("next-a.csv", "next-b.csv"):
        grade(sheets / name, {("n-e08", "Ch4.Sc4"): "0"})
    command = "testset agree next-a.csv next-b.csv -o set_v2.yaml".split()

    assert run(command) == 2
    assert "nothing is relevant for n-e08" in capsys.readouterr().err
    assert run([*command, "--drop-empty"]) == 0
    after, findings = findings_of_set("set_v2.yaml", "story.cnl")
    assert (len(after.queries), findings) == (49, ())
    assert after.changelog[-1] == "v2: left out n-e08: nothing is relevant"


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        pytest.param("none.csv", "cannot read none.csv: no such file", id="missing"),
        pytest.param("story.cnl", "SHT102", id="no-sheet"),
        pytest.param("next-b.csv", "SHT105", id="not-graded"),
    ],
)
def test_sheet_that_cannot_be_used_is_one_clear_error(
    sheets: Path, capsys: Captured, sheet: str, message: str
) -> None:
    grade(sheets / "next-a.csv")
    capsys.readouterr()

    assert run(["testset", "agree", "next-a.csv", sheet, "-o", "set_v2.yaml"]) == 2
    assert message in capsys.readouterr().err
    assert not (sheets / "set_v2.yaml").exists()


def test_sheets_on_other_scales_or_without_rows_or_draft_are_refused(
    folder: Path, capsys: Captured
) -> None:
    texts = {
        "a.csv": "query_id,doc_id,grade\nx,Sc1,1\nx,Sc2,0\n",
        "b.csv": "query_id,doc_id,grade (0-5)\nx,Sc1,1\nx,Sc2,0\n",
        "c.csv": "query_id,doc_id,grade (0-5)\nx,Sc1,5\nx,Sc2,0\n",
        "f.yaml": "version: v2\nqueries: [{id: x, query: sea}]\n",
        "a2.csv": "query_id,doc_id,grade\nx,Sc1,1\nx,Sc2,0\n",
        "c2.csv": "query_id,doc_id,grade (0-5)\nx,Sc1,5\nx,Sc2,0\n",
        "none2.csv": "query_id,doc_id,grade\n",
        "none.csv": "query_id,doc_id,grade\n",
        "d.yaml": "version: v2\nqueries: [{id: y, query: sea}]\n",
        "e.yaml": "version: v2\nqueries: [{id: x, query: sea}, {id: y, query: storm}]\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    said = []
    for command in (
        "a.csv b.csv",
        "none.csv none2.csv",
        "a.csv a2.csv -o x.yaml",
        "a.csv a2.csv -o x.yaml --draft d.yaml",
        "a.csv a2.csv -o x.yaml --draft e.yaml",
        "c.csv c2.csv -o x.yaml --draft f.yaml",
        "a.csv a2.csv --adjudicated b.csv",
        "a.csv a2.csv -o a.csv --draft f.yaml",
        "a.csv ./a.csv",
    ):
        assert run(["testset", "agree", *command.split()]) == 2, command
        said.append(capsys.readouterr().err.splitlines()[-1])

    assert said == [
        "sceneprobe: the scales differ: 0-3 and 0-5",
        "sceneprobe: there are no rows in none.csv",
        "sceneprobe: there is no draft beside a.csv; give --draft",
        'sceneprobe: the query "x" is not new in d.yaml',
        'sceneprobe: the query "y" is new, not graded, in e.yaml',
        "sceneprobe: 1 error: the draft and its new labels make no test set",
        "sceneprobe: the scales differ: 0-3 and 0-5",
        "sceneprobe: -o a.csv would overwrite the input; give another name",
        "sceneprobe: a.csv is given twice; give the sheets of two annotators",
    ]


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
