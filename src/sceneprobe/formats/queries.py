"""A query file → QuerySet, whatever its format and its spelling of fields, with all findings."""

import os
import re
from itertools import count

from sceneprobe.formats.fields import (
    Findings,
    fields_of,
    has_wrong_byte,
    once_each,
    text_of,
)
from sceneprobe.formats.nodes import (
    ListNode,
    MappingNode,
    NotReadableError,
    ScalarNode,
    Value,
    kind_of,
)
from sceneprobe.formats.query_files import LABEL, QUERY, content_of
from sceneprobe.formats.set_fields import SET, SetFields, read_set_fields
from sceneprobe.judging import findings as rules
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.text.model import Source, Span, in_order
from sceneprobe.text.numbers import whole_number

_WHOLE = re.compile(r"\.0+\Z")


def read_queries(source: Source) -> QuerySet:
    """Read queries and labels; what cannot be read is in the set's diagnostics."""
    findings = Findings()
    reader = _SetReader(source, findings)
    if not has_wrong_byte(source, rules.NOT_READABLE, "save the file as UTF-8", findings):
        try:
            reader.read(content_of(source, findings))
        except NotReadableError as error:
            findings.found.append(error.finding)
    return _query_set(reader, source)


def read_query_values(values: object) -> QuerySet:
    """Read queries that a program holds as Python values: a list, or a mapping with ``queries``."""
    from sceneprobe.formats.python_values import node_of

    source, findings = Source("<queries>", ()), Findings()
    reader = _SetReader(source, findings)
    reader.read(node_of(values, source))
    return _query_set(reader, source)


def _query_set(reader: "_SetReader", source: Source) -> QuerySet:
    return QuerySet(
        name=reader.fields.name or os.path.splitext(os.path.basename(source.name))[0],
        version=reader.fields.version,
        queries=tuple(reader.queries),
        qrels=Qrels(tuple(reader.rows)),
        scale=reader.fields.scale,
        strata=reader.fields.strata,
        description=reader.fields.description,
        changelog=reader.fields.changelog,
        places=tuple(reader.places),
        digest=source.digest,
        diagnostics=in_order(once_each(reader.findings.found, rules.UNKNOWN_FIELD)),
    )


class _SetReader:
    """Turns values into queries and judgments, one after the other."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.fields = SetFields()
        self.queries: list[Query] = []
        self.rows: list[QrelRow] = []
        self.places: list[Span] = []
        self._source = source
        self.findings = findings

    def read(self, content: Value | None) -> None:
        if isinstance(content, MappingNode) and _is_query(content):
            content = ListNode((content,), content.span)
        if isinstance(content, MappingNode):
            fields = fields_of(content, SET, self.findings)
            self.fields = read_set_fields(fields, self.findings)
            if content.entries and not _names_queries(content):
                hint = "write queries: and below it one entry a query"
                self.findings.add(rules.WRONG_TYPE, content.span, "this names no queries", hint)
            content = fields.get("queries")
        if content is None or (isinstance(content, ListNode) and not content.entries):
            if not self.findings.found:
                message, hint = "this file holds no queries", "write one entry a query"
                self.findings.add(rules.NO_QUERIES, Span(self._source, 1, 1), message, hint)
            return
        if not isinstance(content, ListNode):
            message = f"the queries must be a list, not {kind_of(content)}"
            hint = "write queries: and below it one entry a query"
            self.findings.add(rules.WRONG_TYPE, content.span, message, hint)
            return
        given = {_given_id(entry) for entry in content.entries}
        free = 0  # only ever rises: looking again from each query's number could take forever
        for number, entry in enumerate(content.entries, start=1):
            if _given_id(entry) is None:
                free = next(n for n in count(max(number, free + 1)) if f"q{n}" not in given)
            self._read_query(entry, f"q{free}")

    def _read_query(self, entry: Value, default_id: str) -> None:
        if isinstance(entry, ScalarNode):
            fields: dict[str, Value] = {} if entry.is_null else {"query": entry}
        elif isinstance(entry, MappingNode):
            fields = fields_of(entry, QUERY, self.findings)
        else:
            message = f"a query must be a text or a mapping, not {kind_of(entry)}"
            self.findings.add(rules.WRONG_TYPE, entry.span, message)
            return
        span = fields["query"].span if "query" in fields else entry.span
        text = text_of(fields.get("query"), "the query", self.findings)
        if text is None and "query" in fields:
            return
        query = Query(
            id=text_of(fields.get("id"), "the id", self.findings) or default_id,
            text=text or "",
            k=self._read_k(fields.get("k")),
            type=text_of(fields.get("type"), "the type", self.findings) or None,
            added_in=text_of(fields.get("added_in"), "added_in", self.findings) or None,
            story=text_of(fields.get("story"), "the story", self.findings) or None,
            span=span,
        )
        self.queries.append(query)
        self._read_labels(query.id, fields.get("relevant"))

    def _read_k(self, value: Value | None) -> int | None:
        if value is None:
            return None
        number = whole_number(value.text, 1, MOST_K) if isinstance(value, ScalarNode) else None
        if number is not None:
            return number
        message = f"k must be a whole number from 1 to {MOST_K:,}, not {kind_of(value)}"
        self.findings.add(rules.WRONG_K, value.span, message, "leave it out to use the default, 5")
        return None

    def _read_labels(self, query_id: str, value: Value | None) -> None:
        if value is None:
            return
        for label in value.entries if isinstance(value, ListNode) else (value,):
            scene, grade = self._read_label(label)
            if scene is not None:
                self.rows.append(QrelRow(query_id, scene, grade))
                self.places.append(label.span)

    def _read_label(self, label: Value) -> tuple[str | None, int]:
        if isinstance(label, ScalarNode) and label.text.strip() and not label.is_null:
            return label.text.strip(), 1
        if isinstance(label, MappingNode):
            fields = fields_of(label, LABEL, self.findings)
            scene = text_of(fields.get("id"), "the id of a scene", self.findings)
            if scene:
                # A grade that stands there without a value is a mistake, not the default.
                grades = (value for key, value in label if LABEL.names.get(key.text) == "grade")
                return scene, self._read_grade(next(grades, None))
        message = f"a label is the id of a scene, or {{id, grade}}, not {kind_of(label)}"
        self.findings.add(rules.WRONG_TYPE, label.span, message)
        return None, 0

    def _read_grade(self, value: Value | None) -> int:
        if value is None:
            return 1
        text = _WHOLE.sub("", value.text) if isinstance(value, ScalarNode) else ""
        number = whole_number(text, 0, 10**9)
        if number is not None:
            return number
        message = f"a grade is a whole number ≥ 0, not {kind_of(value)}"
        self.findings.add(rules.WRONG_GRADE, value.span, message, "0 means not relevant")
        return 0


def _is_query(mapping: MappingNode) -> bool:
    """Tell whether a mapping is a single query and no set of them."""
    keys = {key.text for key, _ in mapping}
    return keys.isdisjoint(SET.of("queries")) and not keys.isdisjoint(QUERY.of("query"))


def _names_queries(mapping: MappingNode) -> bool:
    return any(SET.names.get(key.text) == "queries" for key, _ in mapping)


def _given_id(entry: Value) -> str | None:
    """Find the id that a query is given, so that no other query gets it by its number."""
    if not isinstance(entry, MappingNode):
        return None
    ids = (value for key, value in entry if QUERY.names.get(key.text) == "id")
    texts = (v.text.strip() for v in ids if isinstance(v, ScalarNode) and not v.is_null)
    return next(texts, None) or None
