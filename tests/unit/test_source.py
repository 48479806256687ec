"""Bytes and text become lines."""

import pytest

from sceneprobe.text.model import (
    Rule,
    Severity,
    Span,
    WrongByte,
    errors_in,
    in_order,
)
from sceneprobe.text.source import decode, from_text

LINES = [
    pytest.param(b"", ("",), id="empty"),
    pytest.param(b"a\nb", ("a", "b"), id="lf"),
    pytest.param(b"a\r\nb\r\n", ("a", "b", ""), id="crlf"),
    pytest.param(b"a\nb\r\nc", ("a", "b", "c"), id="mixed"),
    pytest.param(b"a\rb", ("a\rb",), id="lone-cr-ends-no-line"),
    pytest.param(b"a\r\r\nb", ("a", "b"), id="crs-before-an-end-are-part-of-it"),
    pytest.param(b"a\r", ("a",), id="cr-at-the-end-of-the-file"),
    pytest.param("a\u2028b\x0bc\x0cd\x85e".encode(), ("a\u2028b\x0bc\x0cd\x85e",), id="no-others"),
    pytest.param(b"\xef\xbb\xbfAnna", ("Anna",), id="byte-order-mark"),
    pytest.param("Łódź 船".encode(), ("Łódź 船",), id="unicode"),
]


@pytest.mark.parametrize(("content", "lines"), LINES)
def test_lines_end_in_lf_or_crlf_and_nowhere_else(content: bytes, lines: tuple[str, ...]) -> None:
    source = decode("story.cnl", content)

    assert source.lines == lines
    assert source.wrong_bytes == ()


@pytest.mark.parametrize(("content", "lines"), LINES)
def test_lines_are_the_same_where_another_line_is_no_utf8(
    content: bytes, lines: tuple[str, ...]
) -> None:
    source = decode("story.cnl", content + b"\n\xff")

    assert source.lines[:-1] == lines
    assert source.lines[-1] == "\ufffd"


@pytest.mark.parametrize(
    ("content", "newline"),
    [
        pytest.param(b"a\r\nb\n", "\r\n", id="first-crlf"),
        pytest.param(b"a\nb\r\n", "\n", id="first-lf"),
        pytest.param(b"a", "\n", id="none"),
        pytest.param(b"a\r", "\n", id="lone-cr"),
        pytest.param(b"\xff\r\n", "\r\n", id="no-utf8"),
    ],
)
def test_newline_is_the_end_of_the_first_line(content: bytes, newline: str) -> None:
    source = decode("story.cnl", content)

    assert source.newline == newline


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        pytest.param(b"caf\xe9", [(3, 1, 4)], id="one"),
        pytest.param(b"\xe9\xe9\xe9", [(0, 1, 1)], id="first-of-a-line"),
        pytest.param("é".encode() + b"\xff", [(2, 1, 2)], id="column-in-characters"),
        pytest.param(b"a\nb\xff\r\n\xffc", [(3, 2, 2), (6, 3, 1)], id="several-lines"),
        pytest.param(b"\xef\xbb\xbfa\n\xff", [(5, 2, 1)], id="offset-counts-the-mark"),
        pytest.param(b"\xef\xbb\xbf\xff", [(3, 1, 1)], id="column-leaves-the-mark-out"),
        pytest.param(b"\xe2\x82\n\xac", [(0, 1, 1), (3, 2, 1)], id="character-cut-by-a-line-end"),
        pytest.param(b"\xed\xa0\x80", [(0, 1, 1)], id="surrogate"),
        pytest.param(b"\xc0\xaf", [(0, 1, 1)], id="overlong"),
    ],
)
def test_first_wrong_byte_of_each_line_is_told(
    content: bytes, wrong: list[tuple[int, int, int]]
) -> None:
    source = decode("story.cnl", content)

    assert source.wrong_bytes == tuple(WrongByte(*place) for place in wrong)


def test_wrong_bytes_become_the_replacement_character() -> None:
    source = decode("story.cnl", b"caf\xe9 noir\r\n")

    assert source.lines == ("caf\ufffd noir", "")


def test_text_is_read_as_if_it_came_from_a_file() -> None:
    source = from_text("story.cnl", "\ufeffa\r\nb\ud800")

    assert source == decode("story.cnl", b"\xef\xbb\xbfa\r\nb\xef\xbf\xbd")
    assert (source.lines, source.newline) == (("a", "b\ufffd"), "\r\n")


def test_line_beyond_the_last_is_empty() -> None:
    source = from_text("story.cnl", "a\nb")

    assert [source.line(number) for number in (0, 1, 2, 3)] == ["", "a", "b", ""]


def test_findings_are_ordered_by_place_then_code() -> None:
    source = from_text("story.cnl", "a\nb")
    early, late = (Rule(code, Severity.ERROR, "") for code in ("A", "B"))
    findings = [
        late.at(Span(source, 2, 1), "third"),
        late.at(Span(source, 1, 5), "second"),
        early.at(Span(source, 2, 1), "before third"),
        late.at(Span(source, 1, 2), "first"),
        late.at(Span(source, 2, 1), "after third"),
    ]

    assert [f.message for f in in_order(findings)] == [
        "first",
        "second",
        "before third",
        "third",
        "after third",
    ]


def test_severity_given_to_a_finding_replaces_that_of_its_rule() -> None:
    source = from_text("story.cnl", "a")
    rule = Rule("A", Severity.WARNING, "")
    findings = [
        rule.at(Span(source, 1, 1), "as it is"),
        rule.at(Span(source, 1, 1), "worse", severity=Severity.ERROR),
    ]

    assert [f.message for f in errors_in(findings)] == ["worse"]
