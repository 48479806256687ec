"""The fields of a query set that stand beside its queries → name, version, scale, strata."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sceneprobe.formats.fields import Findings, Spellings, text_of
from sceneprobe.formats.nodes import ListNode, MappingNode, ScalarNode, Value, kind_of
from sceneprobe.judging import findings as rules
from sceneprobe.judging.model import Stratum
from sceneprobe.text.numbers import whole_number

SET = Spellings(
    queries=("retrieval_queries",),
    name=(),
    version=(),
    description=(),
    scale=(),
    query_types=(),
    changelog=(),
)
"""The fields of a query set."""

MOST_GRADE = 100
_SCALE = re.compile(r"(?:0\s*[-–]\s*)?([0-9]+)")


@dataclass(frozen=True, slots=True)
class SetFields:
    """What a set says of itself; None and nothing where it says nothing."""

    name: str | None = None
    version: str | None = None
    description: str | None = None
    scale: int | None = None
    strata: tuple[Stratum, ...] = ()
    changelog: tuple[str, ...] = ()


def read_set_fields(fields: Mapping[str, Value], findings: Findings) -> SetFields:
    """Read what stands beside the queries; what cannot be read is a finding."""
    return SetFields(
        name=text_of(fields.get("name"), "the name", findings),
        version=text_of(fields.get("version"), "the version", findings),
        description=text_of(fields.get("description"), "the description", findings),
        scale=_scale(fields.get("scale"), findings),
        strata=tuple(_strata(fields.get("query_types"), findings)),
        changelog=tuple(_lines(fields.get("changelog"), findings)),
    )


def _scale(value: Value | None, findings: Findings) -> int | None:
    """Read the highest grade from ``3``, ``0-3`` or ``[0, 3]``: every scale begins with 0."""
    if value is None:
        return None
    text = value.text if isinstance(value, ScalarNode) else ""
    if isinstance(value, ListNode):
        ends = [end.text for end in value.entries if isinstance(end, ScalarNode)]
        text = "-".join(ends) if len(ends) == len(value.entries) == 2 else ""
    match = _SCALE.fullmatch(text.strip())
    highest = whole_number(match[1], 1, MOST_GRADE) if match else None
    if highest is None:
        message = f"a scale goes from 0 to a number up to {MOST_GRADE}, not {kind_of(value)}"
        findings.add(rules.WRONG_TYPE, value.span, message, "write it as 0-3")
    return highest


def _strata(value: Value | None, findings: Findings) -> Iterator[Stratum]:
    """Read types as a list, or as a mapping with how many queries there are of each."""
    if isinstance(value, MappingNode):
        seen: set[str] = set()
        for key, count in value:
            if key.text in seen:
                message = f'the type "{key.text}" is declared twice'
                findings.add(rules.DUPLICATE_KEY, key.span, message, "keep one of them")
                continue
            seen.add(key.text)
            number = whole_number(count.text, 0, 10**9) if isinstance(count, ScalarNode) else None
            if number is None and not (isinstance(count, ScalarNode) and count.is_null):
                message = f'how many queries are "{key.text}" is a number, not {kind_of(count)}'
                findings.add(rules.WRONG_TYPE, count.span, message)
            yield Stratum(key.text.strip(), number, key.span)
    elif isinstance(value, ListNode) and all(isinstance(e, ScalarNode) for e in value.entries):
        names = (entry for entry in value.entries if isinstance(entry, ScalarNode))
        yield from (Stratum(name.text.strip(), None, name.span) for name in names)
    elif value is not None:
        message = f"query_types is a list of types, or has a number for each, not {kind_of(value)}"
        findings.add(rules.WRONG_TYPE, value.span, message)


def _lines(value: Value | None, findings: Findings) -> Iterator[str]:
    for entry in value.entries if isinstance(value, ListNode) else (value,):
        line = text_of(entry, "a line of the changelog", findings)
        if line:
            yield line
