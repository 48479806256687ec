"""Annotations for prose generators."""

import pytest

from sceneprobe.cnl.annotations import TYPES, near_type, read_note
from sceneprobe.cnl.model import Annotation, Comment
from tests.stories import found, scene_texts, tree


def annotations(text: str) -> list[Annotation]:
    return [node for node in tree(text).nodes if isinstance(node, Annotation)]


def test_twelve_types_are_known() -> None:
    known = (
        "example hint style avoid voice subtext sensory pacing reference context contrast reveal"
    )

    assert set(TYPES) == set(known.split())


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_makes_an_annotation(kind: str) -> None:
    (note,) = annotations(f"#{kind}: keep it short")

    assert (note.type, note.text) == (kind, "keep it short")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("  #hint:  a  b  ", "a  b", id="blanks-around"),
        pytest.param("#hint:", "", id="empty"),
        pytest.param("#HINT: a", "a", id="any-case"),
        pytest.param('#hint: say "no // and /* this', 'say "no // and /* this', id="raw"),
    ],
)
def test_text_is_raw_to_the_end_of_the_line(line: str, expected: str) -> None:
    (note,) = annotations(line)

    assert (note.type, note.text) == ("hint", expected)
    assert found(line) == []


def test_annotation_stands_only_at_the_start_of_a_line() -> None:
    text = "Anna walks #hint: slowly"

    assert annotations(text) == []


def test_block_is_raw_and_reads_nothing_else() -> None:
    text = '#style: begin\n  Sc1 group begin\n#hint: x\n/* "\n#style: end\nAnna walks\n'

    (note,) = annotations(text)

    assert note.text == '  Sc1 group begin\n#hint: x\n/* "\n'
    assert (note.block, note.closed) == (True, True)
    assert found(text) == []


def test_block_may_be_empty() -> None:
    (note,) = annotations("#style: begin\n#style: end\n")

    assert (note.text, note.block) == ("", True)


def test_unclosed_block_is_an_error_at_its_begin() -> None:
    text = "Anna walks\n  #style: begin\nshort\n#hint: end\n"

    (note,) = annotations(text)

    assert (note.text, note.closed) == ("short\n#hint: end\n", False)
    assert found(text) == [("CNL203", 2, 3)]


def test_end_without_begin_is_a_note_with_a_warning() -> None:
    (note,) = annotations("#hint: end")

    assert (note.text, note.block) == ("end", False)
    assert found("#hint: end") == [("CNL206", 1, 1)]


def test_annotation_belongs_to_what_stands_before_it() -> None:
    text = """\
#context: of the document
Anna is character
#hint: of line 2
// a comment owns nothing
#voice: of line 2, too
Sc1 group begin
#style: of the group
  Anna walks
  #pacing: of line 8
Sc1 group end
#reveal: of the group, which has ended
"""
    nodes = tree(text).nodes

    owners = {
        node.type: None if node.owner is None else nodes[node.owner].line
        for node in nodes
        if isinstance(node, Annotation)
    }

    assert owners == {
        "context": None,
        "hint": 2,
        "voice": 2,
        "style": 6,
        "pacing": 8,
        "reveal": 6,
    }


def test_annotation_after_a_template_belongs_to_it() -> None:
    nodes = tree("P1 is pattern\nP1 has template begin\nP1 has template end\n#hint: x").nodes

    assert isinstance(nodes[-1], Annotation)
    assert nodes[-1].owner == 1


def test_annotations_never_reach_a_scene_s_text() -> None:
    text = "Sc1 group begin\n#hint: a\nAnna walks\n#style: begin\nb\n#style: end\nSc1 group end"

    assert scene_texts(text) == {"Sc1": "Anna walks."}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        pytest.param("#hnt: x", "hint", id="letter-missing"),
        pytest.param("# hint: x", "hint", id="blank-before"),
        pytest.param("#hint : x", "hint", id="blank-after"),
        pytest.param("#hint x", "hint", id="no-colon"),
        pytest.param("#hint", "hint", id="type-alone"),
        pytest.param("#Styel: x", "style", id="letters-swapped"),
        pytest.param("# a remark", None, id="remark"),
        pytest.param("#hnt x", None, id="misspelt-and-no-colon"),
        pytest.param("#todo: x", None, id="other-word"),
        pytest.param("#", None, id="mark-alone"),
        pytest.param("## hint: x", None, id="two-marks"),
    ],
)
def test_comment_close_to_a_type_earns_a_warning(line: str, meant: str | None) -> None:
    nodes = tree(line).nodes

    assert near_type(line) == meant
    assert [type(node) for node in nodes] == [Comment]
    assert found(line) == ([] if meant is None else [("CNL205", 1, 1)])


def test_other_lines_are_no_notes() -> None:
    assert read_note("#todo: x") is None
    assert read_note("hint: x") is None
