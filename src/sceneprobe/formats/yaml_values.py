"""YAML text → values with places, read from the parser's events.

Events come one by one however deep the text is nested, where composing nodes would recurse in C and
crash; and an alias or a tag is seen before anything is built from it.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import Protocol

import yaml

from sceneprobe.formats.nodes import (
    MAX_DEPTH,
    ListNode,
    MappingNode,
    NotReadableError,
    ScalarNode,
    Value,
)
from sceneprobe.judging.findings import NOT_READABLE, UNSAFE_YAML
from sceneprobe.text.model import Source, Span


class Mark(Protocol):
    """What a mark of either parser of PyYAML has."""

    line: int
    index: int


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(source: Source) -> Value | None:
    """Read the one document of a YAML text; None where it is empty."""
    places = _Places(source)
    try:
        return _Composer(source, places).document()
    except yaml.MarkedYAMLError as error:
        span = places.span(error.problem_mark or error.context_mark)
        raise NotReadableError(NOT_READABLE, span, f"this is no YAML: {error.problem}") from None
    except yaml.reader.ReaderError as error:
        before = "\n".join(source.lines).encode()[: error.position].decode(errors="ignore")
        span = places.at(len(before))
        raise NotReadableError(NOT_READABLE, span, f"this is no YAML: {error.reason}") from None


def compose_yaml(source: Source) -> yaml.Node | None:
    """Give the nodes of a YAML text that ``read_yaml`` could read, and so is nested little."""
    return yaml.compose("\n".join(source.lines), Loader=_LOADER)


class _Places:
    """Finds lines as we count them: YAML also ends a line at U+0085, U+2028 and U+2029."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._starts = list(accumulate((len(line) + 1 for line in source.lines), initial=0))

    def at(self, index: int, width: int = 1) -> Span:
        line = bisect_right(self._starts, index, hi=len(self._source.lines))
        return Span(self._source, line, index - self._starts[line - 1] + 1, width)

    def span(self, start: Mark | None, end: Mark | None = None) -> Span:
        if start is None:
            return self.at(0)
        same_line = end is not None and end.line == start.line
        return self.at(start.index, max(1, end.index - start.index) if end and same_line else 1)


class _Open:
    """A list or mapping that is being filled; of a mapping, keys and values alternate."""

    def __init__(self, span: Span, *, is_mapping: bool) -> None:
        self.span = span
        self.is_mapping = is_mapping
        self.values: list[Value] = []


class _Composer:
    def __init__(self, source: Source, places: _Places) -> None:
        self._source = source
        self._places = places
        self._open: list[_Open] = []
        self._root: Value | None = None

    def document(self) -> Value | None:
        documents = 0
        for event in yaml.parse("\n".join(self._source.lines), Loader=_LOADER):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    span = self._span(event)
                    message = "a second document begins here"
                    raise NotReadableError(NOT_READABLE, span, message, "keep one to a file")
            self._take(event)
        return self._root

    def _take(self, event: yaml.Event) -> None:
        match event:
            case yaml.AliasEvent():
                self._refuse(event, "an alias", f"*{event.anchor}")
            case yaml.ScalarEvent():
                self._refuse_tag(event)
                self._add(
                    ScalarNode(event.value, self._span(event), plain=event.style in {None, ""})
                )
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._refuse_tag(event)
                self._begin(event)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._end()

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._open) >= MAX_DEPTH:
            message = f"this is nested more than {MAX_DEPTH} levels deep"
            raise NotReadableError(NOT_READABLE, self._span(event), message)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self._open.append(_Open(self._span(event), is_mapping=is_mapping))

    def _end(self) -> None:
        done = self._open.pop()
        if not done.is_mapping:
            self._add(ListNode(tuple(done.values), done.span))
            return
        keys, values = done.values[::2], done.values[1::2]
        entries: list[tuple[ScalarNode, Value]] = []
        for key, value in zip(keys, values, strict=True):
            if not isinstance(key, ScalarNode):
                raise NotReadableError(NOT_READABLE, key.span, "a key must be a word")
            entries.append((key, value))
        self._add(MappingNode(tuple(entries), done.span))

    def _add(self, value: Value) -> None:
        if self._open:
            self._open[-1].values.append(value)
        else:
            self._root = None if isinstance(value, ScalarNode) and value.is_null else value

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag != "!":
            self._refuse(event, "a tag", event.tag)

    def _refuse(self, event: yaml.Event, what: str, shown: str) -> None:
        message = f"{what} is not allowed here: {shown}"
        raise NotReadableError(UNSAFE_YAML, self._span(event), message, "write the value itself")

    def _span(self, event: yaml.Event) -> Span:
        return self._places.span(event.start_mark, event.end_mark)
