"""``sceneprobe qrels``: exit codes, and what is told."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from sceneprobe.cli.main import run

WHOLE = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.qrels"
    path.write_text(WHOLE)
    return path


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


@pytest.mark.parametrize(
    ("ids", "options", "code"),
    [
        pytest.param("q1\nq2\n", [], 0, id="whole"),
        pytest.param(" q2 \r\n\r\nq1", [], 0, id="other-order"),
        pytest.param("q1\n", [], 1, id="extra-topic"),
        pytest.param("q1\n", ["--require-no-extras"], 1, id="extra-topic-not-wanted"),
        pytest.param("q1\n", ["--allow-extras"], 0, id="extra-topic-allowed"),
        pytest.param("q1\nq3\n", ["--allow-extras"], 1, id="extra-and-missing-topic"),
        pytest.param("q1\n", ["--allow-extras", "--require-no-extras"], 2, id="both"),
        pytest.param("q1\nq2\nq3\n", [], 1, id="missing-topic"),
        pytest.param("\n", [], 2, id="no-ids"),
    ],
)
def test_verification_gives_its_exit_code(
    gold: Path, ids: str, options: list[str], code: int
) -> None:
    expected = written(gold.parent, "ids.txt", ids)

    assert run(["qrels", "verify", str(gold), "--expected", expected, *options]) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(WHOLE, 0, id="whole"),
        pytest.param(WHOLE + "q1 0 a 1\n", 1, id="duplicate"),
        pytest.param(WHOLE + "q1 0 a\n", 2, id="malformed"),
        pytest.param("", 2, id="empty"),
    ],
)
def test_judgments_alone_are_verified(gold: Path, text: str, code: int) -> None:
    gold.write_text(text)

    assert run(["qrels", "verify", str(gold)]) == code


def test_all_problems_are_listed(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = written(gold.parent, "ids.txt", "".join(f"t{number}\n" for number in range(300)))

    code = run(["qrels", "verify", str(gold), "--expected", ids, "--format", "json"])

    problems = json.loads(capsys.readouterr().out)["problems"]
    assert code == 1
    assert [problem["kind"] for problem in problems] == ["missing"] * 300 + ["extra"] * 2


def test_queries_say_what_is_expected(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queries = written(gold.parent, "set.yaml", "- {id: q1, query: sea}\n- {id: q9, query: fog}\n")

    assert run(["qrels", "verify", str(gold), "--queries", queries]) == 1
    assert 'missing: the topic "q9" has no judgment\n' in capsys.readouterr().out


def test_query_set_that_cannot_be_read_is_refused(gold: Path) -> None:
    queries = written(gold.parent, "set.yaml", "- {id: [q1], query: sea}\n")

    assert run(["qrels", "verify", str(gold), "--queries", queries]) == 2


def test_packed_file_is_read(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold.write_bytes(gzip.compress(WHOLE.encode()))

    assert run(["qrels", "stats", str(gold)]) == 0
    assert "2 topics, 3 judgments, 2 of them relevant" in capsys.readouterr().out


def test_median_of_an_even_number_is_between(
    gold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["qrels", "stats", str(gold)]) == 0
    assert "at least 1, at most 2, median 1.5\n" in capsys.readouterr().out


def test_rare_grade_has_a_bar_too(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold.write_text("q1 0 rare 3\n" + "".join(f"q1 0 d{number} 0\n" for number in range(1000)))

    assert run(["qrels", "stats", str(gold)]) == 0
    assert "    3          1  █\n" in capsys.readouterr().out


def test_of_many_topics_without_relevant_documents_some_are_named(
    gold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold.write_text("".join(f"t{number} 0 a 0\n" for number in range(12)))

    assert run(["qrels", "stats", str(gold)]) == 0
    assert "12 topics with nothing relevant: t0, t1," in capsys.readouterr().out


def test_findings_that_are_not_shown_are_counted(
    gold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold.write_text("q1 0\n" * 250)

    assert run(["qrels", "stats", str(gold)]) == 2
    told = capsys.readouterr().err
    assert "sceneprobe: 100 errors, and 150 more: the judgments cannot be used" in told


def test_difference_is_told_by_the_exit_code(gold: Path) -> None:
    other = written(gold.parent, "other.tsv", "q2\ta\t2\nq1\tb\t0\nq1\ta\t1\n")
    third = written(gold.parent, "third.tsv", "q2\ta\t2\nq1\tb\t0\nq1\ta\t3\n")

    assert run(["qrels", "diff", str(gold), other]) == 0
    assert run(["qrels", "diff", str(gold), third]) == 1
    assert run(["qrels", "diff", str(gold), str(gold.parent / "missing")]) == 2


def test_standard_input_is_read_once(
    gold: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WHOLE.encode())))

    assert run(["qrels", "diff", "-", str(gold)]) == 0
    assert run(["qrels", "diff", "-", "-"]) == 2
    assert run(["qrels", "verify", "-", "--expected", "-"]) == 2
    assert capsys.readouterr().err.count("only one of the files") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="nothing"),
        pytest.param(["merge"], id="unknown-action"),
        pytest.param(["stats"], id="no-file"),
        pytest.param(["stats", "."], id="directory"),
        pytest.param(["stats", "missing"], id="missing"),
        pytest.param(["stats", "{gold}", "--format", "csv"], id="unknown-format"),
        pytest.param(["stats", "{gold}", "-o", "{gold}"], id="over-the-input"),
        pytest.param(["diff", "missing", "{gold}", "-o", "{gold}"], id="over-the-second"),
        pytest.param(["verify", "{gold}", "--require-no-extras"], id="extras-of-nothing"),
        pytest.param(["verify", "{gold}", "--allow-extras"], id="allowed-of-nothing"),
        pytest.param(["verify", "{gold}", "--expected", "missing"], id="missing-ids"),
        pytest.param(["verify", "{gold}", "--expected", "a", "--queries", "b"], id="both"),
    ],
)
def test_wrong_usage_exits_with_2(gold: Path, arguments: list[str]) -> None:
    assert run(["qrels", *(argument.format(gold=gold) for argument in arguments)]) == 2
    assert gold.read_text() == WHOLE


def test_ids_that_are_no_text_are_refused(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (gold.parent / "ids.txt").write_bytes(b"q1\n\xff\n")

    assert run(["qrels", "verify", str(gold), "--expected", str(gold.parent / "ids.txt")]) == 2
    assert "the byte at offset 3 is no UTF-8" in capsys.readouterr().err
