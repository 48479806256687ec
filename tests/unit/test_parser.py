"""A whole text becomes a flat tree, and no mistake stops the reading."""

import pytest

from sceneprobe.cnl.findings import RULES
from sceneprobe.cnl.model import Annotation, Category, Comment, Group, GroupEnd, Statement, Template
from sceneprobe.cnl.parser import parse
from sceneprobe.text.source import decode
from tests.stories import found, statement, statements, tree


def comments(text: str) -> list[str]:
    return [node.text for node in tree(text).nodes if isinstance(node, Comment)]


def test_statement_has_subject_verb_objects_and_modifiers() -> None:
    read = statement('Anna discovers SilverKey "in haste" at Harbor')

    assert (read.subject, read.verb) == ("Anna", "discovers")
    assert read.objects == ("SilverKey", '"in haste"')
    assert read.modifiers == (("at", "Harbor"),)


def test_quoted_subject_is_read_without_its_quotes() -> None:
    assert statement('"The Dark Forest" is location').subject == "The Dark Forest"


def test_no_word_of_a_line_is_dropped() -> None:
    line = 'Anna gives "the key" to Marcus in , . ? at'

    assert " ".join(statement(line).tokens) == line


@pytest.mark.parametrize(
    ("text", "column"),
    [
        pytest.param("Anna", 1, id="one-word"),
        pytest.param('"Anna waits."', 1, id="one-string"),
        pytest.param('Anna "waits"', 6, id="string-for-a-verb"),
        pytest.param('"Anna" "waits" here', 8, id="two-strings"),
    ],
)
def test_line_without_a_verb_is_an_error(text: str, column: int) -> None:
    read = statement(text)

    assert (read.category, read.verb) == (Category.UNREAD, "")
    assert found(text) == [("CNL301", 1, column)]


def test_tree_is_flat_in_the_order_of_the_file() -> None:
    text = "// a\nSc1 group begin\n#hint: b\nAnna walks\nSc1 group end"
    nodes = tree(text).nodes

    assert [type(node) for node in nodes] == [Comment, Group, Annotation, Statement, GroupEnd]
    assert [node.depth for node in nodes] == [0, 0, 1, 1, 0]
    assert [node.line for node in nodes] == [1, 2, 3, 4, 5]


def test_trees_compare_by_what_they_say() -> None:
    assert tree("Anna  walks\n\n\nSc1 group begin") == tree("  Anna walks\nSc1 group begin\n")
    assert tree("Anna walks") != tree("Anna runs")


def test_every_mistake_of_a_file_is_reported_in_order() -> None:
    text = 'Anna\nSc1 describes "x\nSc2 group end\nSc1 group begin\n/* x'

    assert [(code, line) for code, line, _ in found(text)] == [
        ("CNL301", 1),
        ("CNL201", 2),
        ("CNL102", 3),
        ("CNL103", 4),
        ("CNL202", 5),
    ]


def test_string_ends_with_its_line_and_the_next_line_is_read() -> None:
    text = 'Sc1 describes "Grey\nAnna walks'

    assert found(text) == [("CNL201", 1, 15)]
    assert [s.subject for s in statements(text)] == ["Sc1", "Anna"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("// a", ["// a"], id="line"),
        pytest.param("  // a  ", ["// a"], id="blanks-around"),
        pytest.param("/* a */", ["/* a */"], id="block"),
        pytest.param("/* a\n  b\n*/", ["/* a\n  b\n*/"], id="over-lines"),
        pytest.param("/* a *//* b */", ["/* a */", "/* b */"], id="adjoining"),
        pytest.param("/* a */ // b", ["/* a */", "// b"], id="line-after-block"),
        pytest.param("/*/ a */", ["/*/ a */"], id="slash-after-the-mark"),
        pytest.param("# a", ["# a"], id="hash"),
        pytest.param("/* // */ Anna walks", ["/* // */"], id="marks-in-a-comment"),
    ],
)
def test_comments_are_nodes(text: str, expected: list[str]) -> None:
    assert comments(text) == expected
    assert found(text) == []


def test_comment_in_a_line_is_kept_with_its_statement() -> None:
    read = statement("Anna /* the hero */ walks // home")

    assert read.tokens == ("Anna", "walks")
    assert read.comments == ("/* the hero */", "// home")


def test_statement_ends_where_a_comment_over_lines_begins() -> None:
    text = "Anna walks /* to\nthe harbor */ Marcus waits"

    assert [s.tokens for s in statements(text)] == [("Anna", "walks"), ("Marcus", "waits")]
    assert statements(text)[0].comments == ("/* to\nthe harbor */",)


def test_what_follows_a_comment_over_lines_is_a_new_line() -> None:
    text = "/* a\n*/#hint: b\n/* c\n*/Sc1 group begin\n/* d\n*/// e"
    nodes = tree(text).nodes

    assert [type(node) for node in nodes] == [
        Comment,
        Annotation,
        Comment,
        Group,
        Comment,
        Comment,
    ]


def test_unclosed_comment_is_an_error_at_its_start() -> None:
    text = "Anna walks /* home\nMarcus waits\n"

    assert found(text) == [("CNL202", 1, 12)]
    assert [s.subject for s in statements(text)] == ["Anna"]


TEMPLATE = "P1 is pattern\nP1 has template begin\n$hero  leaves\n/* raw\nP1 has template end\n"


def test_template_is_raw_lines() -> None:
    node = tree(TEMPLATE).nodes[1]

    assert isinstance(node, Template)
    assert (node.pattern, node.text, node.closed) == ("P1", "$hero  leaves\n/* raw\n", True)
    assert found(TEMPLATE) == []


def test_template_that_never_ends_is_an_error_at_its_begin() -> None:
    text = "P1 is pattern\n  P1 has template begin\nP2 has template end\n"

    assert found(text) == [("CNL204", 2, 3)]


def test_template_of_no_declared_pattern_is_a_property() -> None:
    read = statements("P1 has template begin\nAnna walks")

    assert [s.category for s in read] == [Category.PROPERTY, Category.EVENT]


@pytest.mark.parametrize(
    ("text", "column", "number"),
    [
        pytest.param("Anna walks\x00", 11, "0000", id="nul"),
        pytest.param("Anna\x1b[31m walks", 5, "001B", id="escape"),
        pytest.param("Anna\rwalks", 5, "000D", id="lone-cr"),
        pytest.param("Anna walks\u2028", 11, "2028", id="line-separator"),
        pytest.param("Anna\x85walks\x00", 5, "0085", id="first-of-a-line"),
        pytest.param("Anna walks\x7f", 11, "007F", id="delete"),
    ],
)
def test_control_character_earns_a_warning(text: str, column: int, number: str) -> None:
    (finding,) = tree(text).diagnostics

    assert (finding.code, finding.span.column) == ("CNL002", column)
    assert finding.message.endswith(f"U+{number}")


def test_tab_is_a_blank_without_a_warning() -> None:
    assert found("\tAnna\twalks") == []


def test_bytes_that_are_no_utf8_are_errors_with_their_offset() -> None:
    document = parse(decode("story.cnl", b"Anna walks\nAnna runs \xff\xff\n"))

    (finding,) = document.diagnostics

    assert (finding.code, finding.span.line, finding.span.column) == ("CNL001", 2, 11)
    assert "offset 21" in finding.message


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_do_not_change_the_tree(newline: str) -> None:
    text = 'Sc1 group begin\n  Sc1 describes "x"\n#style: begin\na\n#style: end\nSc1 group end\n'

    assert tree(text.replace("\n", newline)) == tree(text)


@pytest.mark.parametrize("text", ["", "\n", "  \n\t\r\n\u3000"], ids=["empty", "line", "blanks"])
def test_text_without_lines_has_an_empty_tree(text: str) -> None:
    assert tree(text).nodes == ()


def test_codes_of_the_language_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
