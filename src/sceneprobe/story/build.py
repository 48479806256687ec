"""Document → Story: scenes in canonical order with their canonical text, and the world."""

import os
import re

from sceneprobe.cnl.model import Document
from sceneprobe.errors import OptionError
from sceneprobe.story.constraints import constraints_of
from sceneprobe.story.groups import roles_of
from sceneprobe.story.model import Chapter, Story
from sceneprobe.story.outline import outline_of
from sceneprobe.story.scenes import duplicates_in, scenes_of, title_in
from sceneprobe.story.world import (
    entities_of,
    group_properties_of,
    inclusions_of,
    ownerships_of,
    references_of,
    relationships_of,
    story_properties_of,
)
from sceneprobe.text.model import in_order


def build(document: Document, scene_pattern: str | None = None) -> Story:
    """Find the scenes, their text and the world; ``scene_pattern`` is one more rule for names."""
    source = document.source
    pattern = compiled_pattern(scene_pattern)
    outline = outline_of(document, roles_of(document, pattern))
    statements = tuple(placed.statement for placed in outline.placed)
    relationships = tuple(relationships_of(statements))
    entities = entities_of(statements, relationships)
    inclusions = tuple(inclusions_of(outline))
    properties = group_properties_of(outline)
    scenes = tuple(scenes_of(source, outline, inclusions, properties, entities))
    duplicates = duplicates_in(source, outline, scenes)
    return Story(
        name=os.path.splitext(os.path.basename(source.name))[0],
        source=source,
        scenes=scenes,
        chapters=tuple(
            Chapter(group.name, title_in(own), group.line, own)
            for node, group in outline.chapters
            for own in [properties.get(node, {})]
        ),
        entities=entities,
        inclusions=inclusions,
        relationships=relationships,
        ownerships=tuple(ownerships_of(statements)),
        references=tuple(references_of(statements)),
        constraints=tuple(constraints_of(outline, len(scenes), pattern)),
        implicit=not outline.scenes,
        groups={name: outline.groups[node].line for name, node in outline.first_named.items()},
        properties=story_properties_of(statements),
        plain_groups=tuple(
            group for node, group in outline.plain if "type" not in properties.get(node, {})
        ),
        dialogues=outline.dialogues,
        statements=statements,
        outside=tuple(p.statement for p in outline.placed if p.scene is None)
        if outline.scenes
        else (),
        diagnostics=in_order((*document.diagnostics, *duplicates)),
    )


def compiled_pattern(scene_pattern: str | None) -> re.Pattern[str] | None:
    """Read the regex for names of further groups that are scenes."""
    if scene_pattern is None:
        return None
    if not scene_pattern:
        raise OptionError("an empty scene pattern would make every group a scene")
    try:
        return re.compile(scene_pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise OptionError(f"the scene pattern {scene_pattern!r} is no regex: {error}") from None
