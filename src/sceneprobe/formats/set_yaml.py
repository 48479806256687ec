"""QuerySet → YAML in the long form of test sets or the short form of checks; both read back."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from sceneprobe.judging.model import QrelRow, Query, QuerySet, Stratum

_PLAIN = re.compile(r"[^\W\d_](?:[\w .'’-]*[\w.'’-])?")
_READ_OTHERWISE = frozenset("y n yes no true false on off null".split())
_ESCAPES = MappingProxyType({"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"})


class Form(StrEnum):
    """How the fields are called: as in test sets, or as in the sets that a check reads."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class _Names:
    id: str
    query: str
    type: str
    relevant: str


NAMES = MappingProxyType(
    {
        Form.LONG: _Names("query_id", "query_text", "query_type", "relevant_docs"),
        Form.SHORT: _Names("id", "query", "type", "relevant"),
    }
)
"""How the fields of a query are called in each form."""


def set_as_yaml(
    query_set: QuerySet, form: Form = Form.LONG, remarks: Mapping[str, str] | None = None
) -> str:
    """Write a set with everything that it holds; ``remarks`` are comments by query id."""
    return "".join(f"{line}\n" for line in _lines(query_set, form, remarks or {}))


def _lines(query_set: QuerySet, form: Form, remarks: Mapping[str, str]) -> Iterator[str]:
    for name in ("name", "version", "description"):
        value = getattr(query_set, name)
        if value:
            yield f"{name}: {scalar(value)}"
    if query_set.scale is not None:
        yield f"scale: 0-{query_set.scale}"
    yield from _strata(query_set.strata)
    if query_set.changelog:
        yield "changelog:"
        yield from (f"  - {scalar(line)}" for line in query_set.changelog)
    labels: dict[str, list[QrelRow]] = {}
    for row in query_set.qrels.rows:
        labels.setdefault(row.topic_id, []).append(row)
    yield "queries:" if query_set.queries else "queries: []"
    for query in query_set.queries:
        if query.id in remarks:
            yield f"  # {remarks[query.id]}"
        yield from query_lines(query, labels.get(query.id, []), form)


def _strata(strata: tuple[Stratum, ...]) -> Iterator[str]:
    if strata:
        yield "query_types:"
    if any(stratum.count is not None for stratum in strata):
        for stratum in strata:
            count = "" if stratum.count is None else f" {stratum.count}"
            yield f"  {scalar(stratum.type)}:{count}"
    else:
        yield from (f"  - {scalar(stratum.type)}" for stratum in strata)


def query_lines(query: Query, labels: Sequence[QrelRow], form: Form) -> Iterator[str]:
    """Write one query with its labels, as an entry of a list that is indented by two."""
    names = NAMES[form]
    fields = [f"{names.id}: {scalar(query.id)}", f"{names.query}: {scalar(query.text)}"]
    if query.type is not None:
        fields.append(f"{names.type}: {scalar(query.type)}")
    if query.k is not None:
        fields.append(f"k: {query.k}")
    if query.added_in is not None:
        fields.append(f"added_in: {scalar(query.added_in)}")
    if query.story is not None:
        fields.append(f"story: {scalar(query.story)}")
    if form is Form.SHORT:
        shown = ", ".join(label_text(row, form) for row in labels)
        fields += [f"{names.relevant}: [{shown}]"] if labels else []
        yield f"  - {{{', '.join(fields)}}}"
        return
    if labels:
        fields.append(f"{names.relevant}:")
        fields += [f"  - {label_text(row, form)}" for row in labels]
    yield f"  - {fields[0]}"
    yield from (f"    {field}" for field in fields[1:])


def label_text(row: QrelRow, form: Form) -> str:
    """Write one label, as an element of a list."""
    name = scalar(row.doc_id)
    if form is Form.LONG:
        return f"{{doc_id: {name}, grade: {row.grade}}}"
    return name if row.grade == 1 else f"{{id: {name}, grade: {row.grade}}}"


def scalar(text: str) -> str:
    """Write a text so that every reader of YAML takes it as this text: plain, or in quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _READ_OTHERWISE:
        return text
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
