"""A query file → its values with places, whatever the format: YAML, JSON, JSON lines or TSV."""

import os
from collections.abc import Iterator, Sequence

from sceneprobe.formats.fields import Findings, Spellings
from sceneprobe.formats.nodes import ListNode, MappingNode, NotReadableError, ScalarNode, Value
from sceneprobe.judging import findings as rules
from sceneprobe.text.model import Source, Span

QUERY = Spellings(
    id=("query_id", "qid"),
    query=("q", "text", "query_text"),
    relevant=("relevant_ids", "relevantIds", "answers", "ground_truth", "relevant_docs"),
    k=("topK",),
    type=("query_type",),
    added_in=(),
    story=(),
)
"""The fields of a query."""
_ID_HEADINGS = frozenset(
    {*QUERY.of("id"), "query", "queryid", "topic", "topic_id", "number", "num"}
)
_TEXT_HEADINGS = frozenset({*QUERY.of("query"), "querytext", "title", "question", "description"})

LABEL = Spellings(id=("doc_id",), grade=("rel",))
"""The fields of a label."""


def content_of(source: Source, findings: Findings) -> Value | None:
    """Read the file by its ending; where that says nothing, by how its text begins."""
    match format_of(source):
        case "json":
            from sceneprobe.formats.json_values import read_json

            return read_json(source)
        case "jsonl":
            return ListNode(tuple(_json_lines(source, findings)), Span(source, 1, 1))
        case "tsv":
            return ListNode(tuple(_rows(source, findings)), Span(source, 1, 1))
    from sceneprobe.formats.yaml_values import read_yaml

    return read_yaml(source)


def _json_lines(source: Source, findings: Findings) -> Iterator[Value]:
    """Read one value a line; a line that cannot be read does not keep the others from it."""
    from sceneprobe.formats.json_values import read_json

    for number, line in enumerate(source.lines, start=1):
        try:
            value = read_json(source, number) if line.strip() else None
        except NotReadableError as error:
            findings.found.append(error.finding)
        else:
            if value is not None:
                yield value


def format_of(source: Source) -> str:
    """Tell by its name what a file is: json, jsonl, tsv or yaml; else by its first lines."""
    ending = os.path.splitext(source.name)[1].lower()
    known = {".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".tsv": "tsv"}
    if ending in {".yaml", ".yml"} or ending in known:
        return known.get(ending, "yaml")
    first, *others = [line.strip() for line in source.lines if line.strip()] or [""]
    if others and first.startswith("{") and first.endswith("}"):
        return "jsonl"
    if first.startswith(("{", "[")):
        return "json"
    return "tsv" if "\t" in first else "yaml"


def _rows(source: Source, findings: Findings) -> Iterator[MappingNode]:
    """Read ``id<TAB>query`` or ``id<TAB>query<TAB>id,id``."""
    for number, line in enumerate(source.lines, start=1):
        if not line.strip():
            continue
        cells = [
            ScalarNode(cell.strip(), Span(source, number, 1, len(line)))
            for cell in line.split("\t")
        ]
        if number == 1 and _is_header(cells):
            message = "this line looks like a heading, and would be read as a query"
            findings.add(rules.WRONG_COLUMNS, cells[0].span, message, "remove it")
        if len(cells) not in {2, 3}:
            message = f"a line has two or three columns, divided by tabs; this one has {len(cells)}"
            hint = "write id, query and, if it is labelled, the ids of its scenes with commas"
            findings.add(rules.WRONG_COLUMNS, cells[0].span, message, hint)
            continue
        entries: list[tuple[ScalarNode, Value]] = [
            (ScalarNode(name, cells[0].span), cell)
            for name, cell in zip(("id", "query"), cells, strict=False)
        ]
        if len(cells) == 3:
            ids = [part.strip() for part in cells[2].text.split(",")]
            labels = tuple(ScalarNode(part, cells[2].span) for part in ids if part)
            entries.append((ScalarNode("relevant", cells[2].span), ListNode(labels, cells[2].span)))
        yield MappingNode(tuple(entries), cells[0].span)


def _is_header(cells: Sequence[ScalarNode]) -> bool:
    names = [cell.text.lower().lstrip("#").strip().replace("-", "_") for cell in cells[:2]]
    first, second = (name.replace(" ", "_") for name in (*names, "")[:2])
    return first in _ID_HEADINGS and second in _TEXT_HEADINGS
