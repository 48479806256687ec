"""Placed statements → constraints, with their scope and the scenes under it."""

import math
from collections.abc import Iterator

from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.story.groups import Role, role_of_name
from sceneprobe.story.model import Constraint
from sceneprobe.story.outline import Outline, Placed

GLOBAL = "global"
WHOLE_STORY = frozenset({"Story", "World"})
"""Subjects that mean all of the story, and need no declaration."""


def constraints_of(outline: Outline, scene_count: int) -> Iterator[Constraint]:
    """Give what the story demands: of all scenes, or of those in the group named or around."""
    for placed in outline.placed:
        statement = placed.statement
        if statement.category is Category.CONSTRAINT:
            scope, scenes = _scope(outline, placed, scene_count)
            kind, text, limit = _demand(statement)
            yield Constraint(kind, text, limit, scope, scenes, statement)


def _scope(outline: Outline, placed: Placed, scene_count: int) -> tuple[str, range]:
    subject = placed.statement.subject
    named = outline.group_of(placed)
    if named is None and role_of_name(subject) is not Role.OTHER:
        return subject, range(0)  # names a scene or chapter that there is not
    group = named if named is not None or subject in WHOLE_STORY else placed.group
    if group is None:
        return GLOBAL, range(1, scene_count + 1)
    return outline.groups[group].name, outline.scenes_in(group)


def _demand(statement: Statement) -> tuple[str, str, float | None]:
    verb = statement.verb.lower()
    said = [value_of(token) for token in statement.tokens[statement.width + 1 :]]
    if verb != "has":
        return verb, " ".join(said), None
    kind, *rest = said
    limit = _number(rest[-1]) if len(rest) >= 2 else None
    return kind.lower(), " ".join(rest[:-1] if len(rest) >= 2 else rest), limit


def _number(text: str) -> float | None:
    """Read a finite number that is not negative."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
