"""Placed statements → the world: entities, inclusions, relationships, ownership, references."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sceneprobe.cnl.lexer import name_of, value_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.story.model import (
    Entity,
    Inclusion,
    Ownership,
    Properties,
    Reference,
    Relationship,
)
from sceneprobe.story.outline import Outline
from sceneprobe.story.sentences import listed

WHOLE_STORY = frozenset({"Story", "World"})
"""Subjects that mean all of the story, and need no declaration."""

_BONDS = frozenset({"loves", "hates", "fears", "wants", "seeks", "avoids"})
_SAYS_WHAT_IS = frozenset({Category.DECLARATION, Category.PROPERTY})


def is_bond(verb: str) -> bool:
    """Tell whether an event's verb also ties its subject to its object."""
    return verb.lower() in _BONDS or "_" in verb


def inclusions_of(outline: Outline) -> Iterator[Inclusion]:
    """Give what groups include: several names after one kind are several inclusions."""
    for placed in outline.placed:
        statement = placed.statement
        if statement.category is Category.INCLUSION:
            about = outline.group_of(placed)
            scene = placed.scene if about is None else outline.scene_around.get(about)
            kind, *names = statement.objects
            for name in listed(names):
                yield Inclusion(statement.subject, value_of(kind).lower(), name, scene, statement)


def relationships_of(statements: Iterable[Statement]) -> Iterator[Relationship]:
    """Give the edges: what ``relates`` says, and events whose verb is a bond."""
    for statement in statements:
        if statement.category is Category.RELATIONSHIP:
            _, target, _, *kind = statement.tokens[statement.width + 1 :]
            relation = " ".join(map(value_of, kind))
            yield Relationship(statement.subject_name, name_of(target), relation, statement)
        elif statement.category is Category.EVENT and is_bond(statement.verb):
            for target in statement.objects[:1]:
                verb = statement.verb.lower()
                yield Relationship(statement.subject_name, name_of(target), verb, statement)


def ownerships_of(statements: Iterable[Statement]) -> Iterator[Ownership]:
    """Give who owns what: several things after one verb are several ownerships."""
    for statement in statements:
        if statement.category is Category.OWNERSHIP:
            for thing in listed(statement.objects):
                yield Ownership(statement.subject_name, thing, statement)


def references_of(statements: Iterable[Statement]) -> Iterator[Reference]:
    """Give every ``@Name``, and what ``references`` names without the mark."""
    for statement in statements:
        for token in statement.tokens:
            if token[0] == "@" and name_of(token):
                yield Reference(name_of(token), statement)
        if statement.category is Category.REFERENCE:
            for name in listed(t for t in statement.objects if not t.startswith("@")):
                yield Reference(name, statement)


def group_properties_of(outline: Outline) -> Mapping[int, Properties]:
    """Give what is said of each group with ``has``, by the index of its node."""
    found: defaultdict[int, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for placed in outline.placed:
        if placed.statement.category is Category.PROPERTY:
            group = outline.group_of(placed)
            if group is not None:
                name, value = _property(placed.statement)
                found[group][name].append(value)
    return {group: _frozen(properties) for group, properties in found.items()}


def story_properties_of(statements: Iterable[Statement]) -> Properties:
    """Give what is said of the whole story: what ``Story`` and ``World`` have."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for statement in statements:
        if statement.category is Category.PROPERTY and statement.subject in WHOLE_STORY:
            name, value = _property(statement)
            found[name].append(value)
    return _frozen(found)


def entities_of(
    statements: Iterable[Statement], relationships: Iterable[Relationship]
) -> Mapping[str, Entity]:
    """Give what is declared with ``is``, in order of declaration, with all that is said of it."""
    lines: dict[str, int] = {}
    types: defaultdict[str, list[str]] = defaultdict(list)
    traits: defaultdict[str, list[str]] = defaultdict(list)
    properties: defaultdict[str, defaultdict[str, list[str]]]
    properties = defaultdict(lambda: defaultdict(list))
    edges: defaultdict[str, list[Relationship]] = defaultdict(list)
    for statement in statements:
        if statement.category not in _SAYS_WHAT_IS:
            continue
        name = statement.subject_name
        if statement.category is Category.DECLARATION:
            lines.setdefault(name, statement.line)
            kind, declared_traits = _declared(statement)
            types[name].append(kind)
            traits[name] += declared_traits
        else:
            word, value = _property(statement)
            if word in {"trait", "traits"}:
                traits[name] += listed(statement.tokens[statement.width + 2 :])
            else:
                properties[name][word].append(value)
    for edge in relationships:
        edges[edge.source].append(edge)
    return {
        name: Entity(
            name,
            types[name][0],
            tuple(dict.fromkeys(types[name])),
            tuple(dict.fromkeys(traits[name])),
            _frozen(properties[name]),
            tuple(edges[name]),
            line,
        )
        for name, line in lines.items()
    }


def _property(statement: Statement) -> tuple[str, str]:
    word, *values = statement.tokens[statement.width + 1 :]
    return value_of(word).lower(), " ".join(map(value_of, values))


def _declared(statement: Statement) -> tuple[str, tuple[str, ...]]:
    """Read ``X is TYPE with trait a, b``: the type, and the traits up to the next modifier."""
    type_words: list[str] = []
    traits: list[str] = []
    reading_traits = False
    for word, token in statement.parts():
        if word is not None:
            reading_traits = word.lower() == "with" and token.lower() in {"trait", "traits"}
        elif reading_traits:
            traits.append(token)
        else:
            type_words.append(value_of(token))
    return " ".join(type_words), listed(traits)


def _frozen(properties: Mapping[str, list[str]]) -> Properties:
    return {word: tuple(values) for word, values in properties.items()}
