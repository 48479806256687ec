"""Groups of a document → their roles: which are scenes, which are chapters."""

import re
from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum

from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import BlockKind, Category, Document, Group, GroupEnd, Node, Statement

_NUMBERED = r"(?:\A|[.\s_-])(?:{})[\s_-]*+\d++(?:\.\d++)*+\Z"
_SCENE_NAME = re.compile(_NUMBERED.format("sc|scene"), re.IGNORECASE)
_CHAPTER_NAME = re.compile(_NUMBERED.format("ch|chapter"), re.IGNORECASE)


class Role(StrEnum):
    """What a group is to the story."""

    SCENE = "scene"
    CHAPTER = "chapter"
    OTHER = "other"


class OpenGroups:
    """The groups and exchanges around a node, kept up to date while nodes are stepped over."""

    def __init__(self) -> None:
        self.stack: list[int] = []
        self._names: list[str | None] = []
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)

    def step(self, index: int, node: Node) -> None:
        """Take notice of a node: a group opens, or all deeper than an end's depth closes."""
        if isinstance(node, Group):
            name = node.name if node.kind is BlockKind.GROUP else None
            self.stack.append(index)
            self._names.append(name)
            if name is not None:
                self._by_name[name].append(index)
        elif isinstance(node, GroupEnd):
            while len(self.stack) > node.depth:
                self.stack.pop()
                name = self._names.pop()
                if name is not None:
                    self._by_name[name].pop()

    def named(self, name: str) -> int | None:
        """Give the innermost open group of this name."""
        return self._by_name[name][-1] if self._by_name.get(name) else None


def roles_of(document: Document, scene_pattern: re.Pattern[str] | None) -> Mapping[int, Role]:
    """Give the role of each group, by the index of its node.

    A type that a group gives itself decides; else its name does, or the caller's pattern.
    """
    types = _own_types(document)
    return {
        index: role_of(node.name, scene_pattern, types.get(index))
        for index, node in enumerate(document.nodes)
        if isinstance(node, Group) and node.kind is BlockKind.GROUP
    }


def role_of(
    name: str, scene_pattern: re.Pattern[str] | None = None, own_type: str | None = None
) -> Role:
    """Give the role of a group of this name that calls itself a type, or does not."""
    if own_type is not None:
        return Role(own_type) if own_type in {Role.SCENE, Role.CHAPTER} else Role.OTHER
    if _SCENE_NAME.search(name) or (scene_pattern is not None and scene_pattern.search(name)):
        return Role.SCENE
    return Role.CHAPTER if _CHAPTER_NAME.search(name) else Role.OTHER


def _own_types(document: Document) -> dict[int, str]:
    """Find what groups say of themselves with ``NAME has type …``; the first word counts."""
    types: dict[int, str] = {}
    around = OpenGroups()
    for index, node in enumerate(document.nodes):
        if isinstance(node, Statement):
            if node.category is Category.PROPERTY:
                said = node.tokens[node.width + 1 :]
                group = around.named(node.subject) if said[0].lower() == "type" else None
                if group is not None and len(said) > 1:
                    types.setdefault(group, value_of(said[1]).lower())
        else:
            around.step(index, node)
    return types
