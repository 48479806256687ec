"""Which groups are scenes and which are chapters."""

import pytest

from sceneprobe.cnl.lexer import quoted
from sceneprobe.errors import OptionError
from sceneprobe.story.groups import Role, roles_of
from tests.stories import story, tree


def roles(text: str) -> list[Role]:
    return list(roles_of(tree(text), None).values())


@pytest.mark.parametrize(
    "name",
    [
        "Sc1",
        "scene 2",
        "Scene_3",
        "Sc1.2",
        "Ch1.Sc2",
        "Opening Scene 4",
        "Act1-Sc2",
        "SCENE10",
        "sc-7",
        "Sc 1.2.3",
        "Scene - 3",
        "my_sc4",
    ],
)
def test_name_of_a_scene(name: str) -> None:
    assert roles(f"{quoted(name)} group begin") == [Role.SCENE]


@pytest.mark.parametrize(
    "name",
    [
        "MyScene3",
        "Scene3b",
        "Scene One",
        "Scene",
        "Sc",
        "Disc1",
        "Sc1.",
        "Sc.1",
        "Sc1.2.",
        "Sc1 End",
        "Scenes 3",
        "Sc1\n",
        "",
    ],
)
def test_name_of_no_scene(name: str) -> None:
    assert roles(f"{quoted(name)} group begin") == [Role.OTHER]


@pytest.mark.parametrize("name", ["Ch1", "chapter 2", "Chapter_3", "Part1.Ch2", "First Chapter 1"])
def test_name_of_a_chapter(name: str) -> None:
    assert roles(f"{quoted(name)} group begin") == [Role.CHAPTER]


@pytest.mark.parametrize("name", ["Church1", "Chapter One", "MyCh3", "Ch1.Gate"])
def test_name_of_no_chapter(name: str) -> None:
    assert roles(f"{quoted(name)} group begin") == [Role.OTHER]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        pytest.param("Gate group begin\nGate has type scene", Role.SCENE, id="own-type"),
        pytest.param("Gate group begin\nGate HAS Type SCENE", Role.SCENE, id="any-case"),
        pytest.param('Gate group begin\nGate has type "scene"', Role.SCENE, id="quoted-type"),
        pytest.param(
            '"The Gate" group begin\n"The Gate" has type scene', Role.SCENE, id="quoted-name"
        ),
        pytest.param("The Gate group begin\nThe Gate has type scene", Role.SCENE, id="words"),
        pytest.param("Gate group begin\nGate has type chapter", Role.CHAPTER, id="chapter"),
        pytest.param("Sc1 group begin\nSc1 has type chapter", Role.CHAPTER, id="type-wins"),
        pytest.param("Sc1 group begin\nSc1 has type interlude", Role.OTHER, id="other-type-wins"),
        pytest.param("Ch1 group begin\nCh1 has type scene", Role.SCENE, id="chapter-as-scene"),
        pytest.param("Gate group begin\nAnna has type scene", Role.OTHER, id="another-subject"),
        pytest.param("Gate group begin\nGate has kind scene", Role.OTHER, id="another-property"),
        pytest.param("Gate group begin\nGate has type", Role.OTHER, id="no-type"),
        pytest.param("Gate has type scene\nGate group begin", Role.OTHER, id="said-before"),
        pytest.param(
            "Gate group begin\nGate group end\nGate has type scene", Role.OTHER, id="said-after"
        ),
        pytest.param(
            "Sc1 group begin\nSc1 has type chapter\nSc1 has type scene", Role.CHAPTER, id="first"
        ),
    ],
)
def test_type_that_a_group_gives_itself_decides(text: str, role: Role) -> None:
    assert roles(text) == [role]


def test_type_said_inside_a_child_is_the_group_s_own() -> None:
    text = "Gate group begin\nYard group begin\nGate has type scene\nYard group end\nGate group end"

    assert roles(text) == [Role.SCENE, Role.OTHER]


def test_type_is_that_of_the_innermost_group_of_a_name() -> None:
    text = "Act group begin\nAct group begin\nAct has type scene\nAct group end\nAct group end"

    assert roles(text) == [Role.OTHER, Role.SCENE]


def test_pattern_of_the_caller_makes_scenes_beside_the_names() -> None:
    text = """\
Beat 1 group begin
Anna walks
Beat 1 group end
Sc1 group begin
Anna runs
Sc1 group end
Beat 2 group begin
Beat 2 has type chapter
Beat 2 group end
"""

    assert [scene.id for scene in story(text, r"^Beat \d$").scenes] == ["Beat 1", "Sc1"]


@pytest.mark.parametrize("pattern", ["(", "a{99999999999999999999}", "(" * 5000 + ")" * 5000])
def test_pattern_that_is_no_regex_is_refused(pattern: str) -> None:
    with pytest.raises(OptionError, match="is no regex"):
        story("Anna walks", pattern)
