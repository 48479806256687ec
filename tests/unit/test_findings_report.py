"""Findings as text, JSON and annotations for GitHub."""

import json

import pytest

from sceneprobe.report.findings import (
    count_findings,
    findings_as_github,
    findings_as_json,
    findings_as_text,
    headline,
)
from sceneprobe.text.model import Diagnostic, Severity, Source, Span


def finding(
    line: str,
    column: int = 1,
    width: int = 1,
    *,
    name: str = "story.cnl",
    message: str = "it is wrong",
    hint: str | None = None,
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    span = Span(Source(name, (line,)), 1, column, width)
    return Diagnostic("CNL000", severity, message, span, hint)


def shown(diagnostic: Diagnostic) -> tuple[str, str]:
    """Give the source line and the caret line, without their margins."""
    _, line, caret, *_ = findings_as_text([diagnostic]).splitlines()
    return line.removeprefix("  1 | "), caret.removeprefix("    | ")


def test_text_shows_place_line_caret_and_hint() -> None:
    source = Source("story.cnl", ("",) * 11 + ("  Sc2 group end",))
    span = Span(source, 12, 3, 3)
    wrong = Diagnostic("CNL102", Severity.ERROR, "no group", span, "open one")

    assert findings_as_text([wrong]) == (
        "story.cnl:12:3: error CNL102: no group\n"
        "  12 |   Sc2 group end\n"
        "     |   ^^^\n"
        "hint: open one\n"
    )


def test_text_without_a_hint_ends_with_the_caret() -> None:
    assert findings_as_text([finding("Anna", 1, 4)]).endswith("    | ^^^^\n")


def test_no_findings_are_no_text() -> None:
    assert findings_as_text([]) == ""
    assert findings_as_github([]) == ""
    assert findings_as_json([]) == "[]\n"


def test_empty_line_has_a_caret_and_no_blanks_at_its_end() -> None:
    assert findings_as_text([finding("")]) == (
        "story.cnl:1:1: error CNL000: it is wrong\n  1 |\n    | ^\n"
    )


@pytest.mark.parametrize(
    ("line", "column", "width", "caret"),
    [
        pytest.param("船船 Anna", 4, 4, "     ^^^^", id="wide-before"),
        pytest.param("Anna 船船", 6, 2, "     ^^^^", id="wide-marked"),
        pytest.param("Zoe\u0308 Anna", 6, 4, "    ^^^^", id="combining-before"),
        pytest.param("\t\tAnna", 3, 4, "  ^^^^", id="tabs-before"),
        pytest.param("\x1b[1mAnna", 5, 4, "    ^^^^", id="control-before"),
        pytest.param("Anna", 5, 1, "    ^", id="after-the-end"),
        pytest.param("Anna", 3, 99, "  ^^", id="wider-than-the-line"),
    ],
)
def test_caret_stands_below_its_place(line: str, column: int, width: int, caret: str) -> None:
    assert shown(finding(line, column, width))[1] == caret


def test_control_and_bidi_characters_are_made_visible() -> None:
    text = findings_as_text(
        [
            finding(
                "a\x1b[2Jb\u202ec",
                name="st\x1bory\u2066.cnl",
                message='"a\x07b" is wrong',
                hint="write \u202ea",
            )
        ]
    )

    assert text == (
        'st␛ory\ufffd.cnl:1:1: error CNL000: "a␇b" is wrong\n'
        "  1 | a␛[2Jb\ufffdc\n"
        "    | ^\n"
        "hint: write \ufffda\n"
    )


@pytest.mark.parametrize("column", [1, 60, 5_000_000, 9_999_996])
def test_line_of_10_mb_is_cut_around_the_caret(column: int) -> None:
    text = "x" * (column - 1) + "HERE" + "y" * (10_000_000 - column - 3)
    line, caret = shown(finding(text, column, 4))

    assert len(line) <= 102
    assert line[caret.index("^") : caret.rindex("^") + 1] == "HERE"
    assert line.startswith("…") == (column > 41)
    assert line.endswith("…") == (column < 9_999_000)


def test_mark_that_runs_out_of_the_excerpt_ends_with_it() -> None:
    line, caret = shown(finding('"' + "x" * 500, 1, 501))

    assert len(line) == 101
    assert caret == "^" * 100


def test_line_that_fits_is_shown_whole() -> None:
    assert shown(finding("x" * 100, 90))[0] == "x" * 100


def test_headline_is_the_first_line() -> None:
    assert headline(finding("a", severity=Severity.WARNING)) == (
        "story.cnl:1:1: warning CNL000: it is wrong"
    )


def test_json_has_an_object_for_each_finding() -> None:
    text = findings_as_json([finding("Zoë", 2, 3, message='"Zoë"\n', hint="x"), finding("a")])

    assert "Zoë" in text
    assert json.loads(text)[0] == {
        "file": "story.cnl",
        "line": 1,
        "column": 2,
        "end_column": 5,
        "severity": "error",
        "code": "CNL000",
        "message": '"Zoë"\n',
        "hint": "x",
    }
    assert json.loads(text)[1]["hint"] is None


def test_github_annotation_names_place_and_code() -> None:
    assert findings_as_github([finding("Anna", 2, 3, severity=Severity.WARNING)]) == (
        "::warning file=story.cnl,line=1,col=2,endColumn=5,title=CNL000::it is wrong\n"
    )


def test_github_annotation_is_escaped() -> None:
    wrong = finding("a", name="50%,a:b\r\n.cnl", message="100%:, a\r\nb", hint="::error::x")

    assert findings_as_github([wrong]) == (
        "::error file=50%25%2Ca%3Ab%0D%0A.cnl,line=1,col=1,endColumn=2,title=CNL000"
        "::100%25:, a%0D%0Ab%0Ahint: ::error::x\n"
    )


@pytest.mark.parametrize(
    ("errors", "warnings", "text"),
    [
        (0, 0, "no findings"),
        (1, 0, "1 error"),
        (0, 1, "1 warning"),
        (2, 3, "2 errors, 3 warnings"),
    ],
)
def test_findings_are_counted_by_severity(errors: int, warnings: int, text: str) -> None:
    findings = [finding("a")] * errors + [finding("a", severity=Severity.WARNING)] * warnings

    assert count_findings(findings) == text
