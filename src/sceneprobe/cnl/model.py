"""The tree of a story file: flat, nodes in the order of the file, each with its depth."""

# Flat, because a nest of 100,000 frozen values cannot be compared, hashed or printed without
# recursion. Nodes compare by what they say, not by where they stand.

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from sceneprobe.cnl.lexer import name_of, parts_of, value_of
from sceneprobe.text.model import Diagnostic, Source


class Category(StrEnum):
    """What a statement does."""

    DECLARATION = "declaration"
    PROPERTY = "property"
    INCLUSION = "inclusion"
    RELATIONSHIP = "relationship"
    OWNERSHIP = "ownership"
    REFERENCE = "reference"
    CONSTRAINT = "constraint"
    DESCRIPTION = "description"
    EVENT = "event"
    HEADER = "header"
    UNREAD = "unread"


class BlockKind(StrEnum):
    """What is opened and closed: a group of the story, or the exchange of a dialogue."""

    GROUP = "group"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes share; reading of the node began at ``offset`` (from 0) in its line."""

    depth: int
    line: int = field(compare=False)
    offset: int = field(default=0, compare=False)
    after_blank: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """A comment on lines of its own, with its marks (``//``, ``/*``, ``#``)."""

    text: str


@dataclass(frozen=True, slots=True)
class Annotation(Node):
    """A note for prose generators; ``owner`` is the node it belongs to, None for the document."""

    type: str
    text: str
    owner: int | None
    block: bool = False
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Template(Node):
    """The raw lines of a pattern, between ``P has template begin`` and its end."""

    pattern: str
    text: str
    tokens: tuple[str, ...]
    comments: tuple[str, ...] = ()
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Group(Node):
    """The line that opens a group or an exchange."""

    name: str
    tokens: tuple[str, ...]
    comments: tuple[str, ...] = ()
    kind: BlockKind = BlockKind.GROUP


@dataclass(frozen=True, slots=True)
class GroupEnd(Node):
    """The line that closes a group or an exchange; what is deeper than ``depth`` ends here."""

    name: str
    tokens: tuple[str, ...]
    comments: tuple[str, ...] = ()
    kind: BlockKind = BlockKind.GROUP


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """One line: subject, verb, objects and modifiers.

    Tokens are kept as written, strings with their quotes; the subject takes ``width`` of them.
    """

    tokens: tuple[str, ...]
    category: Category
    width: int = 1
    comments: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """The first token, or the several words that name the group around the statement."""
        return subject_of(self.tokens, self.width)

    @property
    def subject_name(self) -> str:
        """The name that the subject says: ``@Anna`` is Anna."""
        return name_of(self.tokens[0]) if self.width == 1 else self.subject

    @property
    def verb(self) -> str:
        """The verb as written; empty where the line has none."""
        return self.tokens[self.width] if self.category is not Category.UNREAD else ""

    @property
    def objects(self) -> tuple[str, ...]:
        """The tokens after the verb that belong to no modifier, as written."""
        return tuple(token for word, token in self.parts() if word is None)

    @property
    def modifiers(self) -> tuple[tuple[str, str], ...]:
        """The modifier words with the token each one takes, as written."""
        return tuple((word, token) for word, token in self.parts() if word is not None)

    def parts(self) -> Iterator[tuple[str | None, str]]:
        """Give what follows the verb in order: (None, object) or (modifier word, its token)."""
        return parts_of(self.tokens[self.width + 1 :])


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file as a tree, with what was wrong in it."""

    source: Source = field(compare=False)
    nodes: tuple[Node, ...]
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)


def subject_of(tokens: Sequence[str], width: int) -> str:
    """Join the tokens of a subject by one blank."""
    return value_of(tokens[0]) if width == 1 else " ".join(map(value_of, tokens[:width]))
