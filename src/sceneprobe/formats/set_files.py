"""QuerySet → the text of a query file, in the format and with the names that the file had."""

import json
from collections.abc import Mapping

from sceneprobe.errors import OptionError
from sceneprobe.formats.json_edit import edited_json, edited_json_lines
from sceneprobe.formats.queries import read_queries
from sceneprobe.formats.query_files import format_of
from sceneprobe.formats.set_changes import changes_between, refuse_layout
from sceneprobe.formats.set_yaml import Form, set_as_yaml
from sceneprobe.formats.yaml_edit import edited_yaml
from sceneprobe.judging.model import QrelRow, Query, QuerySet
from sceneprobe.report.wording import as_json
from sceneprobe.text.model import Source
from sceneprobe.text.source import from_text

_LONG_NAMES = ("query_text", "query_id", "relevant_docs")


def set_like(query_set: QuerySet, former: Source) -> str:
    """Write a set into the file that it comes from; TSV has no grades, so it is refused.

    Only types and labels that changed, and new queries, are written: all else that stands in the
    file stays, known or not. LayoutError is raised where that cannot be done. A file without
    content counts by its ending.
    """
    is_long = any(name in line for line in former.lines for name in _LONG_NAMES)
    form = Form.LONG if is_long else Form.SHORT
    kind = format_of(former)
    if kind == "tsv":
        raise OptionError(
            f"{former.name} is TSV, which holds no grades; save labels to a .yaml file"
        )
    if not any(line.strip() for line in former.lines):
        return _new(query_set, kind, form)
    changes = changes_between(read_queries(former), query_set)
    edit = {"json": edited_json, "jsonl": edited_json_lines}.get(kind, edited_yaml)
    text = edit(changes, former, form)
    read = read_queries(from_text(former.name, text))
    if read.queries != query_set.queries or read.qrels.by_topic() != query_set.qrels.by_topic():
        raise refuse_layout(former)
    return text


def can_write(source: Source) -> bool:
    """Tell whether labels can be written into such a file."""
    return format_of(source) != "tsv"


def _new(query_set: QuerySet, kind: str, form: Form) -> str:
    match kind:
        case "json":
            return as_json(_values(query_set, form))
        case "jsonl":
            lines = (_query(query, rows, form) for query, rows in _labelled(query_set))
            return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    return set_as_yaml(query_set, form)


def _values(query_set: QuerySet, form: Form) -> object:
    queries = [_query(query, rows, form) for query, rows in _labelled(query_set)]
    head: dict[str, object] = {"name": query_set.name}
    for name in ("version", "description"):
        value = getattr(query_set, name)
        if value is not None:
            head[name] = value
    if query_set.scale is not None:
        head["scale"] = f"0-{query_set.scale}"
    if any(stratum.count is not None for stratum in query_set.strata):
        head["query_types"] = {stratum.type: stratum.count for stratum in query_set.strata}
    elif query_set.strata:
        head["query_types"] = [stratum.type for stratum in query_set.strata]
    if query_set.changelog:
        head["changelog"] = list(query_set.changelog)
    return {**head, "queries": queries}


def _labelled(query_set: QuerySet) -> list[tuple[Query, list[QrelRow]]]:
    rows: dict[str, list[QrelRow]] = {}
    for row in query_set.qrels.rows:
        rows.setdefault(row.topic_id, []).append(row)
    return [(query, rows.get(query.id, [])) for query in query_set.queries]


def _query(query: Query, rows: list[QrelRow], form: Form) -> Mapping[str, object]:
    is_long = form is Form.LONG
    fields: dict[str, object | None] = {
        "query_id" if is_long else "id": query.id,
        "query_text" if is_long else "query": query.text,
        "query_type" if is_long else "type": query.type,
        "k": query.k,
        "added_in": query.added_in,
        "story": query.story,
    }
    name = "doc_id" if is_long else "id"
    labels = [{name: row.doc_id, "grade": row.grade} for row in rows] or None
    fields["relevant_docs" if is_long else "relevant"] = labels
    return {field: value for field, value in fields.items() if value is not None}
