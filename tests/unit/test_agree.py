"""Two sheets that are compared: what is refused, told, or merged although kappa has no value."""

from pathlib import Path

import pytest

from sceneprobe.cli.main import run

HEAD = "query_id,query_text,doc_id,grade\n"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_query_that_is_asked_otherwise_in_the_other_sheet_is_refused(
    folder: Path, capsys: Captured
) -> None:
    (folder / "a.csv").write_text(f"{HEAD}x,sea  storm,Sc1,1\ny,'=1,Sc1,1\n", "utf-8")
    (folder / "b.csv").write_text(f"{HEAD}x,sea storm,Sc1,1\ny,=1,Sc1,1\n", "utf-8")
    (folder / "c.csv").write_text(f"{HEAD}x,key,Sc1,1\ny,=1,Sc1,1\n", "utf-8")

    assert run("testset agree a.csv b.csv".split()) == 0
    assert run("testset agree a.csv c.csv".split()) == 2
    assert 'a.csv:2:1: error SHT108: "Sc1" for the query "x" has another' in capsys.readouterr().err


def test_adjudication_of_what_nobody_disputes_is_told(folder: Path, capsys: Captured) -> None:
    (folder / "a.csv").write_text(f"{HEAD}x,sea,Sc1,1\nx,sea,Sc2,0\nx,sea,Sc3,2\n", "utf-8")
    (folder / "b.csv").write_text(f"{HEAD}x,sea,Sc1,1\nx,sea,Sc2,0\nx,sea,Sc3,3\n", "utf-8")
    (folder / "c.csv").write_text(f"{HEAD}x,,Sc3,3\nx,,Sc1,3\nx,,Sc2,0\n", "utf-8")

    run("testset agree a.csv b.csv --adjudicated c.csv --force".split())

    shown = capsys.readouterr()
    assert "1 of 3 pairs are disputed" in shown.out
    assert 'c.csv:3:1: warning SHT109: "Sc1" for the query "x"' in shown.err
    assert "(2 rows in all)" in shown.err


@pytest.mark.parametrize(
    ("second", "code", "message"),
    [
        pytest.param("1", 0, "both gave one and the same grade throughout", id="one-grade"),
        pytest.param("?", 1, "no pair that both gave a grade: talk about", id="all-unsure"),
    ],
)
def test_undefined_kappa_is_told_in_words(
    folder: Path, capsys: Captured, second: str, code: int, message: str
) -> None:
    (folder / "n-a.csv").write_text(f"{HEAD}x,sea,Sc1,1\n", "utf-8")
    (folder / "n-b.csv").write_text(f"{HEAD}x,sea,Sc1,{second}\n", "utf-8")
    draft = "version: v2\nqueries: [{id: x, query: sea}]\n"
    (folder / "n-draft.yaml").write_text(draft, "utf-8")

    assert run("testset agree n-a.csv n-b.csv -o v2.yaml".split()) == code
    assert message in capsys.readouterr().err
    assert (folder / "v2.yaml").exists() is (code == 0)
