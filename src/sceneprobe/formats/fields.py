"""Mappings → fields under their own names, whatever they were called; findings for the rest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sceneprobe.formats.nodes import MappingNode, ScalarNode, Value, kind_of
from sceneprobe.judging import findings as rules
from sceneprobe.text.model import Diagnostic, Rule, Source, Span
from sceneprobe.text.names import NearNames, did_you_mean


class Spellings:
    """The ways in which fields may be written: each spelling with the field it means."""

    def __init__(self, **ways: tuple[str, ...]) -> None:
        self.names = {way: name for name, others in ways.items() for way in (name, *others)}
        self.near = NearNames(self.names)

    def of(self, name: str) -> frozenset[str]:
        """Give all spellings of a field."""
        return frozenset(way for way, meant in self.names.items() if meant == name)


@dataclass(slots=True)
class Findings:
    """Collects what is wrong while a file is read."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        """Note one finding."""
        self.found.append(rule.at(span, message, hint))


def has_wrong_byte(source: Source, rule: Rule, hint: str, findings: Findings) -> bool:
    """Tell whether a file has a byte that is no UTF-8; the first one is reported."""
    for wrong in source.wrong_bytes[:1]:
        message = f"the byte at offset {wrong.offset} is no UTF-8"
        findings.add(rule, Span(source, wrong.line, wrong.column), message, hint)
    return bool(source.wrong_bytes)


def fields_of(mapping: MappingNode, spellings: Spellings, findings: Findings) -> dict[str, Value]:
    """Sort a mapping's values by field; a second value for a field is reported and passed over."""
    names = spellings.names
    fields: dict[str, Value] = {}
    written: dict[str, str] = {}
    for key, value in mapping:
        name = names.get(key.text)
        if name is None:
            hint = did_you_mean(spellings.near, key.text)
            known = f"known fields: {', '.join(dict.fromkeys(names.values()))}"
            message = f'the field "{key.text}" is not known, and passed over'
            findings.add(rules.UNKNOWN_FIELD, key.span, message, hint or known)
        elif name not in fields:
            fields[name], written[name] = value, key.text
        elif written[name] == key.text:
            message = f'the field "{key.text}" is given twice'
            findings.add(rules.DUPLICATE_KEY, key.span, message, "keep one of them")
        else:
            message = f'"{written[name]}" and "{key.text}" are two spellings of one field'
            findings.add(rules.TWO_SPELLINGS, key.span, message, f'keep one; ours is "{name}"')
    return {name: value for name, value in fields.items() if not _is_null(value)}


def once_each(found: Sequence[Diagnostic], rule: Rule) -> Iterator[Diagnostic]:
    """Keep the first finding of a rule with each message, and say how many more there are.

    A field that is not known stands in every entry of a large file, where it was written by a
    program.
    """
    counts = Counter(finding.message for finding in found if finding.code == rule.code)
    for finding in found:
        if finding.code != rule.code:
            yield finding
            continue
        more = counts.pop(finding.message, 0) - 1
        if more > 0:
            yield replace(finding, message=f"{finding.message}, here and {more:,} times more")
        elif more == 0:
            yield finding


def text_of(value: Value | None, what: str, findings: Findings) -> str | None:
    """Give a scalar's text; anything else but nothing is reported."""
    if value is None or isinstance(value, ScalarNode):
        return None if value is None else value.text.strip()
    message = f"{what} must be a text, not {kind_of(value)}"
    findings.add(rules.WRONG_TYPE, value.span, message)
    return None


def _is_null(value: Value) -> bool:
    return isinstance(value, ScalarNode) and value.is_null
