"""A file or a text → Story, linted: source → parse → build → lint."""

import os
from dataclasses import replace

from sceneprobe.cnl.parser import parse
from sceneprobe.errors import OptionError
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.story.build import build
from sceneprobe.story.lint import lint
from sceneprobe.story.model import Story
from sceneprobe.text.model import RefusedError, Source, errors_in, in_order, is_language
from sceneprobe.text.source import decode, from_text


def read_story(
    story: str | os.PathLike[str], *, scene_pattern: str | None = None, name: str | None = None
) -> Story:
    """Read a story, with the findings of its language and its world.

    A path, or a string without a line break, names a file; a string with a line break is the story
    itself. ``scene_pattern`` is a regex for the names of further groups that are scenes; ``name``
    stands in findings instead of the file's.
    """
    if isinstance(story, str) and "\n" in story:
        return _linted(from_text(name or "<text>", story), scene_pattern)
    return read_story_file(story, scene_pattern=scene_pattern, name=name)


def read_story_file(
    path: str | os.PathLike[str], *, scene_pattern: str | None = None, name: str | None = None
) -> Story:
    """Read a story from a file, or from standard input for ``-``."""
    return _linted(decode(name or shown_name(path), read_bytes(path)), scene_pattern)


def read_story_text(name: str, text: str) -> Story:
    """Read a story that is in memory; ``name`` stands in findings."""
    return _linted(from_text(name, text), None)


def refuse_guesses(story: Story) -> None:
    """Stop where the language has errors, and the reader had to guess what was meant.

    Findings of the world never stop anything, but all findings are told.
    """
    if is_guessed(story):
        raise RefusedError(story.diagnostics, "it is not certain what was meant")


def refuse_no_scenes(story: Story) -> None:
    """Stop where there is nothing to search: no query can be right or wrong there."""
    if not story.scenes:
        raise OptionError(f"{story.source.name} has no scenes; a scene begins: Sc1 group begin")


def is_guessed(story: Story) -> bool:
    """Tell whether the language of a story has errors."""
    return any(map(is_language, errors_in(story.diagnostics)))


def _linted(source: Source, scene_pattern: str | None) -> Story:
    story = build(parse(source), scene_pattern)
    return replace(story, diagnostics=in_order((*story.diagnostics, *lint(story))))
