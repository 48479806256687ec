"""``sceneprobe convert run``: runs of any form as TREC runs."""

import gzip
from pathlib import Path

import pytest

from sceneprobe.cli.main import run


def converted(folder: Path, text: str | bytes, *options: str, name: str = "run.txt") -> str:
    """Convert a run and give the result."""
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    code = run(["convert", "run", "--input", str(folder / name), *options])

    assert code == 0
    return (folder / f"{name.partition('.')[0]}_trec").read_text("utf-8")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


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
        pytest.param("q1 0 1.5\n", "q1 Q0 0 1 1.5 run\n", id="document-called-0"),
        pytest.param("q1 Q0 a - 1.5 t\n", "q1 Q0 a 1 1.5 t\n", id="trec-without-ranks"),
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
    ("line", "column", "code"),
    [
        pytest.param("q1", 1, "CNV103", id="one-field"),
        pytest.param("q1 a nan", 6, "CNV104", id="nan"),
        pytest.param("q1 a -inf", 6, "CNV104", id="infinite"),
        pytest.param("q1 a 1_0", 6, "CNV104", id="underscore"),
        pytest.param("q1 a ١", 6, "CNV104", id="other-digits"),
        pytest.param("q1 ok 1", 1, "CNV105", id="twice"),
        pytest.param("q1 a\tb 1", 4, "CNV108", id="tab-in-document"),
        pytest.param("q1 \x0ba 1", 4, "CNV108", id="vertical-tab-first"),
        pytest.param("q1 \ufeffa 1", 4, "CNV108", id="byte-order-mark-in-document"),
        pytest.param("\ufeffq2 a 1", 1, "CNV108", id="byte-order-mark-in-query"),
        pytest.param("q\x0c2 a 1", 1, "CNV108", id="form-feed-in-query"),
        pytest.param(f"q1 {'x' * 2_000_000} 1", 1, "CNV103", id="enormous"),
    ],
)
def test_line_that_cannot_be_used_is_skipped_or_fatal(
    tmp_path: Path, line: str, column: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"q1 ok 2\n{line}\nq1 fine 1\n"

    assert converted(tmp_path, text) == "q1 Q0 ok 1 2 run\nq1 Q0 fine 2 1 run\n"
    told = capsys.readouterr().err
    assert f"run.txt:2:{column}: warning {code}" in told
    assert "skipped: 1 line or entry" in told

    (tmp_path / "run_trec").unlink()
    assert run(["convert", "run", "--input", str(tmp_path / "run.txt"), "--strict"]) == 2
    assert f"error {code}" in capsys.readouterr().err
    assert names_in(tmp_path) == ["run.txt"]


@pytest.mark.parametrize(
    ("record", "column", "code"),
    [
        pytest.param('{"id": "q2"', 12, "CNV106", id="no-json"),
        pytest.param("q2 a 1", 1, "CNV106", id="another-form"),
        pytest.param('{"docs": [], "scores": []}', 1, "CNV107", id="no-id"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": [NaN]}', 1, "CNV107", id="nan"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": ["x"]}', 41, "CNV104", id="word"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": [" 1"]}', 41, "CNV104", id="blank"),
        pytest.param('{"id": "q2", "docs": ["a"], "scores": []}', 1, "CNV107", id="lengths"),
        pytest.param('{"id": "q1", "docs": ["a"], "scores": [1]}', 1, "CNV107", id="query-twice"),
        pytest.param('{"id": "q 2", "docs": ["a"], "scores": [1]}', 9, "CNV108", id="blank-in-id"),
        pytest.param('{"id": "q2", "docs": [" a"], "scores": [1]}', 24, "CNV108", id="blank-first"),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": "a b"}', 1, "CNV108", id="name"
        ),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": []}',
            1,
            "CNV107",
            id="list-name",
        ),
        pytest.param(
            '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": "\\ud800"}',
            1,
            "CNV108",
            id="half",
        ),
    ],
)
def test_record_that_cannot_be_used_is_skipped(
    tmp_path: Path, record: str, column: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = '{"id": "q1", "docs": ["ok"], "scores": [1]}\n'
    result = converted(tmp_path, f"{first}{record}\n", name="run.jsonl")

    assert result == "q1 Q0 ok 1 1 run\n"
    assert f"run.jsonl:2:{column}: warning {code}" in capsys.readouterr().err


def test_name_of_a_run_may_be_a_number(tmp_path: Path) -> None:
    record = '{"id": "q2", "docs": ["a"], "scores": [1], "run_name": 7.5e0}'

    assert converted(tmp_path, record) == "q2 Q0 a 1 1 7.5e0\n"


NO_NAME = "lines of a TREC run end in the name of the run; these end in a score"
JUDGMENTS = "this looks like judgments, query 0 document grade"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("q1 Q0 d 1 9.5\n", NO_NAME, id="no-name"),
        pytest.param("q1 Q0 Salt Road 1 9.5\nq1 Q0 d 2 9\n", NO_NAME, id="no-name-blanks"),
        pytest.param("q1\tQ0\td\t1\t9.5\n", NO_NAME, id="no-name-tabs"),
        pytest.param("q1 0 d 1 9.5\n", NO_NAME, id="no-name-but-0"),
        pytest.param("q1 0 d 1\n", JUDGMENTS, id="qrels"),
        pytest.param("q1\t0\td\t1\n", JUDGMENTS, id="qrels-tabs"),
        pytest.param("q1 0 a b 3 1\nq1 0 d 1\nq1 d 1\n", JUDGMENTS, id="qrels-blanks"),
    ],
)
def test_what_would_give_wrong_ids_is_refused(
    tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.txt").write_text(text)

    assert run(["convert", "run", "--input", str(tmp_path / "run.txt")]) == 2
    assert f"run.txt:1:1: error CNV109: {told}" in capsys.readouterr().err
    assert names_in(tmp_path) == ["run.txt"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("q1 d 1 9.5\n", "the documents of 1 query end", id="one"),
        pytest.param("q1 d 1 9\nq1 e 2 8\nq2 d 1 9\nq3 x 9\n", "of 2 queries end", id="two"),
        pytest.param("q1 d 1 9\nq1 e 3 8\n", "", id="no-count"),
        pytest.param("q1 d 2 9\n", "", id="not-from-one"),
        pytest.param("q1 1 9\nq1 2 8\n", "", id="ids-that-are-numbers"),
        pytest.param("q1\td 1\t9\n", "", id="tabs"),
    ],
)
def test_ranks_in_plain_lines_are_pointed_out(
    tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    converted(tmp_path, text)

    err = capsys.readouterr().err
    assert told in err
    assert ("end in 1, 2, 3 …" in err) == bool(told)


def test_line_with_other_columns_is_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert converted(tmp_path, "q1\ta\t1\nq1\tb\n\tc\t1\n") == "q1 Q0 a 1 1 run\n"

    told = capsys.readouterr().err
    assert "run.txt:2:1: warning CNV103" in told
    assert "run.txt:3:1: warning CNV108" in told


def test_document_listed_twice_in_a_record_is_kept_once(tmp_path: Path) -> None:
    text = '\n{"id": "q1", "docs": ["a", "b", "a"], "scores": [1, 2, 3]}\n\n'

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
