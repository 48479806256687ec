"""QuerySet → the text of a query file, in the format and with the names that the file had."""

import json
from collections.abc import Mapping

from sceneprobe.errors import OptionError
from sceneprobe.formats.query_files import format_of
from sceneprobe.formats.set_yaml import Form, set_as_yaml
from sceneprobe.formats.yaml_edit import edited_yaml
from sceneprobe.judging.model import QrelRow, Query, QuerySet
from sceneprobe.report.wording import as_json
from sceneprobe.text.model import Source

_LONG_NAMES = ("query_text", "query_id", "relevant_docs")


def set_like(query_set: QuerySet, former: Source) -> str:
    """Write a set as the file was written that it comes from; TSV has no grades, so it is refused.

    A file without content counts by its ending. In YAML, entries that did not change stay as they
    are, comments and all, where that can be done.
    """
    is_long = any(name in line for line in former.lines for name in _LONG_NAMES)
    form = Form.LONG if is_long else Form.SHORT
    match format_of(former):
        case "tsv":
            raise OptionError(
                f"{former.name} is TSV, which holds no grades; save labels to a .yaml file"
            )
        case "json":
            return as_json(_values(query_set, form, bare=_begins(former, "[")))
        case "jsonl":
            lines = (_query(query, rows, form) for query, rows in _labelled(query_set))
            return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    edited = edited_yaml(query_set, former, form)
    return set_as_yaml(query_set, form) if edited is None else edited


def can_write(source: Source) -> bool:
    """Tell whether labels can be written into such a file."""
    return format_of(source) != "tsv"


def _begins(source: Source, char: str) -> bool:
    return next((line.strip() for line in source.lines if line.strip()), "").startswith(char)


def _values(query_set: QuerySet, form: Form, *, bare: bool) -> object:
    queries = [_query(query, rows, form) for query, rows in _labelled(query_set)]
    if bare:
        return queries
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
