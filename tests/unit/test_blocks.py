"""Groups and exchanges: what opens, what closes, and what is wrong with an end."""

import pytest

from sceneprobe.cnl.model import Group, GroupEnd, Statement
from tests.stories import found, statements, tree


def groups(text: str) -> list[tuple[str, int]]:
    return [(node.name, node.depth) for node in tree(text).nodes if isinstance(node, Group)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param("Sc1 group begin", "Sc1", id="word"),
        pytest.param("Sc1 GROUP Begin", "Sc1", id="any-case"),
        pytest.param('"The Gate" group begin', "The Gate", id="quoted"),
        pytest.param("Opening  Scene\t4 group begin", "Opening Scene 4", id="several-words"),
        pytest.param('Act "Two" group begin', "Act Two", id="words-and-strings"),
        pytest.param("group group begin", "group", id="named-group"),
    ],
)
def test_name_is_all_that_stands_before_group_begin(line: str, name: str) -> None:
    assert groups(line) == [(name, 0)]


def test_groups_nest_and_siblings_share_their_depth() -> None:
    text = """\
Ch1 group begin
Sc1 group begin
Sc1 group end
Sc2 group begin
Sc2 group end
Ch1 group end
Ch2 group begin
Ch2 group end
"""

    assert groups(text) == [("Ch1", 0), ("Sc1", 1), ("Sc2", 1), ("Ch2", 0)]
    assert found(text) == []


def test_quoted_name_and_its_words_name_the_same_group() -> None:
    assert found('"The Gate" group begin\nThe Gate group end') == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Sc1 group end", [("CNL102", 1, 1)], id="nothing-open"),
        pytest.param(
            "Ch1 group begin\nSc1 group begin\nCh1 group end", [("CNL102", 3, 1)], id="outer-named"
        ),
        pytest.param(
            "Sc1 group begin\nSc2 group end\nSc1 group end", [("CNL102", 2, 1)], id="unknown-named"
        ),
        pytest.param(
            "Sc1 group begin\nsc1 group end",
            [("CNL103", 1, 1), ("CNL102", 2, 1)],
            id="names-have-a-case",
        ),
        pytest.param("Sc1 group begin", [("CNL103", 1, 1)], id="never-ends"),
        pytest.param(
            "Sc1 group begin\n  Sc2 group begin",
            [("CNL103", 1, 1), ("CNL103", 2, 3)],
            id="two-never-end",
        ),
        pytest.param("group begin\ngroup end", [("CNL101", 1, 1), ("CNL101", 2, 1)], id="nameless"),
        pytest.param(
            '"" group begin\n"" group end',
            [("CNL101", 1, 1), ("CNL101", 2, 1)],
            id="empty-name",
        ),
        pytest.param("Sc1 group begin\ngroup end", [("CNL101", 2, 1)], id="nameless-end"),
        pytest.param("group begin\nSc1 group end", [("CNL101", 1, 1)], id="nameless-begin"),
        pytest.param("group end", [("CNL101", 1, 1)], id="nameless-end-of-nothing"),
        pytest.param("group begin", [("CNL101", 1, 1), ("CNL103", 1, 1)], id="nameless-never-ends"),
        pytest.param("Sc1 group start\nSc1 group end", [("CNL104", 1, 11)], id="start"),
        pytest.param("Sc1 group begin\nSc1 group stop", [("CNL104", 2, 11)], id="stop"),
        pytest.param(
            "Sc1 group begins\nSc1 group stops",
            [("CNL104", 1, 11), ("CNL104", 2, 11)],
            id="begins-stops",
        ),
        pytest.param("/*\n*/ Sc1 group end", [("CNL102", 2, 4)], id="after-a-comment"),
    ],
)
def test_wrong_begin_or_end_is_an_error_at_its_line(
    text: str, expected: list[tuple[str, int, int]]
) -> None:
    assert found(text) == expected


def test_wrong_end_says_which_group_is_open_and_where_it_began() -> None:
    (finding,) = tree("Ch1 group begin\nSc1 group begin\nCh1 group end").diagnostics

    assert '"Sc1"' in finding.message
    assert finding.hint is not None
    assert "line 2" in finding.hint


def test_end_of_an_unknown_group_says_which_is_open() -> None:
    finding = tree("Sc1 group begin\nSc2 group end\nSc1 group end").diagnostics[0]

    assert finding.message == 'no open group is named "Sc2"'
    assert finding.hint == 'the innermost open group is "Sc1", opened at line 1'


def test_wrong_end_closes_the_outer_group_of_that_name() -> None:
    text = "Ch1 group begin\nSc1 group begin\nSc2 group begin\nCh1 group end\nAnna walks"

    assert tree(text).nodes[-1].depth == 0
    assert found(text) == [("CNL102", 4, 1)]


def test_wrong_end_that_names_no_open_group_closes_nothing() -> None:
    text = "Sc1 group begin\nSc2 group end\nAnna walks\nSc1 group end"

    assert [node.depth for node in tree(text).nodes] == [0, 1, 1, 0]


def test_innermost_of_two_groups_of_one_name_ends_first() -> None:
    text = "Act group begin\nAct group begin\nAct group end\nAnna walks\nAct group end"

    assert [node.depth for node in tree(text).nodes] == [0, 1, 1, 1, 0]
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        pytest.param("Sc1 group begin", "close it with Sc1 group end", id="word"),
        pytest.param(
            '"The Gate" group begin', 'close it with "The Gate" group end', id="several-words"
        ),
    ],
)
def test_unclosed_group_says_how_to_close_it(text: str, hint: str) -> None:
    (finding,) = tree(text).diagnostics

    assert finding.hint == hint


def test_line_that_begins_with_the_words_of_its_group_has_the_group_as_subject() -> None:
    text = """\
Opening Scene 4 group begin
  Opening Scene 4 has title "Dawn"
  Opening Scene 5 closes
Opening Scene 4 group end
Opening Scene 4 closes
"""
    subjects = [node.subject for node in tree(text).nodes if isinstance(node, Statement)]

    assert subjects == ["Opening Scene 4", "Opening", "Opening"]


def test_longest_open_name_is_the_subject() -> None:
    text = "Act One group begin\nAct One Part Two group begin\nAct One Part Two has tone grim"
    last = tree(text).nodes[-1]

    assert isinstance(last, Statement)
    assert (last.subject, last.verb) == ("Act One Part Two", "has")


def test_words_of_a_group_alone_are_a_line_without_a_verb() -> None:
    text = "Anna walks group begin\nAnna walks\nAnna walks group end"

    assert [(code, line) for code, line, _ in found(text)] == [("CNL301", 2)]


def test_words_of_a_group_before_a_string_are_a_line_without_a_verb() -> None:
    text = 'The Gate group begin\nThe Gate "opens"\nThe Gate group end'

    assert found(text) == [("CNL301", 2, 10)]


EXCHANGE = 'Dialogue D1 at Sc1\nD1 exchange begin\nAnna says sketch "Hm."\nD1 exchange end\n'


def test_exchange_of_a_declared_dialogue_is_a_block() -> None:
    nodes = tree(EXCHANGE).nodes

    assert [type(node) for node in nodes] == [Statement, Group, Statement, GroupEnd]
    assert [node.depth for node in nodes] == [0, 0, 1, 0]
    assert found(EXCHANGE) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("D1 exchange end", [("CNL105", 2, 1)], id="nothing-open"),
        pytest.param("D1 exchange begin", [("CNL106", 2, 1)], id="never-ends"),
        pytest.param(
            "Sc1 group begin\nD1 exchange begin\nSc1 group end", [("CNL102", 4, 1)], id="in-a-group"
        ),
        pytest.param(
            "D1 exchange begin\nSc1 group begin\nD1 exchange end", [("CNL105", 4, 1)], id="around"
        ),
        pytest.param(
            "D1 exchange begin\ngroup end\nD1 exchange end", [("CNL101", 3, 1)], id="nameless-end"
        ),
    ],
)
def test_wrong_end_of_an_exchange(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(f"Dialogue D1 at Sc1\n{text}") == expected


def test_closing_an_outer_group_closes_all_that_is_open_in_it() -> None:
    text = """\
Ch1 group begin
The Gate group begin
Ch1 group end
The Gate opens
The Gate group end
"""
    (read,) = statements(text)

    assert (read.subject, read.depth) == ("The", 0)
    assert found(text) == [("CNL102", 3, 1), ("CNL102", 5, 1)]
