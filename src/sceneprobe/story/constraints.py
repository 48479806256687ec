"""Placed statements → constraints, with their scope and the scenes under it."""

import math
import re
from collections.abc import Iterator

from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.story.groups import Role, role_of
from sceneprobe.story.model import Constraint
from sceneprobe.story.outline import Outline, Placed
from sceneprobe.story.world import WHOLE_STORY

GLOBAL = "global"


def constraints_of(
    outline: Outline, scene_count: int, scene_pattern: re.Pattern[str] | None = None
) -> Iterator[Constraint]:
    """Give what the story demands: of all scenes, or of those in the group named or around.

    A subject that would be a scene or chapter, but is no group, has no scenes under it.
    """
    for placed in outline.placed:
        statement = placed.statement
        if statement.category is Category.CONSTRAINT:
            role = role_of(statement.subject, scene_pattern)
            if outline.group_of(placed) is None and role is not Role.OTHER:
                scope, scenes = statement.subject, range(0)
            else:
                scope, scenes = _scope(outline, placed, scene_count)
            kind, text, limit = _demand(statement)
            yield Constraint(kind, text, limit, scope, scenes, statement)


def _scope(outline: Outline, placed: Placed, scene_count: int) -> tuple[str, range]:
    group = outline.group_of(placed)
    if group is None and placed.statement.subject not in WHOLE_STORY:
        group = placed.group
    name = GLOBAL if group is None else outline.groups[group].name
    if group is None or not outline.scenes:
        return name, range(1, scene_count + 1)
    return name, outline.scenes_in(group)


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
