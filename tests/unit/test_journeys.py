"""A character in one place and then in another needs a way between."""

import pytest

from sceneprobe.story.journeys import MOVEMENTS, location_jumps
from tests.stories import places, story

STORY = """\
Sc1 group begin
  Sc1 includes character Anna
  Sc1 includes location Harbor
  {first}
Sc1 group end
Sc2 group begin
  Sc2 includes location {place}
  Sc2 includes character {who}
  {second}
Sc2 group end
"""


def jumps(
    first: str = "Anna waits", second: str = "Anna waits", who: str = "Anna", place: str = "Tower"
) -> list[tuple[str, int, int]]:
    text = STORY.format(first=first, second=second, who=who, place=place)
    return places(location_jumps(story(text)))


def test_jump_is_told_where_the_second_scene_includes_the_character() -> None:
    assert jumps() == [("location_jump", 8, 26)]


def test_jump_names_both_places_and_both_scenes() -> None:
    text = STORY.format(first="", second="", who="Anna", place="Tower")
    (finding,) = location_jumps(story(text))

    assert finding.message == (
        '"Anna" is at Harbor in "Sc1" and at Tower in "Sc2", and neither scene tells of the way'
    )


@pytest.mark.parametrize(
    "verb",
    "travels journeys moves goes walks runs rides sails flies arrives leaves enters exits".split(),
)
def test_event_of_movement_in_either_scene_is_a_way(verb: str) -> None:
    assert jumps(first=f"Anna {verb} Harbor") == []
    assert jumps(second=f"Anna {verb.upper()} Tower") == []


@pytest.mark.parametrize("word", sorted(MOVEMENTS))
def test_word_of_movement_in_prose_is_a_way(word: str) -> None:
    assert jumps(first=f'Sc1 describes "Then {word.capitalize()}, at dusk."') == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("Marcus walks to Tower", "Anna waits", id="someone-else-walks"),
        pytest.param('Sc1 describes "She waits."', "Anna waits", id="prose-without-movement"),
        pytest.param('Sc1 describes "The ongoing rerun."', "", id="movement-inside-a-word"),
    ],
)
def test_what_is_no_way(first: str, second: str) -> None:
    assert jumps(first, second) == [("location_jump", 8, 26)]


def test_referenced_character_walks_too() -> None:
    assert jumps(first="@Anna walks to Tower") == []


@pytest.mark.parametrize(
    ("who", "place"),
    [
        pytest.param("Anna", "Harbor", id="same-place"),
        pytest.param("Marcus", "Tower", id="another-character"),
        pytest.param("Anna", "Tower, Harbor", id="one-place-in-common"),
    ],
)
def test_no_jump(who: str, place: str) -> None:
    assert jumps(who=who, place=place) == []


def test_scene_without_a_place_is_no_jump() -> None:
    text = STORY.format(first="", second="", who="Anna", place="Tower")

    assert list(location_jumps(story(text.replace("  Sc1 includes location Harbor\n", "")))) == []
    assert list(location_jumps(story(text.replace("  Sc2 includes location Tower\n", "")))) == []


def test_only_scenes_that_follow_each_other_count() -> None:
    text = STORY.format(first="", second="", who="Anna", place="Tower")
    between = "Sc9 group begin\nSc9 group end\nSc2 group begin"

    assert list(location_jumps(story(text.replace("Sc2 group begin", between)))) == []


def test_each_character_who_jumps_is_told() -> None:
    text = STORY.format(first="", second="", who="Marcus, Anna", place="Tower")
    text = text.replace("character Anna\n", "character Anna, Marcus\n", 1)

    assert places(location_jumps(story(text))) == [
        ("location_jump", 8, 26),
        ("location_jump", 8, 34),
    ]
