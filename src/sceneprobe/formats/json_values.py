"""JSON text → values with places; every number stays the text it was."""

import json
import re

from sceneprobe.formats.nodes import (
    MAX_DEPTH,
    ListNode,
    MappingNode,
    NotReadableError,
    ScalarNode,
    Value,
)
from sceneprobe.judging.findings import NOT_READABLE
from sceneprobe.text.model import Source, Span

_DECODER = json.JSONDecoder()
_BLANKS = re.compile(r"[ \t\n\r]*")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")


def read_json(source: Source, line: int | None = None) -> Value | None:
    """Read one JSON value, from the whole source or one line of it; None where it is blank."""
    return _Reader(source, line).document()


class _Reader:
    def __init__(self, source: Source, line: int | None) -> None:
        self._source = source
        self._first_line = line or 1
        self._text = "\n".join(source.lines) if line is None else source.line(line)
        # Places are asked for in rising order, so line numbers are counted as reading goes on.
        self._counted_to = 0
        self._line = self._first_line
        self._line_start = 0

    def document(self) -> Value | None:
        at = self._skip(0)
        if at == len(self._text):
            return None
        value, at = self._value(at, 0)
        if self._skip(at) != len(self._text):
            hint = "one value a line is read from a file that ends in .jsonl"
            raise self._error(self._skip(at), "there is more after the value", hint)
        return None if isinstance(value, ScalarNode) and value.is_null else value

    def _value(self, at: int, depth: int) -> tuple[Value, int]:
        if depth > MAX_DEPTH:
            raise self._error(at, f"this is nested more than {MAX_DEPTH} levels deep")
        first = self._text[at : at + 1]
        if first == "{":
            return self._mapping(at, depth)
        if first == "[":
            return self._list(at, depth)
        if first == '"':
            return self._string(at)
        match = _PLAIN.match(self._text, at)
        if match is None:
            raise self._error(at, "a value is expected here")
        return ScalarNode(match[0], self._span(at, len(match[0])), plain=True), match.end()

    def _string(self, at: int) -> tuple[ScalarNode, int]:
        span = self._span(at)
        try:
            text, end = _DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            raise self._error(error.pos, error.msg.lower()) from None
        if _LONE_SURROGATE.search(text):
            raise self._error(at, "this text holds half a surrogate pair")
        return ScalarNode(text, Span(span.source, span.line, span.column, end - at)), end

    def _list(self, at: int, depth: int) -> tuple[ListNode, int]:
        span, items = self._span(at), list[Value]()
        at = self._skip(at + 1)
        if self._text[at : at + 1] == "]":
            return ListNode((), span), at + 1
        while True:
            item, at = self._value(at, depth + 1)
            items.append(item)
            at = self._skip(at)
            if self._text[at : at + 1] == "]":
                return ListNode(tuple(items), span), at + 1
            at = self._expect(",", at)

    def _mapping(self, at: int, depth: int) -> tuple[MappingNode, int]:
        span, entries = self._span(at), list[tuple[ScalarNode, Value]]()
        at = self._skip(at + 1)
        if self._text[at : at + 1] == "}":
            return MappingNode((), span), at + 1
        while True:
            if self._text[at : at + 1] != '"':
                raise self._error(at, "a key in double quotes is expected here")
            key, at = self._string(at)
            value, at = self._value(self._expect(":", self._skip(at)), depth + 1)
            entries.append((key, value))
            at = self._skip(at)
            if self._text[at : at + 1] == "}":
                return MappingNode(tuple(entries), span), at + 1
            at = self._expect(",", at)

    def _expect(self, char: str, at: int) -> int:
        if self._text[at : at + 1] != char:
            raise self._error(at, f"a {char} is expected here")
        return self._skip(at + 1)

    def _skip(self, at: int) -> int:
        match = _BLANKS.match(self._text, at)
        return match.end() if match else at

    def _span(self, at: int, width: int = 1) -> Span:
        self._line += self._text.count("\n", self._counted_to, at)
        self._line_start = max(self._line_start, self._text.rfind("\n", self._counted_to, at) + 1)
        self._counted_to = at
        return Span(self._source, self._line, at - self._line_start + 1, width)

    def _error(self, at: int, message: str, hint: str | None = None) -> NotReadableError:
        line = self._first_line + self._text.count("\n", 0, at)
        column = at - (self._text.rfind("\n", 0, at) + 1) + 1
        span = Span(self._source, line, column)
        return NotReadableError(NOT_READABLE, span, f"this is no JSON: {message}", hint)
