"""What a story demands, and of which scenes."""

import pytest

from tests.stories import story

STORY = """\
{before}
Ch1 group begin
  {chapter}
  Sc1 group begin
    {scene}
    Yard group begin
      {yard}
    Yard group end
  Sc1 group end
  Sc2 group begin
  Sc2 group end
Ch1 group end
Sc3 group begin
Sc3 group end
"""


def text_with(**lines: str) -> str:
    return STORY.format(**{"before": "", "chapter": "", "scene": "", "yard": ""} | lines)


@pytest.mark.parametrize(
    ("line", "type_", "text", "limit"),
    [
        pytest.param('Story requires "a storm"', "requires", "a storm", None, id="requires"),
        pytest.param('Story FORBIDS "magic"', "forbids", "magic", None, id="forbids"),
        pytest.param("Anna must find Key at Harbor", "must", "find Key at Harbor", None, id="must"),
        pytest.param("Story has max scenes 9", "max", "scenes", 9.0, id="max"),
        pytest.param("Story has MIN words 0.5", "min", "words", 0.5, id="min"),
        pytest.param("Story has max words a scene 80", "max", "words a scene", 80.0, id="words"),
        pytest.param('Story has max words "80"', "max", "words", 80.0, id="quoted-number"),
        pytest.param("Story has max words many", "max", "words", None, id="no-number"),
        pytest.param("Story has max words -1", "max", "words", None, id="negative"),
        pytest.param("Story has max words nan", "max", "words", None, id="nan"),
        pytest.param("Story has max words inf", "max", "words", None, id="infinite"),
        pytest.param("Story has max words", "max", "words", None, id="missing-number"),
        pytest.param("Story has max", "max", "", None, id="missing-all"),
    ],
)
def test_demand(line: str, type_: str, text: str, limit: float | None) -> None:
    (constraint,) = story(line).constraints

    assert (constraint.type, constraint.text, constraint.limit) == (type_, text, limit)


@pytest.mark.parametrize(
    ("text", "scope", "scenes"),
    [
        pytest.param(text_with(before='Story requires "x"'), "global", [1, 2, 3], id="story"),
        pytest.param(text_with(before='Anna requires "x"'), "global", [1, 2, 3], id="anyone"),
        pytest.param(text_with(before='Ch1 requires "x"'), "Ch1", [1, 2], id="named"),
        pytest.param(text_with(before='Sc3 requires "x"'), "Sc3", [3], id="named-scene"),
        pytest.param(text_with(before='Yard requires "x"'), "Yard", [1], id="named-in-a-scene"),
        pytest.param(text_with(before='Sc9 requires "x"'), "Sc9", [], id="named-but-missing"),
        pytest.param(text_with(chapter='Anna requires "x"'), "Ch1", [1, 2], id="stands-in"),
        pytest.param(text_with(chapter='Sc3 requires "x"'), "Sc3", [3], id="names-another"),
        pytest.param(text_with(scene='Anna requires "x"'), "Sc1", [1], id="in-a-scene"),
        pytest.param(text_with(yard='Anna requires "x"'), "Yard", [1], id="in-a-group-of-a-scene"),
        pytest.param(text_with(yard='Ch1 requires "x"'), "Ch1", [1, 2], id="names-one-around"),
        pytest.param(text_with(scene='World requires "x"'), "global", [1, 2, 3], id="world"),
    ],
)
def test_scope_and_the_scenes_under_it(text: str, scope: str, scenes: list[int]) -> None:
    (constraint,) = story(text).constraints

    assert (constraint.scope, list(constraint.scenes)) == (scope, scenes)


def test_scene_around_scenes_has_itself_and_them_under_its_scope() -> None:
    text = 'Sc1 group begin\nSc1 requires "x"\nSc2 group begin\nSc2 group end\nSc1 group end'
    (constraint,) = story(text).constraints

    assert list(constraint.scenes) == [1, 2]


def test_demand_on_a_group_in_a_story_without_scenes_is_on_the_document() -> None:
    text = 'Act group begin\nAct requires "a storm"\nAnna walks\nAct group end'
    (constraint,) = story(text).constraints

    assert list(constraint.scenes) == [1]


def test_global_demand_in_a_story_without_scenes_is_on_the_document() -> None:
    (constraint,) = story('Story requires "a storm"').constraints

    assert (constraint.scope, list(constraint.scenes)) == ("global", [1])
