"""Conversions: judgments and runs of other tools as TREC files."""

import gzip
import io
import shutil
import sys
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.qrels import read_qrel_file

EXAMPLES = Path(__file__).parents[2] / "examples" / "quest"
GOLD = '{"id": "q1", "docs": ["a b", "c"]}\n'


def converted(folder: Path, text: str | bytes, *options: str, name: str = "run.txt") -> str:
    """Convert a run and give the result."""
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    code = run(["convert", "run", "--input", str(folder / name), *options])

    assert code == 0
    return (folder / f"{name.partition('.')[0]}_trec").read_text("utf-8")


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


def test_copy_that_is_a_link_to_the_input_is_refused(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"docs": ["a"]}\n')
    (tmp_path / "gold_id_added.jsonl").symlink_to(gold)

    assert run(["convert", "qrels", "--input", str(gold)]) == 2
    assert gold.read_text() == '{"docs": ["a"]}\n'


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOLD.encode())))
    assert run(["convert", "qrels", "--input", "-"]) == 0
    assert capsys.readouterr().out == "q1 0 a b 1\nq1 0 c 1\n"

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"docs": ["a"]}')))
    assert run(["convert", "qrels", "--input", "-"]) == 2
    assert "need a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "result"),
    [
        pytest.param("q1 Q0 a 9 1.50 t\n", "q1 Q0 a 1 1.50 t\n", id="trec"),
        pytest.param("q1 Q0 a b  9 1.50 t\r\n", "q1 Q0 a b 1 1.50 t\n", id="trec-blanks-crlf"),
        pytest.param("q1 Q0 a 9 1.50 t\r\n", "q1 Q0 a 1 1.50 t\n", id="trec-crlf"),
        pytest.param("q1\tQ0\ta b\t9\t1.50\tt\n", "q1 Q0 a b 1 1.50 t\n", id="trec-tabs"),
        pytest.param("q1 a 1.50\n", "q1 Q0 a 1 1.50 run\n", id="plain"),
        pytest.param("q1 a b 2 1.50\n", "q1 Q0 a b 2 1 1.50 run\n", id="plain-blanks"),
        pytest.param("q1\ta b\t1.50 \n", "q1 Q0 a b 1 1.50 run\n", id="tabs"),
        pytest.param(
            '{"id": 1, "docs": ["a b", 2], "scores": ["1.50", -2], "x": {}}\n',
            "1 Q0 a b 1 1.50 run\n1 Q0 2 2 -2 run\n",
            id="json-lines",
        ),
        pytest.param(
            '{"id": "q1", "docs": ["a"], "scores": [1E2], "run_name": "own"}\n',
            "q1 Q0 a 1 1E2 own\n",
            id="json-lines-with-a-name",
        ),
        pytest.param(b"\xef\xbb\xbfq1 a 1\n", "q1 Q0 a 1 1 run\n", id="byte-order-mark"),
        pytest.param(gzip.compress(b"q1 a 1\n"), "q1 Q0 a 1 1 run\n", id="gzip"),
        pytest.param("\n\nq1 a 1", "q1 Q0 a 1 1 run\n", id="blank-lines"),
        pytest.param("  q1 a 1\nq1 b 2\n", "q1 Q0 b 1 2 run\nq1 Q0 a 2 1 run\n", id="indented"),
        pytest.param(
            "q1 a 1\nq10 a 1\nq1 b 2\n",
            "q1 Q0 b 1 2 run\nq1 Q0 a 2 1 run\nq10 Q0 a 1 1 run\n",
            id="apart",
        ),
        pytest.param("q1 Fargo 13 14 15 1.5\n", "q1 Q0 Fargo 13 14 15 1 1.5 run\n", id="numbers"),
        pytest.param("heading\nq1 a 1\nq1 b 0\n", "q1 Q0 a 1 1 run\nq1 Q0 b 2 0 run\n", id="odd"),
        pytest.param("q1 é\u00a0船 1\n", "q1 Q0 é\u00a0船 1 1 run\n", id="unicode"),
    ],
)
def test_form_is_found_by_content(tmp_path: Path, text: str | bytes, result: str) -> None:
    assert converted(tmp_path, text) == result


@pytest.mark.parametrize(
    ("order", "ids"),
    [("quest", "bacab"), ("descending", "abcab"), ("ascending", "babac")],
)
def test_order_of_scores_can_be_chosen(tmp_path: Path, order: str, ids: str) -> None:
    text = "n a -1\nn b -2\nz c 0\nz a -1\nz b -2\n"
    lines = converted(tmp_path, text, "--score-order", order).splitlines()

    assert "".join(line.split()[2] for line in lines) == ids


def test_equal_scores_are_ordered_by_document(tmp_path: Path) -> None:
    text = "q c 1\nq a 1.0\nq b 10e-1\nm c -1\nm a -1\n"

    lines = converted(tmp_path, text).splitlines()

    assert [line.split()[2] for line in lines] == ["a", "b", "c", "a", "c"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("q1", "CNV103", id="one-field"),
        pytest.param("q1 a nan", "CNV104", id="nan"),
        pytest.param("q1 a -inf", "CNV104", id="infinite"),
        pytest.param("q1 a 1_0", "CNV104", id="underscore"),
        pytest.param("q1 a ١", "CNV104", id="other-digits"),
        pytest.param("q1 ok 1", "CNV105", id="twice"),
        pytest.param("q1 a\tb 1", "CNV108", id="tab-in-document"),
        pytest.param(f"q1 {'x' * 2_000_000} 1", "CNV103", id="enormous"),
    ],
)
def test_line_that_cannot_be_used_is_skipped_or_fatal(
    tmp_path: Path, line: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"q1 ok 2\n{line}\nq1 fine 1\n"

    assert converted(tmp_path, text) == "q1 Q0 ok 1 2 run\nq1 Q0 fine 2 1 run\n"
    told = capsys.readouterr().err
    assert f"run.txt:2:{told.partition('run.txt:2:')[2].partition(':')[0]}: warning {code}" in told
    assert "skipped: 1 line or entry" in told

    (tmp_path / "run_trec").unlink()
    assert run(["convert", "run", "--input", str(tmp_path / "run.txt"), "--strict"]) == 2
    assert f"error {code}" in capsys.readouterr().err
    assert names_in(tmp_path) == ["run.txt"]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        pytest.param('{"id": "q2"', "CNV106", id="no-json"),
        pytest.param("q2 a 1", "CNV106", id="another-form"),
        pytest.param('{"docs": [], "scores": []}', "CNV107", id="no-id"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": [NaN]}', "CNV107", id="nan"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": ["x"]}', "CNV104", id="word"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": [" 1"]}', "CNV104", id="blank"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": []}', "CNV107", id="lengths"),
        pytest.param('{"id": "q1", "docs": ["a"], "scores": [1]}', "CNV107", id="query-twice"),
        pytest.param('{"id": "q 2", "docs": ["a"], "scores": [1]}', "CNV108", id="blank-in-id"),
        pytest.param('{"id": "q2", "docs": [" a"], "scores": [1]}', "CNV108", id="blank-first"),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": "a b"}', "CNV108", id="name"
        ),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": 7.5e0}', "", id="number-as-name"
        ),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": []}', "CNV107", id="list-name"
        ),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": "\\ud800"}', "CNV108", id="half"
        ),
    ],
)
def test_record_that_cannot_be_used_is_skipped(
    tmp_path: Path, record: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = '{"id": "q1", "docs": ["ok"], "scores": [1]}\n'
    result = converted(tmp_path, f"{first}{record}\n", name="run.jsonl")

    assert result.startswith("q1 Q0 ok 1 1 run\n")
    assert (result.count("\n") == 1) == bool(code)
    assert f"warning {code}" in capsys.readouterr().err if code else True


def test_document_listed_twice_in_a_record_is_kept_once(tmp_path: Path) -> None:
    text = '{"id": "q1", "docs": ["a", "b", "a"], "scores": [1, 2, 3]}\n'

    assert converted(tmp_path, text) == "q1 Q0 b 1 2 run\nq1 Q0 a 2 1 run\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"", "this file is empty", id="empty"),
        pytest.param(b"\n \n", "this file is empty", id="blank"),
        pytest.param(b"nothing\n", "does not look like a run", id="words"),
        pytest.param(b"q1 a nan\n", "no result of this run", id="nothing-usable"),
        pytest.param(bytes(range(256)), "CNV101", id="garbage"),
        pytest.param(b"q1 a 1\n" * 300_000 + b"\xff", "CNV101", id="garbage-at-the-end"),
        pytest.param(b'{"id"' + b"x" * 5_000_000, "CNV106", id="enormous"),
        pytest.param(gzip.compress(b"q1 a 1\n")[:-3], "ends too early", id="truncated"),
    ],
)
def test_unusable_run_leaves_nothing(
    tmp_path: Path, content: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.txt").write_bytes(content)

    assert run(["convert", "run", "--input", str(tmp_path / "run.txt")]) == 2
    assert told in capsys.readouterr().err
    assert names_in(tmp_path) == ["run.txt"]


def test_very_many_skipped_lines_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    converted(tmp_path, "q1 a 1\n" + "q1\n" * 250)

    told = capsys.readouterr().err
    assert told.count("warning CNV103") == 100
    assert "skipped: 250 lines or entries; 150 of them are not shown" in told


@pytest.mark.parametrize("name", ["", "two words", "tab\tbed", "\x1b[31m"])
def test_name_that_no_run_can_have_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "run.txt").write_text("q1 a 1\n")

    assert run(["convert", "run", "--input", str(tmp_path / "run.txt"), "--run-name", name]) == 2
    assert names_in(tmp_path) == ["run.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["convert"], id="nothing"),
        pytest.param(["convert", "story"], id="unknown-kind"),
        pytest.param(["convert", "run"], id="no-input"),
        pytest.param(["convert", "run", "--input", "missing"], id="missing"),
        pytest.param(["convert", "qrels", "--input", "."], id="directory"),
        pytest.param(["convert", "run", "--input", "x", "--score-order", "best"], id="order"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(arguments) == 2
