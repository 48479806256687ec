"""Nodes of YAML → where they end in the text, and edits of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import yaml

_BLANK_OR_COMMENT = re.compile(r"[ \t]*(?:#.*)?")


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A stretch of the text and what stands there instead."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Make edits that do not overlap."""
    # From the end, so that the places before it still hold.
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def end_of(text: str, node: yaml.Node) -> int:
    """Find where a node's own text ends: what is written in blocks ends with its last line."""
    end: int = node.end_mark.index
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(text, last[1] if isinstance(last, tuple) else last)
    if isinstance(node, yaml.ScalarNode) and node.style in {"|", ">"}:
        lines = text[node.start_mark.index : end].split("\n")
        while len(lines) > 1 and _BLANK_OR_COMMENT.fullmatch(lines[-1]):
            lines.pop()
        return node.start_mark.index + len("\n".join(lines))
    return end


def line_end(text: str, at: int) -> int:
    """Find the end of the line of a place."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def is_null(node: yaml.Node) -> bool:
    """Tell whether a node stands for nothing."""
    return (
        isinstance(node, yaml.ScalarNode)
        and node.style in {None, ""}
        and node.value in {"", "~", "null"}
    )
