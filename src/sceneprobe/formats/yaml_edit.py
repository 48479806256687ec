"""QuerySet × the YAML file it was → the file with only the entries of changed queries rewritten."""

import re
from collections.abc import Mapping, Sequence

from sceneprobe.formats.nodes import ListNode, MappingNode, NotReadableError
from sceneprobe.formats.queries import read_queries
from sceneprobe.formats.set_fields import SET
from sceneprobe.formats.set_yaml import Form, query_lines
from sceneprobe.formats.yaml_values import read_yaml
from sceneprobe.judging.model import QrelRow, Query, QuerySet
from sceneprobe.text.model import Source
from sceneprobe.text.source import from_text

_ENTRY = re.compile(r"( *)- +(?=\S)")
_OF_NO_ENTRY = re.compile(r"\s*(?:#.*)?")
_Labelled = tuple[Query, tuple[QrelRow, ...]]


def edited_yaml(query_set: QuerySet, former: Source, form: Form) -> str | None:
    """Rewrite the entries of changed queries and add new ones; everything else stays as it is.

    None where that cannot be done: the file has no list of entries below one another, or what
    comes out would not read back as the set.
    """
    ranges = _ranges(former)
    before, after = _by_id(read_queries(former)), _by_id(query_set)
    if not ranges or len(ranges) != len(before) or list(after)[: len(before)] != list(before):
        return None
    indent = _indent(former.line(ranges[0].start))
    lines = list(former.lines)
    last = ranges[-1].stop - 1
    added = [after[name] for name in after if name not in before]
    lines[last:last] = [line for one in added for line in _entry(one, form, indent)]
    # From the end, so that the places before it still hold.
    for name, place in reversed(list(zip(before, ranges, strict=True))):
        if before[name] != after[name]:
            lines[place.start - 1 : place.stop - 1] = _entry(after[name], form, indent)
    text = former.newline.join(lines)
    return text if read_queries(from_text(former.name, text)) == query_set else None


def _by_id(query_set: QuerySet) -> Mapping[str, _Labelled]:
    labels: dict[str, list[QrelRow]] = {}
    for row in query_set.qrels.rows:
        labels.setdefault(row.topic_id, []).append(row)
    return {query.id: (query, tuple(labels.get(query.id, ()))) for query in query_set.queries}


def _entry(labelled: _Labelled, form: Form, indent: str) -> Sequence[str]:
    return [f"{indent}{line[2:]}" for line in query_lines(*labelled, form)]


def _ranges(source: Source) -> Sequence[range]:
    """Give the numbers of the lines of each entry, without the comments that follow it."""
    try:
        content = read_yaml(source)
    except NotReadableError:
        return ()
    if isinstance(content, MappingNode):
        named = (value for key, value in content if SET.names.get(key.text) == "queries")
        content = next(named, None)
    if not isinstance(content, ListNode):
        return ()
    starts = [entry.span.line for entry in content.entries]
    if len(set(starts)) != len(starts) or not all(map(_ENTRY.match, map(source.line, starts))):
        return ()
    ends = [*starts[1:], _end(source, starts[-1])] if starts else []
    return [
        range(start, _trimmed(source, start, end)) for start, end in zip(starts, ends, strict=True)
    ]


def _end(source: Source, start: int) -> int:
    """Give the number of the line after the last entry: the first that is not indented below it."""
    indent = len(_indent(source.line(start)))
    number = start + 1
    while number <= len(source.lines):
        line = source.line(number)
        if not _OF_NO_ENTRY.fullmatch(line) and len(line) - len(line.lstrip(" ")) <= indent:
            break
        number += 1
    return number


def _trimmed(source: Source, start: int, end: int) -> int:
    while end - 1 > start and _OF_NO_ENTRY.fullmatch(source.line(end - 1)):
        end -= 1
    return end


def _indent(line: str) -> str:
    match = _ENTRY.match(line)
    return match[1] if match else ""
