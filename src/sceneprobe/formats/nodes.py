"""What YAML and JSON have in common: scalars, lists and mappings, each with its place."""

from collections.abc import Iterator
from dataclasses import dataclass

from sceneprobe.text.model import Diagnostic, Rule, Span

MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A value as text; one that is ``plain`` stood without quotes and may be a number or null."""

    text: str
    span: Span
    plain: bool = False

    @property
    def is_null(self) -> bool:
        """Whether it stands for nothing."""
        return self.plain and self.text in {"", "~", "null"}


@dataclass(frozen=True, slots=True)
class ListNode:
    """Values in order."""

    entries: tuple["Value", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Values by key, as written: a key may come twice."""

    entries: tuple[tuple[ScalarNode, "Value"], ...]
    span: Span

    def __iter__(self) -> Iterator[tuple[ScalarNode, "Value"]]:
        return iter(self.entries)


Value = ScalarNode | ListNode | MappingNode


class NotReadableError(Exception):
    """The text cannot be taken apart any further; carries the one finding that says why."""

    def __init__(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.finding: Diagnostic = rule.at(span, message, hint)


def kind_of(value: Value) -> str:
    """Name what a value is, for messages."""
    match value:
        case ListNode():
            return "a list"
        case MappingNode():
            return "a mapping"
        case ScalarNode():
            return "nothing" if value.is_null else f'"{value.text[:40]}"'
