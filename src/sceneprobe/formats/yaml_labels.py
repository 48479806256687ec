"""The labels of one query as they stand in YAML × what they are now → one edit."""

from collections.abc import Sequence
from itertools import pairwise

import yaml

from sceneprobe.formats.query_files import LABEL
from sceneprobe.formats.set_yaml import Form, label_text
from sceneprobe.formats.yaml_places import Edit, applied, end_of, line_end
from sceneprobe.judging.model import QrelRow


def edited_labels(
    text: str, key: yaml.Node, labels: yaml.Node, rows: Sequence[QrelRow], form: Form
) -> Edit:
    """Take labels away, grade others anew and add new ones; those that stay keep their fields."""
    nodes = labels.value if isinstance(labels, yaml.SequenceNode) else [labels]
    left = {row.doc_id: row for row in rows}
    kept = [(node, left.pop(scene)) for node in nodes if (scene := _scene(node)) in left]
    added = [label_text(row, form) for row in left.values()]
    start, end = labels.start_mark.index, end_of(text, labels)
    if not isinstance(labels, yaml.SequenceNode):
        shown = [_graded(text, node, row.grade) for node, row in kept]
        return Edit(start, end, f"[{', '.join(shown + added)}]")
    if not kept:
        # A list in blocks begins in a line of its own, which a list in brackets may not.
        begin = start if labels.flow_style else _after_colon(text, key)
        space = "" if labels.flow_style else " "
        return Edit(begin, end, f"{space}[{', '.join(added)}]")
    if labels.flow_style:
        return Edit(start, end, _flow(text, labels, kept, added))
    return Edit(start, line_end(text, end), _block(text, labels, kept, added))


def _flow(
    text: str,
    labels: yaml.SequenceNode,
    kept: Sequence[tuple[yaml.Node, QrelRow]],
    added: Sequence[str],
) -> str:
    nodes = labels.value
    before = {id(node): former.end_mark.index for former, node in pairwise(nodes)}
    parts = [text[labels.start_mark.index : nodes[0].start_mark.index]]
    for number, (node, row) in enumerate(kept):
        between = text[before[id(node)] : node.start_mark.index] if number else ""
        parts += [between, _graded(text, node, row.grade)]
    parts += [f", {label}" for label in added]
    return "".join([*parts, text[nodes[-1].end_mark.index : labels.end_mark.index]])


def _block(
    text: str,
    labels: yaml.SequenceNode,
    kept: Sequence[tuple[yaml.Node, QrelRow]],
    added: Sequence[str],
) -> str:
    nodes = labels.value
    begins = [text.rfind("-", 0, node.start_mark.index) for node in nodes]
    begins[0] = labels.start_mark.index
    indent = " " * labels.start_mark.column
    grades = {id(node): row.grade for node, row in kept}
    parts = []
    for begin, node in zip(begins, nodes, strict=True):
        if id(node) in grades:
            end = end_of(text, node)
            item = _graded(text, node, grades[id(node)])
            parts.append(
                text[begin : node.start_mark.index] + item + text[end : line_end(text, end)]
            )
    parts += [f"- {label}" for label in added]
    return f"\n{indent}".join(parts)


def _graded(text: str, node: yaml.Node, grade: int) -> str:
    """Give the text of a label with this grade."""
    start, end = node.start_mark.index, end_of(text, node)
    if not isinstance(node, yaml.MappingNode):
        return text[start:end] if grade == 1 else f"{{id: {text[start:end]}, grade: {grade}}}"
    value = _value(node, "grade")
    if value is not None:
        edit = Edit(value.start_mark.index - start, value.end_mark.index - start, str(grade))
        return text[start:end] if _is(value, grade) else applied(text[start:end], [edit])
    if grade == 1:
        return text[start:end]
    space = ", " if node.flow_style else f"\n{' ' * node.start_mark.column}"
    last = end_of(text, node.value[-1][1]) - start
    return applied(text[start:end], [Edit(last, last, f"{space}grade: {grade}")])


def _is(value: yaml.Node, grade: int) -> bool:
    return str(value.value).removesuffix(".0") == str(grade)


def _scene(label: yaml.Node) -> str:
    node = _value(label, "id") if isinstance(label, yaml.MappingNode) else label
    return "" if node is None else str(node.value).strip()


def _value(mapping: yaml.MappingNode, name: str) -> yaml.Node | None:
    pairs = (value for key, value in mapping.value if LABEL.names.get(key.value) == name)
    return next(pairs, None)


def _after_colon(text: str, key: yaml.Node) -> int:
    return text.index(":", key.end_mark.index) + 1
