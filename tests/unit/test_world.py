"""Entities, inclusions, relationships, ownership and references."""

import pytest

from sceneprobe.story.sentences import listed
from tests.stories import story


def test_entity_has_types_traits_properties_and_its_line() -> None:
    text = """\

Anna is protagonist with trait bold, quick witted
Anna is sailor
Anna is protagonist
Anna has trait courage
Anna has traits wit, bold
Anna has age 30
Anna has Age "31 or so"
"""
    anna = story(text).entities["Anna"]

    assert (anna.type, anna.types, anna.line) == ("protagonist", ("protagonist", "sailor"), 2)
    assert anna.traits == ("bold", "quick witted", "courage", "wit")
    assert anna.properties == {"age": ("30", "31 or so")}


@pytest.mark.parametrize(
    ("line", "type_", "traits"),
    [
        pytest.param("Anna is hero", "hero", (), id="type"),
        pytest.param("Anna is old hero", "old hero", (), id="two-words"),
        pytest.param('Anna is "old hero"', "old hero", (), id="quoted"),
        pytest.param("Anna is hero with traits a, b", "hero", ("a", "b"), id="traits"),
        pytest.param("Anna is hero with trait a from Harbor", "hero", ("a",), id="to-the-next"),
        pytest.param("Anna is hero with lamp", "hero", (), id="with-something-else"),
        pytest.param("@Anna is hero", "hero", (), id="reference"),
    ],
)
def test_declaration(line: str, type_: str, traits: tuple[str, ...]) -> None:
    anna = story(line).entities["Anna"]

    assert (anna.type, anna.traits) == (type_, traits)


def test_entities_are_in_the_order_of_their_declaration() -> None:
    read = story("Marcus has age 3\nZoe is hero\nMarcus is hero\nAnna walks")

    assert list(read.entities) == ["Zoe", "Marcus"]


def test_said_before_the_declaration_counts_too() -> None:
    read = story("Marcus has age 3\nMarcus is hero")

    assert read.entities["Marcus"].properties == {"age": ("3",)}


@pytest.mark.parametrize(
    ("line", "edge"),
    [
        pytest.param("Anna relates to Bo as friend", ("Anna", "Bo", "friend"), id="relates"),
        pytest.param("Anna relates to @Bo as friend", ("Anna", "Bo", "friend"), id="reference"),
        pytest.param(
            'Anna relates to "The Cook" as "old friend"',
            ("Anna", "The Cook", "old friend"),
            id="quoted",
        ),
        pytest.param("Anna mentor_student Bo", ("Anna", "Bo", "mentor_student"), id="underscore"),
        pytest.param("Anna LOVES Bo", ("Anna", "Bo", "loves"), id="any-case"),
        *(
            pytest.param(f"Anna {verb} Bo", ("Anna", "Bo", verb), id=verb)
            for verb in "loves hates fears wants seeks avoids".split()
        ),
    ],
)
def test_relationship(line: str, edge: tuple[str, str, str]) -> None:
    read = story(f"Anna is hero\n{line}")

    assert [(r.source, r.target, r.type) for r in read.relationships] == [edge]
    assert read.entities["Anna"].relationships == read.relationships


@pytest.mark.parametrize("line", ["Anna meets Bo", "Anna fears", "Anna wants to leave"])
def test_event_that_is_no_relationship(line: str) -> None:
    assert story(line).relationships == ()


@pytest.mark.parametrize(
    ("line", "things"),
    [
        pytest.param("Anna owns Key", ["Key"], id="one"),
        pytest.param("Anna owns Key, Lamp", ["Key", "Lamp"], id="several"),
        pytest.param('Anna owns "Silver Key"', ["Silver Key"], id="quoted"),
        pytest.param("Anna owns @Key", ["Key"], id="reference"),
    ],
)
def test_ownership(line: str, things: list[str]) -> None:
    read = story(line)

    assert [(o.owner, o.thing) for o in read.ownerships] == [("Anna", thing) for thing in things]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("Sc1 references @Anna", ["Anna"], id="references"),
        pytest.param("Sc1 references Anna", ["Anna"], id="references-without-mark"),
        pytest.param("Sc1 references Anna, Bo", ["Anna", "Bo"], id="several"),
        pytest.param("Zoe sees @Anna, @Bo at @Harbor", ["Anna", "Bo", "Harbor"], id="any-line"),
        pytest.param("@Anna walks", ["Anna"], id="subject"),
        pytest.param('Zoe says "@Anna"', [], id="string-is-no-reference"),
        pytest.param("Zoe types @", [], id="mark-alone"),
    ],
)
def test_references(line: str, names: list[str]) -> None:
    assert [reference.name for reference in story(line).references] == names


SCENE = "Sc1 group begin\n{}\nSc1 group end\n"


@pytest.mark.parametrize(
    ("line", "includes"),
    [
        pytest.param("Sc1 includes character Anna", {"character": ("Anna",)}, id="one"),
        pytest.param("Sc1 includes CHARACTER Anna", {"character": ("Anna",)}, id="any-case"),
        pytest.param("Sc1 includes mood a, b, a", {"mood": ("a", "b")}, id="several"),
        pytest.param('Sc1 includes location "The Gate"', {"location": ("The Gate",)}, id="quoted"),
        pytest.param("Sc1 includes character @Anna", {"character": ("Anna",)}, id="reference"),
        pytest.param("Anna includes object Key", {"object": ("Key",)}, id="subject-is-no-group"),
    ],
)
def test_inclusion(line: str, includes: dict[str, tuple[str, ...]]) -> None:
    (scene,) = story(SCENE.format(line)).scenes

    assert scene.includes == includes


def test_inclusion_belongs_to_the_scene_it_names() -> None:
    text = "Sc1 group begin\nSc2 includes mood dusk\nSc1 group end\nSc2 group begin\nSc2 group end"

    assert [scene.includes for scene in story(text).scenes] == [{}, {"mood": ("dusk",)}]


def test_inclusion_of_a_group_outside_all_scenes_is_in_no_scene() -> None:
    (inclusion,) = story("Ch1 group begin\nCh1 includes mood dusk\nSc1 group begin").inclusions

    assert (inclusion.group, inclusion.scene) == ("Ch1", None)


def test_properties_of_a_chapter() -> None:
    (chapter,) = story('Ch1 group begin\nCh1 has title "Ashore"\nCh1 has tone grim').chapters

    assert (chapter.title, chapter.properties["tone"]) == ("Ashore", ("grim",))


def test_group_without_a_title_has_none() -> None:
    read = story("Ch1 group begin\nSc1 group begin")

    assert (read.chapters[0].title, read.scenes[0].title) == (None, None)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        pytest.param(["a,", "b"], ("a", "b"), id="comma-at-the-end"),
        pytest.param(["a,b"], ("a", "b"), id="comma-inside"),
        pytest.param(["a", ",", "b"], ("a", "b"), id="comma-alone"),
        pytest.param(["quick", "witted,", "bold"], ("quick witted", "bold"), id="several-words"),
        pytest.param(['"a, b"', "c"], ("a, b c",), id="string-kept-whole"),
        pytest.param([",", ",,"], (), id="commas-only"),
        pytest.param([], (), id="nothing"),
    ],
)
def test_lists_are_parts_between_commas(tokens: list[str], expected: tuple[str, ...]) -> None:
    assert listed(tokens) == expected
