"""What holds for any text at all, and for any well-formed story."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.cnl.lexer import quoted, value_of
from sceneprobe.cnl.parser import parse
from sceneprobe.story.build import build
from sceneprobe.story.lint import lint
from sceneprobe.text.source import decode
from tests.stories import printed, story, tree

steady = settings(deadline=None, derandomize=True, max_examples=200)

WORDS = (
    *("Anna", "@Anna", "Sc1", "Ch1", "P1", "D1", "S1", "The Gate", "Opening Scene 4", "Story"),
    *("is", "has", "includes", "relates", "owns", "references", "requires", "forbids", "must"),
    *("describes", "walks", "loves", "type", "scene", "chapter", "max", "min", "to", "as", "at"),
    *("character", "location", "dialogue", "pattern", "with", "trait", "a,", ",", "5", "-1"),
    *("group", "exchange", "template", "begin", "end", "start", "uses", "binds", "$hero"),
    *("__proto__", "constructor", "__class__", "é", "船", "İ", "http://x", "#hint:", "#hnt:"),
)
MARKS = (
    *('"', '"a b"', '""', '\\"', "\\", "//", "/*", "*/", "/* x */", "/*/", "#", "@", ".", ","),
    *(" ", "\t", "\r", "\u3000", "\x00", "\x0b", "\x1c", "\x1b", "\x85", "\u2028", "\ufeff"),
)
WHOLE_LINES = (
    *("Sc1 group begin", "Sc1 group end", "Sc2 group begin", "group begin", "group end"),
    *("Opening Scene 4 group begin", "Opening Scene 4 group end", "Opening Scene 4", "The Gate"),
    *('"The Gate" group begin', "The Gate group end", "The Gate has type scene", "Sc1 group start"),
    *("Dialogue D1 at Sc1", "D1 exchange begin", "D1 exchange end", "Anna says intent x"),
    *("P1 is pattern", "P1 has template begin", "P1 has template end", "Sc1 uses pattern P1"),
    *("Subplot S1 type romance", "S1 starts Sc1", "Tension at 0.5 is 4", "Anna is character"),
    *("#hint: x", "#style: begin", "#style: end", "#hnt: x", "// x", "/* x */", "/* x", "x */"),
    *('Sc1 describes "x"', "Anna walks", "Sc1 includes character Anna", 'D1 requires "x"', ""),
)

phrases = st.lists(st.sampled_from(WORDS + MARKS), max_size=6).map(" ".join)
marked = st.lists(st.sampled_from(MARKS), max_size=4).map("".join)
any_line = st.one_of(
    st.sampled_from(WHOLE_LINES),
    phrases,
    st.tuples(marked, st.sampled_from(WHOLE_LINES), marked).map("".join),
    st.tuples(st.sampled_from(WHOLE_LINES), marked).map(" ".join),
)
any_end = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r\r\n"])
mixed = st.lists(st.tuples(any_line, any_end).map("".join), max_size=12).map("".join)
texts = st.one_of(
    st.text(),
    st.text('ab "/*\\#:@\r\n\ufeff'),
    mixed,
    st.tuples(mixed, any_line).map("".join),
)


@steady
@given(texts)
def test_any_text_parses_builds_and_lints(text: str) -> None:
    read = story(text)
    findings = (*read.diagnostics, *lint(read))

    for finding in findings:
        line = read.source.lines[finding.span.line - 1]
        assert 1 <= finding.span.line <= len(read.source.lines)
        assert 1 <= finding.span.column <= len(line) + 1
        assert finding.span.column + finding.span.width - 1 <= max(1, len(line))


@steady
@given(st.binary() | texts.map(lambda text: text.encode("utf-16", "replace")))
def test_any_bytes_are_read(content: bytes) -> None:
    read = build(parse(decode("story.cnl", content)))

    codes = [finding.code for finding in read.diagnostics]
    assert codes.count("CNL001") == len(read.source.wrong_bytes)
    assert len(read.source.lines) == content.count(b"\n") + 1


@steady
@given(texts.map(str.encode), st.binary(min_size=1))
def test_offset_of_the_first_wrong_byte_is_where_decoding_stops(
    before: bytes, after: bytes
) -> None:
    source = decode("story.cnl", before + b"\xff" + after)

    assert source.wrong_bytes[0].offset == len(before)


@steady
@given(texts)
def test_printed_tree_reads_back_as_the_same_tree(text: str) -> None:
    document = tree(text)

    assert tree(printed(text)) == document


@steady
@given(texts)
def test_printing_what_was_printed_changes_nothing(text: str) -> None:
    layout = printed(text)

    assert printed(layout) == layout


@steady
@given(texts)
def test_printing_keeps_every_scene(text: str) -> None:
    before, after = story(text), story(printed(text))

    assert [(s.id, s.text) for s in after.scenes] == [(s.id, s.text) for s in before.scenes]


@steady
@given(st.text())
def test_any_name_can_be_quoted(name: str) -> None:
    assert value_of(quoted(name)) == name


words = st.sampled_from("walks finds Key Lamp loves to at Harbor because slowly".split())
prose = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20)
lines = st.one_of(
    prose.map(lambda text: f"Sea describes {quoted(text)}"),
    st.lists(words, min_size=1, max_size=5).map(lambda said: f"Anna {' '.join(said)}"),
    st.sampled_from(["Anna is character", "Sc1 has title Gate", "Sc1 includes character Anna"]),
)


@st.composite
def stories(draw: st.DrawFn) -> list[str]:
    """Draw the lines of a well-formed story: scenes, some in groups, some in each other."""
    written: list[str] = []
    open_groups: list[str] = []
    for number in range(draw(st.integers(1, 6))):
        name = draw(st.sampled_from(["Sc{}", "Ch{}", "Yard{}", "Opening Scene {}"])).format(number)
        written.append(f"{name} group begin")
        open_groups.append(name)
        written += draw(st.lists(lines, max_size=4))
        for _ in range(draw(st.integers(0, len(open_groups)))):
            written.append(f"{open_groups.pop()} group end")
    written += [f"{name} group end" for name in reversed(open_groups)]
    return written


def scenes_in(text: str) -> list[tuple[str, int, str, str | None]]:
    return [(s.id, s.position, s.text, s.chapter) for s in story(text).scenes]


@steady
@given(stories())
def test_well_formed_story_has_no_errors_of_the_language(written: list[str]) -> None:
    read = story("\n".join(written))

    assert [f for f in read.diagnostics if f.severity == "error"] == []


@pytest.mark.parametrize(
    "inserted",
    [
        pytest.param("", id="empty-line"),
        pytest.param(" \t\u3000", id="blank-line"),
        pytest.param("// Sc9 group begin", id="line-comment"),
        pytest.param('/* Sc9 describes "x" */', id="block-comment"),
        pytest.param("/* Sc9 group begin\n\nSc9 group end\n*/", id="comment-over-lines"),
        pytest.param("# Anna walks", id="hash-comment"),
        pytest.param("#hint: x", id="annotation"),
        pytest.param("#style: begin\nSc9 group begin\n#style: end", id="annotation-block"),
    ],
)
@steady
@given(data=st.data())
def test_line_that_says_nothing_changes_no_scene(inserted: str, data: st.DataObject) -> None:
    written = data.draw(stories())
    changed = written.copy()
    for place in sorted(data.draw(st.sets(st.integers(0, len(written)), min_size=1)), reverse=True):
        changed.insert(place, inserted)

    assert scenes_in("\n".join(changed)) == scenes_in("\n".join(written))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda line: f"  {line}\t", id="blanks-around"),
        pytest.param(lambda line: f"{line} // Anna walks", id="comment-at-the-end"),
        pytest.param(lambda line: f"/* x */ {line}", id="comment-at-the-start"),
        pytest.param(lambda line: f"{line}\r", id="crlf"),
    ],
)
@steady
@given(written=stories())
def test_blanks_and_comments_in_a_line_change_no_scene(
    change: Callable[[str], str], written: list[str]
) -> None:
    changed = "".join(f"{change(line)}\n" for line in written)

    assert scenes_in(changed) == scenes_in("\n".join(written))
