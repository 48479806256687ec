"""A file of conformance cases → cases, as plain values; what is wrong names file and line."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.errors import OptionError
from sceneprobe.formats.nodes import ListNode, MappingNode, NotReadableError, ScalarNode, Value
from sceneprobe.formats.yaml_values import read_yaml
from sceneprobe.text.model import Source, Span

Plain = str | None | list["Plain"] | dict[str, "Plain"]
"""Texts, lists and mappings; numbers are texts, too."""

_FIELDS = ("name", "rule", "story", "queries", "settings", "expected", "hypervectors")


@dataclass(frozen=True, slots=True)
class Case:
    """One case: the rule of the specs it shows, what is given, and what must come out."""

    name: str
    rule: str
    place: str
    given: Mapping[str, Plain] = field(hash=False)

    def part(self, name: str) -> Mapping[str, Plain]:
        """Give a part of the case that is a mapping; an empty one where there is none."""
        found = self.given.get(name)
        if found is not None and not isinstance(found, dict):
            raise OptionError(f"{self.place}: {name} must be a mapping")
        return found or {}


def read_cases(source: Source) -> tuple[Case, ...]:
    """Read a list of cases."""
    try:
        content = read_yaml(source)
    except NotReadableError as error:
        finding = error.finding
        raise OptionError(f"{_place(finding.span)}: {finding.message}") from None
    if not isinstance(content, ListNode):
        raise OptionError(f"{source.name}: a file of cases is a list")
    return tuple(_case(entry) for entry in content.entries)


def _case(entry: Value) -> Case:
    place = _place(entry.span)
    given = _plain(entry)
    if not isinstance(given, dict):
        raise OptionError(f"{place}: a case is a mapping")
    unknown = [key for key in given if key not in _FIELDS]
    if unknown:
        raise OptionError(f"{place}: a case has no field {unknown[0]}; known: {', '.join(_FIELDS)}")
    name, rule = given.get("name"), given.get("rule")
    if not isinstance(name, str) or not isinstance(rule, str):
        raise OptionError(f"{place}: a case needs a name and a rule")
    if not given.get("hypervectors") and not (given.get("story") and given.get("expected")):
        raise OptionError(f"{place}: a case needs story and expected, or hypervectors")
    return Case(name, rule, place, given)


def _plain(value: Value) -> Plain:
    match value:
        case ScalarNode():
            return None if value.is_null else value.text
        case ListNode():
            return [_plain(entry) for entry in value.entries]
        case MappingNode():
            return {key.text: _plain(inner) for key, inner in value}


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
