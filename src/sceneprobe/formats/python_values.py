"""Python values → nodes, so that queries given by a program are read as those in a file are."""

from collections.abc import Mapping, Sequence

from sceneprobe.errors import OptionError
from sceneprobe.formats.nodes import MAX_DEPTH, ListNode, MappingNode, ScalarNode, Value
from sceneprobe.text.model import Source, Span


def node_of(value: object, source: Source, depth: int = 0) -> Value:
    """Turn a text, number, None, mapping, sequence or object with fields into a node."""
    span = Span(source, 1, 1)
    if depth > MAX_DEPTH:
        raise OptionError(f"a value is nested more than {MAX_DEPTH} levels deep")
    if isinstance(value, str):
        return ScalarNode(value, span)
    if value is None:
        return ScalarNode("", span, plain=True)
    if isinstance(value, Mapping):
        return _mapping(value, source, depth)
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        entries = sorted(value) if isinstance(value, set | frozenset) else value
        return ListNode(tuple(node_of(entry, source, depth + 1) for entry in entries), span)
    if isinstance(value, bool | int | float):
        return ScalarNode(str(value), span, plain=True)
    fields = _fields(value)
    if fields is None:
        raise OptionError(f"a value of type {type(value).__name__} cannot be read as a query")
    return _mapping(fields, source, depth)


def _mapping(value: Mapping[str, object], source: Source, depth: int) -> MappingNode:
    span = Span(source, 1, 1)
    entries = (
        (ScalarNode(str(key), span), node_of(inner, source, depth + 1))
        for key, inner in value.items()
    )
    return MappingNode(tuple(entries), span)


def _fields(value: object) -> Mapping[str, object] | None:
    """Give the fields of an object, whether it has a dictionary or slots."""
    if hasattr(value, "__dict__"):
        return dict(vars(value))
    slots = getattr(type(value), "__slots__", None)
    return None if slots is None else {name: getattr(value, name) for name in slots}
