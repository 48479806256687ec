"""A scene → its canonical text and what else is known of it: title, mood, who and where."""

from collections.abc import Iterator

from sceneprobe.story.model import Scene, Story


def full_texts(story: Story) -> list[str]:
    """Give for each scene its text, its title and its chapter's, its mood, and what it includes.

    Included characters, places and things are named with their traits.
    """
    return [". ".join(filter(None, _parts(story, scene))) for scene in story.scenes]


def _parts(story: Story, scene: Scene) -> Iterator[str]:
    chapters = {chapter.name: chapter for chapter in story.chapters}
    yield scene.text
    yield scene.title or ""
    chapter = chapters.get(scene.chapter or "")
    yield (chapter.title or "") if chapter is not None else ""
    yield from scene.properties.get("mood", ())
    yield from scene.includes.get("mood", ())
    for kind, names in scene.includes.items():
        if kind != "mood":
            for name in names:
                entity = story.entities.get(name)
                yield " ".join([name, *(entity.traits if entity is not None else ())])
