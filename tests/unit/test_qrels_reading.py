"""Files of judgments: every form, and what is wrong with their lines."""

import gzip
import subprocess
import sys

import pytest

from sceneprobe.formats.qrels import read_all_qrels, read_judgments, read_qrels
from sceneprobe.text.model import RefusedError
from tests.stories import Place, places

BOM = b"\xef\xbb\xbf"


def judgments(text: str | bytes, *, negative: bool = False) -> dict[str, dict[str, float]]:
    content = text if isinstance(text, bytes) else text.encode()
    read = read_judgments("gold.qrels", content, negative=negative)
    return {topic: dict(judged) for topic, judged in read.items()}


def refused(text: str | bytes) -> list[Place]:
    content = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(RefusedError) as caught:
        read_qrels("gold.qrels", content)
    return places(caught.value.findings)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("q1 0 a b 1\nq1 0 c 0\n", id="blanks"),
        pytest.param("q1 0 a b 1\nq1 0 c 0", id="no-last-line-end"),
        pytest.param("q1 0 a b 1\r\nq1 0 c 0\r\n", id="crlf"),
        pytest.param("q1 0 a b 1\r\nq1 0 c 0\r", id="crlf-cut-off"),
        pytest.param(b"\xef\xbb\xbfq1 0 a b 1\nq1 0 c 0\n", id="byte-order-mark"),
        pytest.param("\n  \nq1 0 a b 1\n\n\nq1 0 c 0\n\n", id="blank-lines"),
        pytest.param("  q1   0   a b   1  \nq1 0  c 0 \n", id="aligned"),
        pytest.param("q1 \t0 a b 1\nq1\t0 c\t0\n", id="tabs-and-blanks"),
        pytest.param("q1 Q0 a b 1\nq1 judge c 0\n", id="any-second-field"),
        pytest.param("q1\ta b\t1\nq1\tc\t0\n", id="three-columns"),
        pytest.param("q1\t0\ta b\t1\nq1\t0\tc\t0\n", id="four-columns"),
        pytest.param("query-id\tcorpus-id\tscore\nq1\ta b\t1\nq1\tc\t0\n", id="heading"),
        pytest.param("q1\ta b\t1 \r\n\r\nq1\tc\t 0\r\n", id="columns-crlf"),
        pytest.param("q1 0 a b 1.0\nq1 0 c 0e3\n", id="spellings-of-grades"),
    ],
)
def test_every_form_gives_the_same_judgments(text: str | bytes) -> None:
    assert judgments(text) == {"q1": {"a b": 1, "c": 0}}


def test_json_lines_have_grade_one() -> None:
    text = (
        '{"id": "q1", "docs": ["a b", "c"]}\n\n{"qid": 7, "docs": [12]}\n{"id": "e", "docs": []}\n'
    )

    assert judgments(text) == {"q1": {"a b": 1, "c": 1}, "7": {"12": 1}, "e": {}}
    assert judgments(BOM + text.encode()) == judgments(text)


def test_other_blanks_of_unicode_belong_to_ids() -> None:
    assert judgments("q\u00a01 0 a\u3000b\u2028 1\n") == {"q\u00a01": {"a\u3000b\u2028": 1}}


def test_cells_are_taken_as_they_are() -> None:
    assert judgments("q 1\t a \t1\n") == {"q 1": {" a ": 1}}


def test_brace_does_not_make_json() -> None:
    assert judgments("{q 0 a 1\n") == {"{q": {"a": 1}}


def test_fractions_are_judgments_but_no_qrels() -> None:
    assert judgments("q1 0 a .5\nq1 0 b 1e-3\n") == {"q1": {"a": 0.5, "b": 0.001}}
    assert refused("q1 0 a .5\nq1 0 b 1e-3\n") == [("QRL105", 1, 8), ("QRL105", 2, 8)]


def test_negative_grades_are_taken_when_asked_for() -> None:
    assert judgments("q1 0 a -1\n", negative=True) == {"q1": {"a": -1}}
    with pytest.raises(RefusedError):
        judgments("q1 0 a -1\n")
    with pytest.raises(RefusedError):
        judgments("q1 0 a -inf\n", negative=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("", [("QRL102", 1, 1)], id="empty"),
        pytest.param("\n \n", [("QRL102", 1, 1)], id="blank"),
        pytest.param(BOM, [("QRL102", 1, 1)], id="byte-order-mark-alone"),
        pytest.param("q1 0 a\n", [("QRL103", 1, 1)], id="three-fields"),
        pytest.param("q1\n", [("QRL103", 1, 1)], id="one-field"),
        pytest.param("q1 0  1\n", [("QRL103", 1, 1)], id="no-document"),
        pytest.param("q1 0 a 1\nq1\ta\t1\n", [("QRL103", 2, 1)], id="tabs-after-blanks"),
        pytest.param("q1\ta\t1\nq1 0 a 1\n", [("QRL103", 2, 1)], id="blanks-after-tabs"),
        pytest.param("q1\ta\t1\nq1\t0\tb\t1\n", [("QRL103", 2, 1)], id="other-columns"),
        pytest.param("\ta\t1\nq1\t\t1\n", [("QRL103", 1, 1), ("QRL103", 2, 1)], id="no-ids"),
        pytest.param("q1 0 a x\n", [("QRL104", 1, 8)], id="word"),
        pytest.param("q1 0 a NaN\n", [("QRL104", 1, 8)], id="nan"),
        pytest.param("q1 0 a inf\n", [("QRL104", 1, 8)], id="infinite"),
        pytest.param("q1 0 a 1e999\n", [("QRL104", 1, 8)], id="overflow"),
        pytest.param("q1 0 a 1_0\n", [("QRL104", 1, 8)], id="underscore"),
        pytest.param("q1 0 a ١\n", [("QRL104", 1, 8)], id="other-digits"),
        pytest.param("q1 0 a 0x1\n", [("QRL104", 1, 8)], id="hexadecimal"),
        pytest.param("q1 0 a 1e10\n", [("QRL105", 1, 8)], id="too-great"),
        pytest.param(f"q1 0 a {'1' * 500}\n", [("QRL104", 1, 8)], id="long-number"),
        pytest.param("q1\ta\t\n", [("QRL104", 1, 6)], id="empty-grade"),
        pytest.param("q1 0 a 1\nq1 0 a 1\n", [("QRL106", 2, 1)], id="twice"),
        pytest.param(b"q1 0 a 1\nq1 0 \xff 1\n", [("QRL101", 2, 6)], id="no-utf8"),
        pytest.param("q1 0 a 1\nq1 0 b\0 1\n", [("QRL101", 2, 7)], id="nul"),
        pytest.param("q1 0 a 1\n".encode("utf-16"), [("QRL101", 1, 1)], id="utf-16"),
        pytest.param(bytes(range(256)) * 9, [("QRL101", 1, 1)], id="garbage"),
        pytest.param("x" * 3_000_000, [("QRL103", 1, 1)], id="enormous-line"),
        pytest.param(f"q1 0 {'x' * 3_000_000} 1", [("QRL103", 1, 1)], id="enormous-id"),
        pytest.param(f"q1\t{'x' * 3_000_000}\t1", [("QRL103", 1, 1)], id="enormous-cell"),
        pytest.param("q1 " * 1_000_000, [("QRL103", 1, 1)], id="a-million-fields"),
        pytest.param('{"id": "q1", "docs": ["a"]\n', [("QRL107", 1, 27)], id="no-json"),
        pytest.param('{"id": "a", "docs": []}\n[1]\n', [("QRL107", 2, 1)], id="no-object"),
        pytest.param('{"a":' * 100_000, [("QRL107", 1, 1)], id="deep"),
        pytest.param('{"id": "q1"}\n', [("QRL108", 1, 1)], id="no-docs"),
        pytest.param('{"id": "q1", "docs": "a"}\n', [("QRL108", 1, 1)], id="docs-no-list"),
        pytest.param('{"id": "q1", "docs": [null]}\n', [("QRL108", 1, 1)], id="docs-no-texts"),
        pytest.param('{"id": "q1", "docs": ["a\\nb"]}\n', [("QRL108", 1, 1)], id="line-end"),
        pytest.param('{"id": "q1", "docs": ["\\ud800"]}\n', [("QRL108", 1, 1)], id="surrogate"),
        pytest.param('{"id": "q", "docs": ["\\u000ba"]}\n', [("QRL108", 1, 1)], id="control"),
        pytest.param('{"id": "\\ufeffq", "docs": ["a"]}\n', [("QRL108", 1, 1)], id="bom-in-id"),
        pytest.param('{"docs": ["a"]}\n', [("QRL108", 1, 1)], id="no-id"),
        pytest.param('{"id": "", "docs": ["a"]}\n', [("QRL108", 1, 1)], id="empty-id"),
        pytest.param('{"id": "q", "qid": "q", "docs": []}\n', [("QRL108", 1, 1)], id="two-ids"),
        pytest.param('{"id": "q", "id": "r", "docs": []}\n', [("QRL108", 1, 1)], id="key-twice"),
        pytest.param(
            '{"id": "q", "docs": ["a"]}\n{"id": "q", "docs": ["b"]}\n',
            [("QRL108", 2, 1)],
            id="two-records",
        ),
        pytest.param('{"id": "q", "docs": ["a", "a"]}\n', [("QRL106", 1, 1)], id="doc-twice"),
        pytest.param('{"id": "q", "docs": []}\n', [("QRL102", 1, 1)], id="no-documents"),
    ],
)
def test_what_is_wrong_is_found_at_its_place(text: str | bytes, found: list[Place]) -> None:
    assert refused(text) == found


@pytest.mark.parametrize(("policy", "grade"), [("keep_max", 2), ("keep_last", 1)])
def test_duplicates_are_folded_when_asked(policy: str, grade: int) -> None:
    content = b"q1 0 a 2\nq1 0 b 0\nq1 0 a 1\n"
    rows = read_qrels("gold.qrels", content, on_duplicate=policy).rows

    assert [(row.doc_id, row.grade) for row in rows] == [("a", grade), ("b", 0)]
    assert read_judgments("gold.qrels", content, on_duplicate=policy)["q1"]["a"] == grade


def test_every_row_is_kept_for_verification() -> None:
    rows = read_all_qrels("gold.qrels", b"q2 0 a 1\nq1 0 a 1\nq2 0 a 1\n").rows

    assert [row.topic_id for row in rows] == ["q2", "q1", "q2"]


@pytest.mark.parametrize("content", [b"\xff", b"", b"q1 0 a 0.5\n"])
def test_unusable_file_cannot_be_verified_either(content: bytes) -> None:
    with pytest.raises(RefusedError):
        read_all_qrels("gold.qrels", content)


def test_a_hundred_findings_are_kept_and_the_others_counted() -> None:
    with pytest.raises(RefusedError, match=r"\(and 249 more\); the judgments cannot") as caught:
        read_qrels("gold.qrels", b"q1 0\n" * 250)

    assert (len(caught.value.findings), caught.value.hidden) == (100, 150)


def test_lines_are_numbered_across_blocks() -> None:
    lines = [f"q{number} 0 Régen 1\n" for number in range(200_000)]
    lines[150_000] = "q 0 Régen x\n"

    assert refused("".join(lines)) == [("QRL104", 150_001, 11)]


def test_finding_shows_its_line() -> None:
    with pytest.raises(RefusedError) as caught:
        read_qrels("gold.qrels", b"q1 0 a 1\nq1 0 b x\n")

    span = caught.value.findings[0].span
    assert span.source.line(span.line) == "q1 0 b x"
    assert span.source.line(1) == ""


def test_reading_needs_no_numpy() -> None:
    script = (
        "import sys, sceneprobe.qrels, sceneprobe.cli.qrels, sceneprobe.cli.convert;"
        "print(*sorted(m for m in sys.modules if '.' not in m))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert {"numpy", "yaml", "rich", "scipy"}.isdisjoint(done.stdout.split())


def test_gzip_is_no_text_when_read_as_it_is() -> None:
    assert refused(gzip.compress(b"q1 0 a 1\n", mtime=0))[0][0] == "QRL101"
