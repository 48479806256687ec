"""Scenes → a table for people, JSON and JSON lines for programs."""

import json
from collections.abc import Sequence
from types import MappingProxyType

from sceneprobe.report.display import printable
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import as_json, counted
from sceneprobe.story.model import Scene, TextSource

_ORIGINS = MappingProxyType(
    {
        TextSource.DESCRIBES: "written",
        TextSource.EVENTS: "from events",
        TextSource.NONE: "no text",
    }
)


def scenes_as_table(scenes: Sequence[Scene]) -> Table:
    """List scenes with place, id, chapter, title, words, where the text is from, its beginning."""
    return Table(
        (
            Column("#", right=True),
            Column("scene", width=40),
            Column("chapter", width=24),
            Column("title", width=40, yields=True),
            Column("words", right=True),
            Column("text"),
            Column("begins", width=60, yields=True),
        ),
        tuple(
            (
                str(scene.position),
                printable(scene.id),
                printable(scene.chapter or "-"),
                printable(scene.title or "-"),
                str(scene.word_count),
                _ORIGINS[scene.source],
                printable(scene.text[:200]),
            )
            for scene in scenes
        ),
    )


def summary_of_scenes(scenes: Sequence[Scene]) -> str:
    """Say how many scenes there are and where their text comes from."""
    sources = [scene.source for scene in scenes]
    origins = (f"{sources.count(s)} {_ORIGINS[s]}" for s in TextSource if s in sources)
    total = counted(sum(scene.word_count for scene in scenes), "word")
    counts = ", ".join(origins)
    return f"{counted(len(scenes), 'scene')}, {total}" + (f" ({counts})" if counts else "")


def scenes_as_json(scenes: Sequence[Scene]) -> str:
    """Give an array with one object a scene."""
    return as_json([scene_values(scene) for scene in scenes])


def scenes_as_jsonl(scenes: Sequence[Scene]) -> str:
    """Give one object a line."""
    return "".join(json.dumps(scene_values(s), ensure_ascii=False) + "\n" for s in scenes)


def scene_values(scene: Scene) -> dict[str, object]:
    """Give one scene as plain values."""
    return {
        "id": scene.id,
        "position": scene.position,
        "chapter": scene.chapter,
        "title": scene.title,
        "text": scene.text,
        "source": scene.source,
        "entities": scene.entities,
        "line": scene.span.line,
    }
