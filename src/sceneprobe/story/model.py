"""The story: scenes in canonical order, and the world that its statements tell of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sceneprobe.cnl.model import Group, Statement
from sceneprobe.text.model import Diagnostic, Source, Span

Properties = Mapping[str, tuple[str, ...]]
"""What ``has`` says, by property in lower case; each value as one text, in order."""


class TextSource(StrEnum):
    """Where a scene's text comes from."""

    DESCRIBES = "describes"
    EVENTS = "events"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene; ``position`` counts from 1 in canonical order, ``chapter`` is the group's name."""

    id: str
    position: int
    title: str | None
    chapter: str | None
    text: str
    source: TextSource
    word_count: int
    entities: tuple[str, ...]
    events: tuple[Statement, ...]
    span: Span
    descriptions: tuple[str, ...] = ()
    includes: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    properties: Properties = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, by the name of its group."""

    name: str
    title: str | None
    line: int
    properties: Properties = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Entity:
    """Something declared; ``type`` is the first of its types."""

    name: str
    type: str
    types: tuple[str, ...]
    traits: tuple[str, ...]
    properties: Properties = field(hash=False)
    relationships: tuple["Relationship", ...]
    line: int


@dataclass(frozen=True, slots=True)
class Inclusion:
    """``GROUP includes KIND NAME``; ``scene`` is the position of the scene it is about, if any."""

    group: str
    kind: str
    name: str
    scene: int | None
    statement: Statement


@dataclass(frozen=True, slots=True)
class Relationship:
    """An edge between two names."""

    source: str
    target: str
    type: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who owns what."""

    owner: str
    thing: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class Reference:
    """A name that a statement points at: ``@Anna``, or the object of ``references``."""

    name: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class Constraint:
    """A demand on the story; ``scenes`` are the positions of the scenes under its scope.

    ``type`` is requires, forbids, must, max or min; ``scope`` is ``global`` or a group's name. For
    max and min, ``text`` is the property and ``limit`` the number, None if it is no number ≥ 0.
    """

    type: str
    text: str
    limit: float | None
    scope: str
    scenes: range
    statement: Statement


@dataclass(frozen=True, slots=True)
class Story:
    """A story as read: its scenes, its world, and all that was found wrong in it.

    ``implicit`` tells that no group is a scene, so that the one scene there is stands for all.
    ``groups`` are the names of all groups with their lines; ``plain_groups`` those that are neither
    scene nor chapter, and say nothing of their type; ``properties`` are what ``Story`` and
    ``World`` have; ``dialogues`` are the headers ``Dialogue D at SCENE``; ``outside`` are the
    statements that no scene holds while others do.
    """

    name: str
    source: Source
    scenes: tuple[Scene, ...]
    chapters: tuple[Chapter, ...]
    entities: Mapping[str, Entity] = field(hash=False)
    inclusions: tuple[Inclusion, ...]
    relationships: tuple[Relationship, ...]
    ownerships: tuple[Ownership, ...]
    references: tuple[Reference, ...]
    constraints: tuple[Constraint, ...]
    implicit: bool
    groups: Mapping[str, int] = field(hash=False)
    properties: Properties = field(hash=False)
    plain_groups: tuple[Group, ...] = field(repr=False)
    dialogues: tuple[Statement, ...]
    statements: tuple[Statement, ...] = field(repr=False)
    outside: tuple[Statement, ...] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
