"""``sceneprobe convert qrels``: QUEST's judgments as TREC files."""

import gzip
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.qrels import read_qrel_file

EXAMPLES = Path(__file__).parents[2] / "examples" / "quest"
GOLD = '{"id": "q1", "docs": ["a b", "c"]}\n'


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_complete_workflow_on_the_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "quest")
    gold, bm25 = str(tmp_path / "quest" / "gold.jsonl"), str(tmp_path / "quest" / "bm25.jsonl")

    codes = [
        run(["convert", "qrels", "--input", gold]),
        run(["convert", "run", "--input", bm25, "--run_name", "bm25"]),
    ]

    assert codes == [0, 0]
    assert {"gold_qrels", "gold_id_added.jsonl", "bm25_trec"} <= set(names_in(tmp_path / "quest"))
    judged = read_qrel_file(tmp_path / "quest" / "gold_qrels")
    assert read_qrel_file(tmp_path / "quest" / "gold_id_added.jsonl") == judged
    retrieved = (tmp_path / "quest" / "bm25_trec").read_text("utf-8").splitlines()
    assert {line.split()[0] for line in retrieved} == {row.topic_id for row in judged.rows}
    assert "1 query has negative scores only" in capsys.readouterr().err

    quest = tmp_path / "quest"
    files = ["--run", str(quest / "bm25_trec"), "--qrels", str(quest / "gold_qrels")]
    assert run(["evaluate", *files, "--cutoffs", "1", "5", "-o", str(quest / "results.json")]) == 0
    results = json.loads((quest / "results.json").read_text("utf-8"))
    assert results["num_queries"] == len({row.topic_id for row in judged.rows})
    assert 0 < results["recall"]["1"] <= results["recall"]["5"] <= 1


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("gold.jsonl", "gold_qrels"),
        ("gold.jsonl.gz", "gold_qrels"),
        ("gold", "gold_qrels"),
        ("gold.v2", "gold.v2_qrels"),
    ],
)
def test_result_is_called_as_the_input(tmp_path: Path, name: str, target: str) -> None:
    content = GOLD.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)

    assert run(["convert", "qrels", "--input", str(tmp_path / name)]) == 0
    assert (tmp_path / target).read_text() == "q1 0 a b 1\nq1 0 c 1\n"
    assert names_in(tmp_path) == sorted([name, target])


def test_copy_with_ids_is_written_anew(tmp_path: Path) -> None:
    gold, copy = tmp_path / "gold.jsonl", tmp_path / "gold_id_added.jsonl"
    copy.write_text("stale")
    gold.write_text('  {"n": 1.50, "docs": ["a"]}\r\n\r\n{"id": "q1", "docs": ["b"]}\r\n')

    assert run(["convert", "qrels", "--input", str(gold)]) == 0
    assert copy.read_text() == (
        '{"id": "q2", "n": 1.50, "docs": ["a"]}\n{"id": "q1", "docs": ["b"]}\n'
    )
    assert (tmp_path / "gold_qrels").read_text() == "q2 0 a 1\nq1 0 b 1\n"


def test_ids_with_blanks_are_divided_by_tabs(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "q 1", "docs": ["a ", "b"]}\n')

    assert run(["convert", "qrels", "--input", str(gold)]) == 0
    assert (tmp_path / "gold_qrels").read_text() == "q 1\t0\ta \t1\nq 1\t0\tb\t1\n"
    assert read_qrel_file(tmp_path / "gold_qrels") == read_qrel_file(gold)


@pytest.mark.parametrize("policy", ["keep_max", "keep_last"])
def test_document_that_stands_twice_is_written_once(tmp_path: Path, policy: str) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "q1", "docs": ["a", "b", "a"]}\n')

    assert run(["convert", "qrels", "--input", str(gold)]) == 2
    assert run(["convert", "qrels", "--input", str(gold), "--on-duplicate", policy]) == 0
    assert (tmp_path / "gold_qrels").read_text() == "q1 0 a 1\nq1 0 b 1\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"", "QRL102", id="empty"),
        pytest.param(b'{"id": "a", "docs": []}\n', "QRL102", id="no-documents"),
        pytest.param(b"q1 0 a 1\n" * 200, "1 error", id="something-else"),
        pytest.param(bytes(range(256)), "1 error", id="garbage"),
        pytest.param(b'{"docs": ["a"]}\n{"docs": [1, {}]}\n', "QRL108", id="one-record-wrong"),
        pytest.param(b'{"docs": ["\xff"]}\n', "QRL101", id="no-utf8"),
        pytest.param(b'{"docs": ["a"]}\n{"docs"' + b"x" * 5_000_000, "1 error", id="enormous"),
        pytest.param(gzip.compress(GOLD.encode())[:-3], "ends too early", id="truncated"),
    ],
)
def test_unusable_judgments_leave_nothing(
    tmp_path: Path, content: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gold.jsonl").write_bytes(content)

    assert run(["convert", "qrels", "--input", str(tmp_path / "gold.jsonl")]) == 2
    assert told in capsys.readouterr().err
    assert names_in(tmp_path) == ["gold.jsonl"]


@pytest.mark.parametrize("output", ["gold.jsonl", "link", "gold_id_added.jsonl", "", "."])
def test_neither_input_nor_copy_is_overwritten(tmp_path: Path, output: str) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"docs": ["a"]}\n')
    (tmp_path / "link").symlink_to(gold)
    target = str(tmp_path / output) if output else ""

    assert run(["convert", "qrels", "--input", str(gold), "-o", target]) == 2
    assert gold.read_text() == '{"docs": ["a"]}\n'
    assert names_in(tmp_path) == ["gold.jsonl", "link"]


def test_copy_that_is_a_link_to_the_input_is_refused(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"docs": ["a"]}\n')
    (tmp_path / "gold_id_added.jsonl").symlink_to(gold)

    assert run(["convert", "qrels", "--input", str(gold)]) == 2
    assert gold.read_text() == '{"docs": ["a"]}\n'
    assert names_in(tmp_path) == ["gold.jsonl", "gold_id_added.jsonl"]


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOLD.encode())))
    assert run(["convert", "qrels", "--input", "-"]) == 0
    assert capsys.readouterr().out == "q1 0 a b 1\nq1 0 c 1\n"

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"docs": ["a"]}')))
    assert run(["convert", "qrels", "--input", "-"]) == 2
    assert "need a file" in capsys.readouterr().err


def test_first_record_may_be_long(tmp_path: Path) -> None:
    documents = ", ".join(f'"{number}"' for number in range(100_000))
    gold = tmp_path / "gold.jsonl"
    gold.write_text(f'\n{{"docs": [{documents}]}}\n')

    assert run(["convert", "qrels", "--input", str(gold)]) == 0
    assert (tmp_path / "gold_qrels").read_text().count("\n") == 100_000
