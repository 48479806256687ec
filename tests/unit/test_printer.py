"""Canonical layout, which reads back as the same tree."""

import pytest

from tests.stories import printed, tree


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("\n\n", "", id="blank-lines-only"),
        pytest.param("  Anna   walks\t", "Anna walks\n", id="one-blank-between-words"),
        pytest.param('Sc1"a  b"c', 'Sc1 "a  b" c\n', id="strings-stay"),
        pytest.param(
            "A group begin\nB group begin\nAnna walks\nB group end\nA group end",
            "A group begin\n  B group begin\n    Anna walks\n  B group end\nA group end\n",
            id="two-spaces-a-level",
        ),
        pytest.param("\n\na b\n\n\n\nc d\n\n", "a b\n\nc d\n", id="at-most-one-blank-line"),
        pytest.param("a b\r\nc d", "a b\r\nc d\r\n", id="line-ends-of-the-file"),
        pytest.param("a /* x */ b // y", "a b /* x */ // y\n", id="comments-move-to-the-end"),
        pytest.param(
            "A group begin\n/* x\n y */ a b\nA group end",
            "A group begin\n  /* x\n y */\n  a b\nA group end\n",
            id="comment-over-lines",
        ),
        pytest.param("  #HINT:x", "#hint: x\n", id="annotation"),
        pytest.param("#hint:  ", "#hint:\n", id="empty-annotation"),
        pytest.param(
            "A group begin\n#style: begin\n raw  \n#STYLE: END\nA group end",
            "A group begin\n  #style: begin\n raw  \n  #style: end\nA group end\n",
            id="annotation-block",
        ),
        pytest.param("#style: begin\n a\n\n", "#style: begin\n a\n", id="unclosed-annotation"),
        pytest.param(
            "P is pattern\nP  has template begin // x\n $a  b\nP has  template end",
            "P is pattern\nP has template begin // x\n $a  b\nP has template end\n",
            id="template",
        ),
        pytest.param("/* a\n", "/* a\n", id="unclosed-comment"),
        pytest.param('x "a"//b', 'x "a"//b\n', id="mark-that-is-a-word"),
    ],
)
def test_canonical_layout(text: str, expected: str) -> None:
    layout = printed(text)

    assert layout == expected
    assert tree(layout) == tree(text)
    assert printed(layout) == layout


def test_indent_stops_at_forty_levels() -> None:
    begin = "".join(f"G{i} group begin\n" for i in range(50))
    end = "".join(f"G{i} group end\n" for i in reversed(range(50)))

    indents = [len(line) - len(line.lstrip()) for line in printed(begin + end).splitlines()]

    assert indents[:50] == [2 * min(depth, 40) for depth in range(50)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('Anna says "a\r', id="cr-at-the-end-of-an-open-string"),
        pytest.param("Anna walks\n#style: begin\na\r\r\nb\n#style: end\n", id="cr-in-raw-lines"),
        pytest.param("\n\ufeffAnna walks\n", id="byte-order-mark-in-a-later-line"),
        pytest.param("\ufeff\ufeffAnna walks\n", id="two-byte-order-marks"),
        pytest.param('Anna /* c */ says "a', id="comment-before-an-open-string"),
        pytest.param(
            "P is pattern\nP has template begin /* a\nb */\nAnna walks\n",
            id="comment-over-lines-after-a-template-begin",
        ),
    ],
)
def test_layout_of_a_broken_line_reads_back_as_the_same_tree(text: str) -> None:
    assert tree(printed(text)) == tree(text)


def test_comment_at_the_end_of_a_template_is_kept() -> None:
    text = "P is pattern\nP has template begin\nP has template end // of the quest\n"

    assert "// of the quest" in printed(text)
