"""Changes × the JSON or JSON-lines file they are made in → its text; other fields stay."""

import json
from collections.abc import Sequence
from typing import Any

from sceneprobe.formats.fields import Spellings
from sceneprobe.formats.query_files import LABEL, QUERY
from sceneprobe.formats.set_changes import Change, refuse_layout
from sceneprobe.formats.set_fields import SET
from sceneprobe.formats.set_yaml import NAMES, Form
from sceneprobe.report.wording import as_json
from sceneprobe.text.model import Source

# Any, throughout: a JSON value is whatever somebody wrote.


def edited_json(changes: Sequence[Change], former: Source, form: Form) -> str:
    """Change the entries of a JSON file; it is indented anew, and holds what it held."""
    whole = _loaded("\n".join(former.lines), former)
    entries = whole
    if isinstance(whole, dict):
        name = _spelt(whole, SET, "queries")
        if name is None:  # a single query
            entries = [whole]
        else:
            entries = whole[name] = whole[name] or []
    if not isinstance(entries, list):
        raise refuse_layout(former)
    for change in changes:
        if change.place is not None:
            entries[change.place] = _changed(entries[change.place], change, form)
        else:
            entries.append(_changed({}, change, form))
    if isinstance(whole, dict) and _spelt(whole, SET, "queries") is None:
        whole = entries[0] if len(entries) == 1 else entries
    return as_json(whole)


def edited_json_lines(changes: Sequence[Change], former: Source, form: Form) -> str:
    """Change the lines of the queries in question; all others stay to the letter."""
    lines = list(former.lines)
    # As the reader does, which passes over lines that are blank or null.
    held = [number for number, line in enumerate(lines) if line.strip() not in {"", "null"}]
    added = []
    for change in changes:
        number = None if change.place is None else held[change.place]
        value = {} if number is None else _loaded(lines[number], former)
        line = json.dumps(_changed(value, change, form), ensure_ascii=False)
        if number is None:
            added.append(line)
        else:
            lines[number] = line
    end = held[-1] + 1 if held else 0
    lines[end:end] = added
    return former.newline.join(lines if lines[-1:] == [""] else [*lines, ""])


def _loaded(text: str, source: Source) -> Any:
    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) != len(pairs):  # one of the two values would be lost
            raise refuse_layout(source)
        return fields

    def number(text: str) -> float:
        value = float(text)
        if value in {float("inf"), float("-inf")}:
            raise refuse_layout(source)
        return value

    try:
        return json.loads(text, object_pairs_hook=mapping, parse_float=number)
    except ValueError:  # a whole number with thousands of digits
        raise refuse_layout(source) from None


def _changed(entry: Any, change: Change, form: Form) -> Any:
    """Give an entry with its new type and labels; a bare text becomes a mapping."""
    names, query = NAMES[form], change.query
    fields = dict(entry) if isinstance(entry, dict) else {}
    if not fields:
        fields = {names.id: query.id, names.query: query.text}
    if change.has_new_type:
        fields[_spelt(fields, QUERY, "type") or names.type] = query.type
    if change.has_new_labels:
        name = _spelt(fields, QUERY, "relevant") or names.relevant
        fields[name] = _labels(fields.get(name), change, form)
    return fields


def _labels(former: Any, change: Change, form: Form) -> list[Any]:
    left = dict(change.grades)
    labels = []
    for label in former if isinstance(former, list) else [] if former is None else [former]:
        key = _spelt(label, LABEL, "id") if isinstance(label, dict) else None
        scene = str(label if key is None else label[key]).strip()
        if scene in left:
            labels.append(_graded(label, scene, left.pop(scene), form))
    return labels + [_graded(None, scene, grade, form) for scene, grade in left.items()]


def _graded(label: Any, scene: str, grade: int, form: Form) -> Any:
    if isinstance(label, dict):
        return {**label, _spelt(label, LABEL, "grade") or "grade": grade}
    if label is not None and grade == 1:
        return label
    return {"doc_id" if form is Form.LONG else "id": scene, "grade": grade}


def _spelt(fields: dict[str, Any], spellings: Spellings, name: str) -> str | None:
    """Find how a field is called in a mapping; None where it is not there."""
    return next((key for key in fields if spellings.names.get(key) == name), None)
