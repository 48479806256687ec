"""A path → Collection: the scenes of a story, or the records of a corpus."""

from enum import StrEnum

from sceneprobe.errors import OptionError
from sceneprobe.files import read_unpacked, shown_name
from sceneprobe.formats.corpus import read_corpus
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.collection import Collection
from sceneprobe.story.full_text import full_texts
from sceneprobe.story.model import Story
from sceneprobe.workflows.read import read_story_file, refuse_guesses, refuse_no_scenes

_LARGEST_CORPUS = 1 << 30


class TextMode(StrEnum):
    """What of a scene is searched: its canonical text, or also titles, mood, who and where."""

    CANONICAL = "canonical"
    FULL = "full"


def collect(
    path: str, mode: TextMode, *, within_story: bool, scene_pattern: str | None = None
) -> Collection:
    """Read what is searched; a corpus ends in .jsonl or .ndjson, also with .gz.

    Scenes of a story keep story order where scores are equal, and so do the records of a corpus
    that is searched story by story; other corpora go by id.
    """
    name = shown_name(path)
    if is_corpus(name):
        ties = TieRule.STORY_ORDER if within_story else TieRule.LEX_ID
        content = read_unpacked(path, _LARGEST_CORPUS)
        return read_corpus(name, content, ties, with_titles=mode is TextMode.FULL)
    story = read_story_file(path, scene_pattern=scene_pattern)
    refuse_guesses(story)
    return collection_of(story, name, mode)


def collection_of(story: Story, name: str, mode: TextMode = TextMode.CANONICAL) -> Collection:
    """Give what of a story is searched, in story order."""
    texts = scene_texts(story, mode)
    refuse_no_scenes(story)
    if not any(map(str.strip, texts)):
        raise OptionError(f"{name} has no text to search; sceneprobe scenes shows what it has")
    ids = tuple(scene.id for scene in story.scenes)
    lines = {scene.id: scene.span.line for scene in story.scenes}
    stories = (None,) * len(ids)
    return Collection(name, ids, tuple(texts), stories, TieRule.STORY_ORDER, mode.value, lines)


def scene_texts(story: Story, mode: TextMode) -> list[str]:
    """Give what of each scene is searched, in story order."""
    if mode is TextMode.FULL:
        return full_texts(story)
    return [scene.text for scene in story.scenes]


def is_corpus(name: str) -> bool:
    """Tell by its name whether a file is a corpus of JSON lines; any other is a story."""
    return name.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))
