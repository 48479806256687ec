"""Labelling: every answer is kept at once, whatever happens next."""

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.curation.labelling import label
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.sheets import read_sheet_file
from tests.queries import WEATHER

SET = """\
- {id: a, query: storm, relevant: [{id: Sc1, grade: 3}]}
- {id: b, query: key, type: object}
"""
COMMAND = "testset label story.cnl set.yaml --profile bow vsa -k 3".split()
TASKS = tuple(SheetRow("q", f"Sc{n}") for n in (1, 2, 3))
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "story.cnl").write_text(WEATHER, "utf-8")
    (tmp_path / "set.yaml").write_text(SET, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def graded(path: str = "set-labels.csv") -> list[tuple[str, str, int | str | None]]:
    rows = read_sheet_file(path).rows
    return [(*row.pair, "?" if row.unsure else row.grade) for row in rows]


def session(*answers: str | None) -> tuple[list[int], list[Sheet], list[str]]:
    """Answer the three tasks; give where was asked, what was written and what was told."""
    lines: Iterator[str | None] = iter(answers)
    places: list[int] = []
    written: list[Sheet] = []
    told: list[str] = []

    def ask(_: SheetRow, place: int) -> str | None:
        places.append(place)
        return next(lines, None)

    label(Sheet(()), TASKS, ask, written.append, told.append)
    return places, written, told


def test_every_answer_is_written_at_once() -> None:
    _, written, _ = session("3", "?", "0")

    assert [len(sheet.rows) for sheet in written] == [1, 2, 3]
    assert [(row.grade, row.unsure) for row in written[-1].rows] == [
        (3, False),
        (None, True),
        (0, False),
    ]


def test_back_asks_again_and_the_last_answer_counts() -> None:
    places, written, _ = session("b", "3", "b", "1", "s", "s")

    assert places == [1, 1, 2, 1, 2, 3]
    assert [row.grade for row in written[-1].rows] == [1]


def test_grade_takes_unsure_back_and_note_stays() -> None:
    places, written, _ = session("?", "b", "n far off", "2", "q")

    (row,) = written[-1].rows
    assert (row.grade, row.unsure, row.note) == (2, False, "far off")
    assert places == [1, 2, 1, 1, 2]


@pytest.mark.parametrize("line", ["", "4", "-1", "x", "n", "? no", "3 3", "２"])
def test_anything_else_is_asked_again(line: str) -> None:
    places, written, told = session(line, None)

    assert places == [1, 1]
    assert written == []
    assert "is no answer" in told[0]


def test_pool_leaves_out_what_is_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    answer(monkeypatch, "2", "0", "0", "0", "3")

    assert run(COMMAND) == 0
    assert graded() == [
        ("a", "Sc2", 2),
        ("a", "Sc3", 0),
        ("b", "Sc1", 0),
        ("b", "Sc2", 0),
        ("b", "Sc3", 3),
    ]
    assert "set-labels.csv: 5 graded, 0 unsure, 0 left of 5 questions" in capsys.readouterr().err
    assert (folder / "set.yaml").read_text("utf-8") == SET


def test_session_goes_on_where_it_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    answer(monkeypatch, "2", "?", "s", "n hm", "q")
    run(COMMAND)
    capsys.readouterr()
    answer(monkeypatch, "0", "1", "3")

    assert run([*COMMAND, "-o", "new.yaml"]) == 0
    assert run([*COMMAND, "-o", "new.yaml"]) == 0

    shown = capsys.readouterr().out
    assert shown.count("1 of 3") == 1
    assert "so far: note: hm" in shown.partition("2 of 3")[2]
    assert len(graded()) == 5
    labels = read_query_set(folder / "new.yaml").qrels.by_topic()
    assert labels == {"a": {"Sc1": 3, "Sc2": 2}, "b": {"Sc1": 0, "Sc2": 1, "Sc3": 3}}


@pytest.mark.parametrize(
    "text",
    ["=storm", "'storm", "-storm", "a\nstorm", "a\rstorm", "a\u2028storm", ' "storm", a;\tb '],
    ids=["formula", "apostrophe", "minus", "line-end", "return", "separator", "quoted"],
)
def test_query_is_known_again_in_its_own_sheet(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (folder / "set.json").write_text(json.dumps([{"id": "a", "query": text}]), "utf-8")
    command = "testset label story.cnl set.json --profile bow -k 1".split()
    answer(monkeypatch, "1")

    assert run(command) == 0
    assert run(command) == 0


def test_sheet_is_filled_in_where_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "query_id,query_text,doc_id,grade (0-5)\nn,lamp,Sc2,\nn,lamp,Sc1,0\nn,lamp,Sc3,\n"
    (folder / "a.csv").write_text(text, "utf-8")
    answer(monkeypatch, "5", "4")

    assert run("testset label story.cnl a.csv".split()) == 0
    assert graded("a.csv") == [("n", "Sc2", 5), ("n", "Sc1", 0), ("n", "Sc3", 4)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("story.cnl -", "give files", id="stdin"),
        pytest.param("story.cnl none.yaml", "cannot read none.yaml", id="no-set"),
        pytest.param("story.cnl odd.csv", "SHT102", id="odd-sheet"),
        pytest.param("story.cnl far.csv", "far.csv:2:1: error SHT110", id="unknown-scene"),
        pytest.param(
            "story.cnl set.yaml --sheet far.csv",
            "far.csv:2:1: error SHT110",
            id="labels-of-no-scene",
        ),
        pytest.param(
            "story.cnl set.yaml --sheet old.csv",
            "old.csv:3:1: error SHT108",
            id="labels-of-old-text",
        ),
        pytest.param("story.cnl mixed.csv", "mixed.csv:3:1: error SHT108", id="two-texts"),
        pytest.param("story.cnl set.yaml --sheet odd.csv", "SHT102", id="odd-labels"),
        pytest.param("story.cnl set.yaml --sheet wide.csv", "differ: 0-5 and 0-3", id="scales"),
        pytest.param("story.cnl far.csv --sheet x.csv", "--sheet goes with", id="two-sheets"),
        pytest.param("story.cnl near.csv -o x.yaml", "-o goes with", id="no-set-to-write"),
        pytest.param("story.cnl set.yaml -o story.cnl", "would overwrite", id="over-story"),
        pytest.param("story.cnl set.yaml -o note.txt", "does not hold these", id="over-text"),
        pytest.param("story.cnl set.yaml -o other.yaml", "does not hold these", id="over-set"),
        pytest.param("story.cnl set.yaml --profile nix", '"nix"', id="backend"),
        pytest.param("story.cnl set.yaml --sheet no/x.csv", "cannot write no/x.csv", id="folder"),
        pytest.param("story.cnl set.yaml --sheet=", "--sheet needs the name", id="no-sheet-name"),
        pytest.param("story.cnl set.yaml -o no/x.yaml", "cannot write no/x.yaml", id="no-folder"),
        pytest.param("story.cnl set.yaml --answers none.txt", "cannot read none", id="answers"),
    ],
)
def test_what_cannot_be_labelled_is_refused(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    arguments: str,
    message: str,
) -> None:
    (folder / "odd.csv").write_text("a,b\n", "utf-8")
    (folder / "far.csv").write_text("query_id,doc_id,grade\nn,Sc9,\n", "utf-8")
    head = "query_id,query_text,doc_id,grade"
    (folder / "old.csv").write_text(f"{head}\na, storm ,Sc1,3\nb,keys,Sc2,3\n", "utf-8")
    (folder / "mixed.csv").write_text(f"{head}\na,storm,Sc1,3\na,calm,Sc2,\n", "utf-8")
    (folder / "wide.csv").write_text("query_id,doc_id,grade (0-5)\nb,Sc1,5\n", "utf-8")
    (folder / "near.csv").write_text("query_id,doc_id,grade\nn,Sc1,\n", "utf-8")
    (folder / "note.txt").write_text("{", "utf-8")
    (folder / "other.yaml").write_text("- sea\n", "utf-8")
    answer(monkeypatch, "1")

    assert run(["testset", "label", *arguments.split()]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert "quit:" not in shown.out


def test_interrupt_in_a_terminal_loses_nothing(folder: Path) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sceneprobe", *COMMAND],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        # A job in the background ignores interrupts, and so would what it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        cwd=folder,
    ) as process:
        os.close(follower)
        shown = until(leader, b"1 of 5", b"quit: ")
        os.write(leader, b"2\n")
        shown += until(leader, b"2 of 5", b"quit: ")
        process.send_signal(signal.SIGINT)
        shown += until(leader, b"interrupted")
        code = process.wait(timeout=30)
        os.close(leader)

    assert code == 130
    assert graded() == [("a", "Sc2", 2)]
    assert shown.count(b"quit: 2\r\n") == 1
    assert b"quit: \r\nset-labels.csv: holds every answer; the same command goes on" in shown


def until(terminal: int, *parts: bytes) -> bytes:
    """Read what a terminal shows until all parts have come, in their order."""
    shown, deadline = b"", time.monotonic() + 30
    for part in parts:
        start = len(shown)
        while part not in shown[start:] and part not in shown:
            ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, shown
            shown += os.read(terminal, 1000)
    return shown
