"""A query file → QuerySet, whatever its format and its spelling of fields, with all findings."""

import os
from collections.abc import Iterator
from types import MappingProxyType

from sceneprobe.formats.fields import Findings, Spellings, fields_of, text_of
from sceneprobe.formats.nodes import List, Mapping, NotReadableError, Scalar, Value, kind_of
from sceneprobe.judging import findings as rules
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet
from sceneprobe.text.model import Source, Span, in_order

_QUERY: Spellings = MappingProxyType(
    {
        "id": ("id", "query_id", "qid"),
        "query": ("query", "q", "text", "query_text"),
        "relevant": (
            *("relevant", "relevant_ids", "relevantIds"),
            *("answers", "ground_truth", "relevant_docs"),
        ),
        "k": ("k", "topK"),
        "type": ("type", "query_type"),
    }
)
_LABEL: Spellings = MappingProxyType({"id": ("id", "doc_id"), "grade": ("grade", "rel")})
_SET: Spellings = MappingProxyType(
    {"queries": ("queries", "retrieval_queries")}
    | {name: (name,) for name in ("name", "version", "description", "scale", "query_types")}
)


def read_queries(source: Source) -> QuerySet:
    """Read queries and labels; what cannot be read is in the set's diagnostics."""
    findings = Findings()
    for wrong in source.wrong_bytes:
        message = f"the byte at offset {wrong.offset} is no UTF-8"
        findings.add(rules.NOT_READABLE, Span(source, wrong.line, wrong.column), message)
    reader = _SetReader(findings)
    try:
        reader.read(_content(source, findings))
    except NotReadableError as error:
        findings.found.append(error.finding)
    return QuerySet(
        name=reader.name or os.path.splitext(os.path.basename(source.name))[0],
        version=reader.version,
        queries=tuple(reader.queries),
        qrels=Qrels(tuple(reader.rows)),
        places=reader.places,
        digest=source.digest,
        diagnostics=in_order(findings.found),
    )


def _content(source: Source, findings: Findings) -> Value | None:
    """Read the file by its ending; where that says nothing, by how its text begins."""
    match _format_of(source):
        case "json":
            from sceneprobe.formats.json_values import read_json

            return read_json(source)
        case "jsonl":
            return List(tuple(_json_lines(source, findings)), Span(source, 1, 1))
        case "tsv":
            return List(tuple(_rows(source, findings)), Span(source, 1, 1))
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


def _format_of(source: Source) -> str:
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


def _rows(source: Source, findings: Findings) -> Iterator[Mapping]:
    """Read ``id<TAB>query`` or ``id<TAB>query<TAB>id,id``."""
    for number, line in enumerate(source.lines, start=1):
        if not line.strip():
            continue
        cells = [
            Scalar(cell.strip(), Span(source, number, 1, len(line))) for cell in line.split("\t")
        ]
        if len(cells) not in {2, 3}:
            message = f"a line has two or three columns, divided by tabs; this one has {len(cells)}"
            hint = "write id, query and, if it is labelled, the ids of its scenes with commas"
            findings.add(rules.WRONG_COLUMNS, cells[0].span, message, hint)
            continue
        entries: list[tuple[Scalar, Value]] = [
            (Scalar(name, cells[0].span), cell)
            for name, cell in zip(("id", "query"), cells, strict=False)
        ]
        if len(cells) == 3:
            ids = [part.strip() for part in cells[2].text.split(",")]
            labels = tuple(Scalar(part, cells[2].span) for part in ids if part)
            entries.append((Scalar("relevant", cells[2].span), List(labels, cells[2].span)))
        yield Mapping(tuple(entries), cells[0].span)


class _SetReader:
    """Turns values into queries and judgments, one after the other."""

    def __init__(self, findings: Findings) -> None:
        self.name: str | None = None
        self.version: str | None = None
        self.queries: list[Query] = []
        self.rows: list[QrelRow] = []
        self.places: dict[tuple[str, str], Span] = {}
        self._findings = findings
        self._texts: dict[str, Query] = {}
        self._ids: dict[str, Query] = {}

    def read(self, content: Value | None) -> None:
        if isinstance(content, Mapping) and _is_query(content):
            content = List((content,), content.span)
        if isinstance(content, Mapping):
            fields = fields_of(content, _SET, self._findings)
            self.name = text_of(fields.get("name"), "the name", self._findings)
            self.version = text_of(fields.get("version"), "the version", self._findings)
            content = fields.get("queries")
        if content is None:
            return
        if not isinstance(content, List):
            message = f"the queries must be a list, not {kind_of(content)}"
            hint = "write queries: and below it one entry a query"
            self._findings.add(rules.WRONG_TYPE, content.span, message, hint)
            return
        for number, item in enumerate(content.items, start=1):
            self._read_query(item, f"q{number}")

    def _read_query(self, item: Value, default_id: str) -> None:
        if isinstance(item, Scalar):
            fields: dict[str, Value] = {} if item.is_null else {"query": item}
        elif isinstance(item, Mapping):
            fields = fields_of(item, _QUERY, self._findings)
        else:
            message = f"a query must be a text or a mapping, not {kind_of(item)}"
            self._findings.add(rules.WRONG_TYPE, item.span, message)
            return
        span = fields["query"].span if "query" in fields else item.span
        text = text_of(fields.get("query"), "the query", self._findings)
        if not text and not isinstance(fields.get("query"), List | Mapping):
            hint = "write what somebody would search for, or remove the entry"
            self._findings.add(rules.EMPTY_QUERY, span, "this query has no text", hint)
        query = Query(
            id=text_of(fields.get("id"), "the id", self._findings) or default_id,
            text=text or "",
            k=self._read_k(fields.get("k")),
            type=text_of(fields.get("type"), "the type", self._findings) or None,
            span=span,
        )
        if self._is_new(query, item.span):
            self.queries.append(query)
            self._read_labels(query.id, fields.get("relevant"))

    def _is_new(self, query: Query, span: Span) -> bool:
        same_text = self._texts.setdefault(query.text, query)
        if same_text is not query and query.text:
            message = f'the query "{same_text.id}" at line {_line(same_text)} has the same text'
            hint = "keep one of them; labels of both belong to it"
            self._findings.add(rules.DUPLICATE_TEXT, query.span or span, message, hint)
        same_id = self._ids.setdefault(query.id, query)
        if same_id is not query:
            message = f'there is a query "{query.id}" already, at line {_line(same_id)}'
            self._findings.add(
                rules.DUPLICATE_ID, span, message, "give each query an id of its own"
            )
        return same_id is query

    def _read_k(self, value: Value | None) -> int | None:
        if value is None:
            return None
        if isinstance(value, Scalar) and value.text.isdecimal() and int(value.text[:19]) > 0:
            return int(value.text[:19])
        message = f"k must be a whole number ≥ 1, not {kind_of(value)}"
        self._findings.add(rules.WRONG_K, value.span, message, "leave it out to use the default, 5")
        return None

    def _read_labels(self, query_id: str, value: Value | None) -> None:
        if value is None:
            return
        for item in value.items if isinstance(value, List) else (value,):
            scene, grade = self._read_label(item)
            if scene is None:
                continue
            if (query_id, scene) in self.places:
                message = f'"{scene}" is labelled twice for the query "{query_id}"'
                self._findings.add(rules.DUPLICATE_LABEL, item.span, message, "keep one label")
                continue
            self.places[query_id, scene] = item.span
            self.rows.append(QrelRow(query_id, scene, grade))

    def _read_label(self, item: Value) -> tuple[str | None, int]:
        if isinstance(item, Scalar) and item.text.strip() and not item.is_null:
            return item.text.strip(), 1
        if isinstance(item, Mapping):
            fields = fields_of(item, _LABEL, self._findings)
            scene = text_of(fields.get("id"), "the id of a scene", self._findings)
            if scene:
                return scene, self._read_grade(fields.get("grade"))
        message = f"a label is the id of a scene, or {{id, grade}}, not {kind_of(item)}"
        self._findings.add(rules.WRONG_TYPE, item.span, message)
        return None, 0

    def _read_grade(self, value: Value | None) -> int:
        if value is None:
            return 1
        if isinstance(value, Scalar) and value.text.isdecimal() and len(value.text) < 10:
            return int(value.text)
        message = f"a grade is a whole number ≥ 0, not {kind_of(value)}"
        self._findings.add(rules.WRONG_GRADE, value.span, message, "0 means not relevant")
        return 0


def _line(query: Query) -> int:
    return query.span.line if query.span else 0


def _is_query(mapping: Mapping) -> bool:
    """Tell whether a mapping is a single query and no set of them."""
    keys = {key.text for key, _ in mapping}
    return keys.isdisjoint(_SET["queries"]) and not keys.isdisjoint(_QUERY["query"])
