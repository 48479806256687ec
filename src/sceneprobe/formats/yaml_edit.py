"""Changes × the YAML file they are made in → its text; what is not changed stays to the letter."""

from collections.abc import Iterator, Sequence

import yaml

from sceneprobe.formats.fields import Spellings
from sceneprobe.formats.query_files import QUERY
from sceneprobe.formats.set_changes import Change, refuse_layout
from sceneprobe.formats.set_fields import SET
from sceneprobe.formats.set_yaml import NAMES, Form, label_text, query_lines, scalar
from sceneprobe.formats.yaml_labels import edited_labels
from sceneprobe.formats.yaml_places import Edit, applied, end_of, is_null, line_end
from sceneprobe.formats.yaml_values import compose_yaml
from sceneprobe.text.model import Source


def edited_yaml(changes: Sequence[Change], former: Source, form: Form) -> str:
    """Change types and labels where they stand, and add new entries after the last."""
    text = "\n".join(former.lines)
    root = compose_yaml(former)
    listed = _pair(root, SET, "queries") if isinstance(root, yaml.MappingNode) else None
    queries = root if listed is None else listed[1]
    if queries is None:
        raise refuse_layout(former)
    entries = list(queries.value) if isinstance(queries, yaml.SequenceNode) else [queries]
    edits: list[Edit] = []
    for change in changes:
        if change.place is not None:
            edits += _entry_edits(text, entries[change.place], change, form)
    added = [change for change in changes if change.place is None]
    if added and isinstance(queries, yaml.SequenceNode):
        edits.append(_addition(text, queries, added, form))
    elif added and listed is not None and is_null(queries):
        shown = ", ".join(_in_flow(change) for change in added)
        edits.append(Edit(queries.start_mark.index, queries.end_mark.index, f" [{shown}]"))
    elif added:
        raise refuse_layout(former)
    return applied(text, edits).replace("\n", former.newline)


def _entry_edits(text: str, entry: yaml.Node, change: Change, form: Form) -> Iterator[Edit]:
    if not isinstance(entry, yaml.MappingNode):
        end = end_of(text, entry)
        yield Edit(entry.start_mark.index, end, _in_flow(change))
        return
    names = NAMES[form]
    if change.has_new_type:
        value = scalar(change.query.type or "")
        yield _field_edit(text, entry, "type", f"{names.type}: ", value)
    if not change.has_new_labels:
        return
    pair = _pair(entry, QUERY, "relevant")
    if pair is None or is_null(pair[1]):
        shown = ", ".join(label_text(row, form) for row in change.rows)
        yield _field_edit(text, entry, "relevant", f"{names.relevant}: ", f"[{shown}]")
    else:
        yield edited_labels(text, *pair, change.rows, form)


def _field_edit(text: str, entry: yaml.MappingNode, name: str, key: str, value: str) -> Edit:
    """Give a field a value: in place of the one it has, or else after the text of the query."""
    pair = _pair(entry, QUERY, name)
    if pair is not None:
        start = pair[1].start_mark.index
        space = " " if text[start - 1 : start] == ":" else ""
        return Edit(start, end_of(text, pair[1]), f"{space}{value}")
    asked, words = _pair(entry, QUERY, "query") or entry.value[0]
    if entry.flow_style:
        return Edit(words.end_mark.index, words.end_mark.index, f", {key}{value}")
    # Below the whole line, so that a comment stays with what it was written for.
    at = line_end(text, end_of(text, words))
    return Edit(at, at, f"\n{' ' * asked.start_mark.column}{key}{value}")


def _addition(text: str, queries: yaml.SequenceNode, added: Sequence[Change], form: Form) -> Edit:
    shown = ", ".join(map(_in_flow, added))
    if queries.flow_style and not queries.value:
        return Edit(queries.start_mark.index, queries.end_mark.index, f"[{shown}]")
    last = queries.value[-1]
    if queries.flow_style:
        return Edit(last.end_mark.index, last.end_mark.index, f", {shown}")
    at = line_end(text, end_of(text, last))
    indent = " " * queries.start_mark.column
    lines = [line for one in added for line in query_lines(one.query, one.rows, form)]
    return Edit(at, at, "".join(f"\n{indent}{line[2:]}" for line in lines))


def _in_flow(change: Change) -> str:
    (line,) = query_lines(change.query, change.rows, Form.SHORT)
    return line.removeprefix("  - ")


def _pair(
    mapping: yaml.MappingNode, spellings: Spellings, name: str
) -> tuple[yaml.Node, yaml.Node] | None:
    pairs = (pair for pair in mapping.value if spellings.names.get(pair[0].value) == name)
    return next(pairs, None)
