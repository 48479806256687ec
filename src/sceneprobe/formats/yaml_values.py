"""YAML text → values with places, read from the parser's events.

Events come one by one however deep the text is nested, where composing nodes would recurse in C and
crash; and an alias or a tag is seen before anything is built from it.
"""

import yaml

from sceneprobe.formats.nodes import MAX_DEPTH, List, Mapping, NotReadableError, Scalar, Value
from sceneprobe.judging.findings import NOT_READABLE, UNSAFE_YAML
from sceneprobe.text.model import Source, Span

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(source: Source) -> Value | None:
    """Read the one document of a YAML text; None where it is empty."""
    try:
        return _Composer(source).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = Span(source, mark.line + 1, mark.column + 1) if mark else Span(source, 1, 1)
        raise NotReadableError(NOT_READABLE, span, f"this is no YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        raise NotReadableError(
            NOT_READABLE, Span(source, 1, 1), f"this is no YAML: {reason}"
        ) from None


class _Open:
    """A list or mapping that is being filled; of a mapping, keys and values alternate."""

    def __init__(self, span: Span, *, is_mapping: bool) -> None:
        self.span = span
        self.is_mapping = is_mapping
        self.values: list[Value] = []


class _Composer:
    def __init__(self, source: Source) -> None:
        self._source = source
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
                self._add(Scalar(event.value, self._span(event), plain=event.style in {None, ""}))
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
            self._add(List(tuple(done.values), done.span))
            return
        keys, values = done.values[::2], done.values[1::2]
        entries: list[tuple[Scalar, Value]] = []
        for key, value in zip(keys, values, strict=True):
            if not isinstance(key, Scalar):
                raise NotReadableError(NOT_READABLE, key.span, "a key must be a word")
            entries.append((key, value))
        self._add(Mapping(tuple(entries), done.span))

    def _add(self, value: Value) -> None:
        if self._open:
            self._open[-1].values.append(value)
        else:
            self._root = None if isinstance(value, Scalar) and value.is_null else value

    def _refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag != "!":
            self._refuse(event, "a tag", event.tag)

    def _refuse(self, event: yaml.Event, what: str, shown: str) -> None:
        message = f"{what} is not allowed here: {shown}"
        raise NotReadableError(UNSAFE_YAML, self._span(event), message, "write the value itself")

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        if start is None or end is None:
            return Span(self._source, 1, 1)
        width = end.column - start.column if end.line == start.line else 1
        return Span(self._source, start.line + 1, start.column + 1, max(1, width))
