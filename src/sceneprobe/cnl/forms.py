"""Tokens of a line → the category of the statement: the fixed forms, and events for the rest."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from unicodedata import category as character_category

from sceneprobe.cnl.lexer import parts_of, quoted, value_of
from sceneprobe.cnl.model import Category, Statement

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "is": "X is TYPE",
        "has": "X has PROPERTY VALUE",
        "includes": "GROUP includes KIND NAME",
        "relates": "X relates to Y as RELATION",
        "owns": "X owns Y",
        "references": "X references @Y",
        "requires": 'X requires "Y"',
        "forbids": 'X forbids "Y"',
        "must": "X must ACTION",
        "describes": 'X describes "text"',
    }
)
"""The verbs with a meaning of their own, each with the form it stands in."""

_WITH_AN_OBJECT = MappingProxyType(
    {
        "is": Category.DECLARATION,
        "has": Category.PROPERTY,
        "owns": Category.OWNERSHIP,
        "references": Category.REFERENCE,
        "requires": Category.CONSTRAINT,
        "forbids": Category.CONSTRAINT,
        "must": Category.CONSTRAINT,
    }
)
_SUBPLOT_VERBS = frozenset({"involves", "starts", "resolves", "touchpoint"})
_HEADER_SUBJECTS = frozenset({"blueprint", "beat", "tension", "dialogue", "subplot"})
_HEADER_VERBS = _SUBPLOT_VERBS | {"uses", "binds"}
_DECLARABLE = frozenset({"dialogue", "subplot", "pattern"})
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?\Z")


def is_identifier(name: str) -> bool:
    """Tell whether a name may stand without quotes: a letter, then letters, digits, ``_ - .``.

    A combining mark or a joiner counts as part of its letter.
    """
    return name[:1].isalpha() and all(
        char.isalnum() or char in "_-.\u200c\u200d" or character_category(char).startswith("M")
        for char in name
    )


def written(name: str) -> str:
    """Write a name as a token: bare where it may be, else in quotes."""
    return name if is_identifier(name) else quoted(name)


def category_of(
    subject: str, predicate: Sequence[str], declared: Mapping[str, str]
) -> Category | None:
    """Sort a line with a verb into its category; None for a fixed form that lacks a part.

    ``predicate`` is the verb and all that follows; ``declared`` maps the names of dialogues,
    subplots and patterns to which of these they are.
    """
    verb, rest = predicate[0].lower(), predicate[1:]
    if verb == "describes":
        return Category.DESCRIPTION
    if verb in _WITH_AN_OBJECT:
        return _with_an_object(verb, rest)
    if verb == "includes":
        return Category.INCLUSION if _count_objects(rest) >= 2 else None
    if verb == "relates":
        complete = len(rest) >= 4 and rest[0].lower() == "to" and rest[2].lower() == "as"
        return Category.RELATIONSHIP if complete else None
    if _is_header(subject, predicate, declared):
        return Category.HEADER
    return Category.EVENT


def declared_kind(
    subject: str, predicate: Sequence[str], category: Category
) -> tuple[str, str] | None:
    """Give (name, ``dialogue``, ``subplot`` or ``pattern``) where a line declares one of these."""
    if category is Category.HEADER and predicate[1].lower() in {"at", "type"}:
        return predicate[0], subject.lower()
    if category is Category.DECLARATION and predicate[1].lower() in _DECLARABLE:
        return subject, predicate[1].lower()
    return None


def dialogue_scene(header: Statement) -> str | None:
    """Give the scene that ``Dialogue D at SCENE`` names; None for any other header."""
    is_dialogue = len(header.tokens) == 4 and header.tokens[2].lower() == "at"
    return value_of(header.tokens[3]) if is_dialogue else None


def _with_an_object(verb: str, rest: Sequence[str]) -> Category | None:
    if not rest:
        return None
    if verb == "has" and rest[0].lower() in {"max", "min"}:
        return Category.CONSTRAINT
    if verb in {"is", "owns", "references"} and not _count_objects(rest):
        return None
    return _WITH_AN_OBJECT[verb]


def _count_objects(rest: Sequence[str]) -> int:
    return sum(word is None for word, _ in parts_of(rest))


def _is_header(subject: str, predicate: Sequence[str], declared: Mapping[str, str]) -> bool:
    first, verb = subject.lower(), predicate[0].lower()
    if first not in _HEADER_SUBJECTS and verb not in _HEADER_VERBS:
        return False
    match [first, *(token.lower() for token in predicate[:5])]:
        case (
            ["blueprint", "uses", "arc", _]
            | ["beat", _, "mapped", "to", _]
            | ["dialogue", _, "at", _]
            | ["subplot", _, "type", _]
        ):
            return True
        case ["tension", "at", place, "is", level]:
            return bool(_NUMBER.match(place) and _NUMBER.match(level))
        case [_, "uses", "pattern", _]:
            return declared.get(value_of(predicate[2])) == "pattern"
        case [_, "binds", variable, "to", _]:
            return variable.startswith("$")
        case _:
            return verb in _SUBPLOT_VERBS and declared.get(subject) == "subplot"
