"""Which category a line has."""

import pytest

from sceneprobe.cnl.forms import is_identifier, written
from sceneprobe.cnl.model import Category
from tests.stories import found, statement, statements


@pytest.mark.parametrize(
    ("line", "category"),
    [
        pytest.param("Anna is protagonist", Category.DECLARATION, id="is"),
        pytest.param("Anna is hero with trait a, b", Category.DECLARATION, id="is-with"),
        pytest.param("Anna has trait courage", Category.PROPERTY, id="has"),
        pytest.param('Sc1 has title "The Gate"', Category.PROPERTY, id="has-title"),
        pytest.param("Story has tone hopeful", Category.PROPERTY, id="story-has"),
        pytest.param("Sc1 includes character Anna", Category.INCLUSION, id="includes"),
        pytest.param("Anna relates to Marcus as friend", Category.RELATIONSHIP, id="relates"),
        pytest.param("Anna owns SilverKey", Category.OWNERSHIP, id="owns"),
        pytest.param("Sc1 references @Anna", Category.REFERENCE, id="references"),
        pytest.param('Story requires "a storm"', Category.CONSTRAINT, id="requires"),
        pytest.param('Story forbids "magic"', Category.CONSTRAINT, id="forbids"),
        pytest.param("Anna must find SilverKey", Category.CONSTRAINT, id="must"),
        pytest.param("Story has max scenes 9", Category.CONSTRAINT, id="max"),
        pytest.param("Story has min scenes 2", Category.CONSTRAINT, id="min"),
        pytest.param('Sea describes "Grey water."', Category.DESCRIPTION, id="describes"),
        pytest.param("Anna discovers SilverKey at Harbor", Category.EVENT, id="event"),
        pytest.param("Anna loves Marcus", Category.EVENT, id="bond"),
        pytest.param("Anna mentor_student Marcus", Category.EVENT, id="bond-with-underscore"),
        pytest.param("ANNA IS Hero", Category.DECLARATION, id="is-in-capitals"),
        pytest.param("Anna Has Max Words 3", Category.CONSTRAINT, id="max-in-capitals"),
        pytest.param("Anna RELATES TO Marcus AS friend", Category.RELATIONSHIP, id="relates-caps"),
        pytest.param('Sc1 DESCRIBES "x"', Category.DESCRIPTION, id="describes-in-capitals"),
    ],
)
def test_verb_decides_the_category(line: str, category: Category) -> None:
    assert statement(line).category is category
    assert found(line) == []


@pytest.mark.parametrize(
    ("line", "column"),
    [
        pytest.param("Anna is", 6, id="is"),
        pytest.param("Anna is with Marcus", 6, id="is-with-a-modifier-only"),
        pytest.param("Anna owns by Law", 6, id="owns-with-a-modifier-only"),
        pytest.param("Anna has", 6, id="has"),
        pytest.param("Sc1 includes character", 5, id="includes-one"),
        pytest.param("Sc1 includes", 5, id="includes"),
        pytest.param("Anna relates to Marcus", 6, id="relates-without-as"),
        pytest.param("Anna relates Marcus as friend x", 6, id="relates-without-to"),
        pytest.param("Anna owns", 6, id="owns"),
        pytest.param("Anna references", 6, id="references"),
        pytest.param("Anna requires", 6, id="requires"),
        pytest.param("Anna forbids", 6, id="forbids"),
        pytest.param("Anna must", 6, id="must"),
    ],
)
def test_form_that_lacks_a_part_is_an_event_with_a_warning(line: str, column: int) -> None:
    assert statement(line).category is Category.EVENT
    assert found(line) == [("CNL303", 1, column)]


HEADERS = [
    pytest.param("Blueprint uses arc Quest", id="blueprint"),
    pytest.param("Beat Midpoint mapped to Ch1.Sc2", id="beat"),
    pytest.param("Tension at 0.5 is 4", id="tension"),
    pytest.param("Dialogue D1 at Sc7", id="dialogue"),
    pytest.param("Subplot S1 type romance", id="subplot"),
    pytest.param("S1 involves Anna, Marcus", id="involves"),
    pytest.param("S1 starts Sc1", id="starts"),
    pytest.param("S1 resolves Sc3", id="resolves"),
    pytest.param("S1 touchpoint Sc2", id="touchpoint"),
    pytest.param("Sc1 uses pattern P1", id="uses-pattern"),
    pytest.param("Sc1 binds $hero to Anna", id="binds"),
    pytest.param("BLUEPRINT USES ARC Quest", id="any-case"),
]


@pytest.mark.parametrize("line", HEADERS)
def test_lines_of_the_visual_editor_are_headers(line: str) -> None:
    read = statements(f"P1 is pattern\nSubplot S1 type romance\n{line}")

    assert read[-1].category is Category.HEADER
    assert " ".join(read[-1].tokens) == line


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Anna starts Engine", id="starts-of-no-subplot"),
        pytest.param("Anna involves Marcus", id="involves-of-no-subplot"),
        pytest.param("Anna uses arc Light", id="not-a-blueprint"),
        pytest.param("Blueprint uses arc", id="blueprint-short"),
        pytest.param("Blueprint uses arc Quest twice", id="blueprint-long"),
        pytest.param("Beat B mapped to", id="beat-short"),
        pytest.param("Beat B drops to Sc1", id="beat-other-words"),
        pytest.param("Tension at noon is high", id="tension-without-numbers"),
        pytest.param("Tension at 0.5 is high", id="tension-with-one-number"),
        pytest.param("Tension rises", id="tension-other-words"),
        pytest.param("Dialogue D1 at Sc7 today", id="dialogue-long"),
        pytest.param("Subplot S1 thickens", id="subplot-other-words"),
        pytest.param("Sc1 uses pattern P2", id="pattern-not-declared"),
        pytest.param("Anna binds rope to Mast", id="binds-without-variable"),
        pytest.param("D1 exchange begin", id="exchange-of-no-dialogue"),
    ],
)
def test_lines_in_other_forms_are_events(line: str) -> None:
    read = statements(f"P1 is pattern\n{line}")

    assert read[-1].category is Category.EVENT


def test_dialogue_subplot_and_pattern_may_be_declared_with_is() -> None:
    read = statements('"The Feud" is subplot\n"The Feud" starts Sc1\n')

    assert [s.category for s in read] == [Category.DECLARATION, Category.HEADER]


@pytest.mark.parametrize(
    ("line", "objects", "modifiers"),
    [
        pytest.param("Anna walks", (), (), id="nothing"),
        pytest.param("Anna gives Key to Marcus", ("Key",), (("to", "Marcus"),), id="one"),
        pytest.param(
            "Anna walks from Harbor to Tower",
            (),
            (("from", "Harbor"), ("to", "Tower")),
            id="two",
        ),
        pytest.param("Anna walks TO Tower", (), (("TO", "Tower"),), id="any-case"),
        pytest.param("Anna waits in", ("in",), (), id="modifier-without-token-is-an-object"),
        pytest.param("Anna runs to at Harbor", ("Harbor",), (("to", "at"),), id="takes-any-token"),
        pytest.param('Anna reads "to" Marcus', ('"to"', "Marcus"), (), id="string-is-no-modifier"),
        pytest.param(
            'Anna waits because "it rains" calmly',
            ("calmly",),
            (("because", '"it rains"'),),
            id="string-as-value",
        ),
    ],
)
def test_objects_and_modifiers(
    line: str, objects: tuple[str, ...], modifiers: tuple[tuple[str, str], ...]
) -> None:
    read = statement(line)

    assert (read.objects, read.modifiers) == (objects, modifiers)


@pytest.mark.parametrize(
    "word", "as to at from with about during because despite before after in by".split()
)
def test_every_modifier_takes_the_token_after_it(word: str) -> None:
    assert statement(f"Anna sings {word} Night").modifiers == ((word, "Night"),)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Anna", True),
        ("Sc1.1", True),
        ("Ch1.Sc2", True),
        ("mentor_student", True),
        ("Jean-Luc", True),
        ("Zoë", True),
        ("アンナ", True),
        ("1st", False),
        ("_x", False),
        ("-", False),
        ("The Gate", False),
        ("Anna,", False),
        ("Anna\n", False),
        ("", False),
    ],
)
def test_identifier_is_a_letter_then_letters_digits_and_marks(name: str, *, plain: bool) -> None:
    assert is_identifier(name) is plain


@pytest.mark.parametrize("name", ["अनीता", "Rene\u0301"])
def test_letters_with_combining_marks_make_a_plain_name(name: str) -> None:
    assert found(f"{name} is character") == []


def test_name_is_written_bare_or_in_quotes() -> None:
    assert written("Sc1") == "Sc1"
    assert written('The "Gate"') == r'"The \"Gate\""'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Anna, is character", [("CNL305", 1, 1)], id="declared"),
        pytest.param('"Anna, the bold" is character', [], id="quoted"),
        pytest.param("@Anna is character", [], id="reference"),
        pytest.param("1st group begin\n1st group end", [("CNL305", 1, 1)], id="group"),
        pytest.param("Scene 4 group begin\nScene 4 group end", [], id="group-of-several-words"),
    ],
)
def test_name_that_should_be_quoted_earns_a_warning(
    line: str, expected: list[tuple[str, int, int]]
) -> None:
    assert found(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param('Sc1 descirbes "x"', [("CNL304", 1, 5)], id="describes"),
        pytest.param("Sc1 include character Anna", [("CNL304", 1, 5)], id="includes"),
        pytest.param("Anna own Key", [], id="short-verbs-are-near-too-much"),
    ],
)
def test_verb_close_to_a_fixed_form_earns_a_warning(
    line: str, expected: list[tuple[str, int, int]]
) -> None:
    assert found(line) == expected


@pytest.mark.parametrize(
    ("line", "column"),
    [
        pytest.param("Sc1 describes", 5, id="nothing"),
        pytest.param("Sc1 describes Rain", 15, id="word"),
        pytest.param('Sc1 describes "a" "b"', 19, id="two-strings"),
        pytest.param('Sc1 describes "a" at Harbor', 19, id="modifier"),
        pytest.param('Sc1 describes "He said "no" twice"', 25, id="unescaped-quote"),
    ],
)
def test_describes_takes_exactly_one_string(line: str, column: int) -> None:
    assert found(line) == [("CNL302", 1, column)]
