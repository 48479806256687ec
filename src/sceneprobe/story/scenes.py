"""Outline and world → scenes in canonical order, with unique ids and canonical text."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

from sceneprobe.cnl.lexer import name_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.cnl.places import token_span
from sceneprobe.story.findings import DUPLICATE_SCENE
from sceneprobe.story.model import Inclusion, Properties, Scene, TextSource
from sceneprobe.story.outline import Outline
from sceneprobe.story.sentences import prose, sentence
from sceneprobe.text.model import Diagnostic, Source, Span
from sceneprobe.text.words import words

IMPLICIT_SCENE = "Document"
ENTITY_KINDS = frozenset({"character", "location", "object"})
"""The kinds of inclusion that name an entity, which must be declared."""
_SAYS_NOTHING = frozenset({Category.HEADER, Category.UNREAD})


class _Content(TypedDict):
    """What the statements of a scene make of it."""

    descriptions: tuple[str, ...]
    events: tuple[Statement, ...]
    text: str
    source: TextSource
    word_count: int


def scenes_of(
    source: Source,
    outline: Outline,
    inclusions: Iterable[Inclusion],
    properties: Mapping[int, Properties],
    declared: Collection[str],
) -> Iterator[Scene]:
    """Give the scenes in the order in which they begin; a story without any is one scene."""
    if not outline.scenes:
        yield from _implicit_scene(source, outline, inclusions, declared)
        return
    statements: defaultdict[int, list[Statement]] = defaultdict(list)
    for placed in outline.placed:
        if placed.scene is not None:
            statements[placed.scene].append(placed.statement)
    included: defaultdict[int, list[Inclusion]] = defaultdict(list)
    for inclusion in inclusions:
        if inclusion.scene is not None:
            included[inclusion.scene].append(inclusion)
    ids = _unique_ids([scene.group.name for scene in outline.scenes])
    for position, (group, unique) in enumerate(zip(outline.scenes, ids, strict=True), start=1):
        own = properties.get(group.node, {})
        yield Scene(
            id=unique,
            position=position,
            title=title_in(own),
            chapter=group.chapter,
            span=token_span(source, group.group, 0),
            entities=_entities(statements[position], included[position], declared),
            includes=_by_kind(included[position]),
            properties=own,
            **_content(statements[position]),
        )


def duplicates_in(
    source: Source, outline: Outline, scenes: Sequence[Scene]
) -> Iterator[Diagnostic]:
    """Report each scene whose name another scene had before."""
    if not outline.scenes:
        return
    ids = {scene.id for scene in scenes}
    first: dict[str, int] = {}
    for group, scene in zip(outline.scenes, scenes, strict=True):
        name = group.group.name
        line = first.setdefault(name, group.group.line)
        if scene.id != name:
            better = f"{scene.chapter}.{name}"
            free = scene.chapter is not None and better not in ids
            yield DUPLICATE_SCENE.at(
                token_span(source, group.group, 0),
                f'there is a scene "{name}" already, at line {line}',
                f'call it "{better}"' if free else "give it a number of its own",
            )


def title_in(properties: Properties) -> str | None:
    """Give the first title that a group has."""
    return properties["title"][0] if "title" in properties else None


def _content(statements: Sequence[Statement]) -> _Content:
    described = (s for s in statements if s.category is Category.DESCRIPTION)
    descriptions = tuple(prose(s) for s in described if len(s.tokens) > s.width + 1)
    events = tuple(s for s in statements if s.category is Category.EVENT)
    if descriptions:
        text, source = "\n".join(descriptions), TextSource.DESCRIBES
    else:
        text = " ".join(map(sentence, events))
        source = TextSource.EVENTS if events else TextSource.NONE
    return {
        "descriptions": descriptions,
        "events": events,
        "text": text,
        "source": source,
        "word_count": len(words(text)),
    }


def _implicit_scene(
    source: Source, outline: Outline, inclusions: Iterable[Inclusion], declared: Collection[str]
) -> Iterator[Scene]:
    statements = [
        placed.statement
        for placed in outline.placed
        if placed.statement.category not in _SAYS_NOTHING
    ]
    if statements:
        included = tuple(inclusions)
        yield Scene(
            id=IMPLICIT_SCENE,
            position=1,
            title=None,
            chapter=None,
            span=Span(source, 1, 1),
            entities=_entities(statements, included, declared),
            includes=_by_kind(included),
            **_content(statements),
        )


def _unique_ids(names: Sequence[str]) -> list[str]:
    """Keep the first of each name; the next becomes ``NAME~2``, or the next number that is free."""
    taken, seen = set(names), set[str]()
    numbers: defaultdict[str, int] = defaultdict(lambda: 2)
    ids: list[str] = []
    for name in names:
        unique = name
        if name in seen:
            while unique in taken:
                unique = f"{name}~{numbers[name]}"
                numbers[name] += 1
            taken.add(unique)
        seen.add(name)
        ids.append(unique)
    return ids


def _by_kind(inclusions: Iterable[Inclusion]) -> Mapping[str, tuple[str, ...]]:
    names: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for inclusion in inclusions:
        names[inclusion.kind][inclusion.name] = None
    return {kind: tuple(included) for kind, included in names.items()}


def _entities(
    statements: Iterable[Statement], inclusions: Iterable[Inclusion], declared: Collection[str]
) -> tuple[str, ...]:
    """Name the entities of a scene: first those it includes, then declared ones it names."""
    names = dict.fromkeys(
        inclusion.name
        for inclusion in inclusions
        if inclusion.kind in ENTITY_KINDS or inclusion.name in declared
    )
    for statement in statements:
        said = () if statement.category in _SAYS_NOTHING else statement.tokens
        for token in said:
            name = name_of(token)
            if name in declared:
                names[name] = None
    return tuple(names)
