"""The public surface: read_story, its values, and the names of the package."""

import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import sceneprobe
from sceneprobe.errors import FileError, OptionError, SceneprobeError
from sceneprobe.files import shown_name
from sceneprobe.text.model import RefusedError
from sceneprobe.workflows.layout import lay_out
from sceneprobe.workflows.read import is_guessed, read_story, refuse_guesses
from tests.stories import places

TEXT = "Sc1 group begin\n  Anna walks\nSc1 group end\n"


def test_path_names_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tide.cnl"
    path.write_text(TEXT, "utf-8")

    for given in (path, str(path)):
        story = read_story(given)

        assert (story.name, story.source.name) == ("tide", str(path))
        assert [scene.text for scene in story.scenes] == ["Anna walks."]


def test_string_with_a_line_break_is_the_story() -> None:
    story = read_story(TEXT)

    assert story.source.name == "<text>"
    assert [scene.id for scene in story.scenes] == ["Sc1"]


def test_string_without_a_line_break_is_a_file_that_may_be_missing() -> None:
    with pytest.raises(FileError, match="cannot read Anna walks: no such file"):
        read_story("Anna walks")


def test_name_stands_in_findings_instead_of_the_file_s(tmp_path: Path) -> None:
    path = tmp_path / "tide.cnl"
    path.write_text(TEXT, "utf-8")

    assert read_story(path, name="other.cnl").source.name == "other.cnl"
    assert read_story(TEXT, name="third.cnl").name == "third"


def test_findings_of_language_and_world_come_together_in_order() -> None:
    story = read_story("Anna\n" + TEXT + "Sc2 group end\n")

    assert places(story.diagnostics) == [
        ("CNL301", 1, 1),
        ("undefined_entity", 3, 3),
        ("CNL102", 5, 1),
    ]


def test_scene_pattern_makes_further_scenes() -> None:
    story = read_story("Beat group begin\nBeat group end\n", scene_pattern="Beat")

    assert [scene.id for scene in story.scenes] == ["Beat"]


def test_scene_pattern_that_is_no_regex_is_refused() -> None:
    with pytest.raises(OptionError, match=r"'\(' is no regex"):
        read_story(TEXT, scene_pattern="(")


@pytest.mark.parametrize(
    ("line", "guessed"),
    [
        pytest.param("Anna", True, id="language-error"),
        pytest.param("#hnt: x", False, id="language-warning"),
        pytest.param("Sc1 includes character Bo", False, id="world-error"),
    ],
)
def test_only_errors_of_the_language_make_a_story_guessed(line: str, guessed: bool) -> None:  # noqa: FBT001
    story = read_story(f"Sc1 group begin\n{line}\nSc1 group end\n")

    assert is_guessed(story) is guessed


def test_refusal_of_a_guessed_story_tells_all_its_findings() -> None:
    story = read_story("Sc1 group begin\nSc1 includes character Bo\nAnna\nSc1 group end\n")

    with pytest.raises(RefusedError) as refused:
        refuse_guesses(story)
    assert refused.value.findings == story.diagnostics


def test_standard_input_is_shown_by_a_name_of_its_own() -> None:
    assert (shown_name("-"), shown_name(Path("a/b.cnl"))) == ("<stdin>", "a/b.cnl")


def test_values_are_frozen() -> None:
    story = read_story("Anna is hero\n" + TEXT + "Ch1 group begin\nAnna\nCh1 group end\n")
    values: list[object] = [
        story,
        story.scenes[0],
        story.chapters[0],
        story.entities["Anna"],
        story.diagnostics[0],
        story.diagnostics[0].span,
        story.source,
        story.statements[0],
    ]

    for value in values:
        name = next(iter(type(value).__dataclass_fields__))  # type: ignore[attr-defined]
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


def test_two_readings_of_one_text_are_equal() -> None:
    assert read_story(TEXT) == read_story(TEXT)


@pytest.mark.parametrize("name", sceneprobe.__all__)
def test_every_exported_name_is_there(name: str) -> None:
    assert getattr(sceneprobe, name) is not None
    assert name in dir(sceneprobe)


def test_name_that_is_not_exported_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'sceneprobe' has no attribute 'parse_all'"):
        _ = sceneprobe.parse_all


def test_exported_names_are_those_of_their_modules() -> None:
    assert sceneprobe.read_story is read_story
    assert issubclass(sceneprobe.FileError, SceneprobeError)
    assert issubclass(sceneprobe.OptionError, sceneprobe.SceneprobeError)


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    code = (
        "import sys, sceneprobe\n"
        "print(sorted(m for m in sys.modules if m.startswith('sceneprobe')))\n"
        "sceneprobe.Severity\n"
        "print('sceneprobe.story.build' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "['sceneprobe']\nFalse\n"


@pytest.mark.parametrize(
    ("content", "changed"),
    [
        pytest.param(b"Anna walks\n", False, id="canonical"),
        pytest.param(b"Anna  walks\n", True, id="blanks"),
        pytest.param(b"\xef\xbb\xbfAnna walks\n", True, id="byte-order-mark"),
        pytest.param(b"Anna walks", True, id="no-line-end"),
        pytest.param(b"Anna walks\r\n", False, id="crlf"),
    ],
)
def test_layout_tells_whether_the_file_differs(
    tmp_path: Path, content: bytes, *, changed: bool
) -> None:
    path = tmp_path / "tide.cnl"
    path.write_bytes(content)

    layout = lay_out(path)

    assert layout.changed is changed
    assert layout.text.rstrip() == "Anna walks"
    assert path.read_bytes() == content
