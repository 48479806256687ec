"""A file of conformance cases → cases; what is wrong with each of them names file and line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from sceneprobe.errors import OptionError
from sceneprobe.formats.expected import (
    Expected,
    ExpectedVector,
    Plain,
    Settings,
    fields_in,
    read_expected,
    read_settings,
    read_vectors,
)
from sceneprobe.formats.nodes import ListNode, MappingNode, NotReadableError, ScalarNode, Value
from sceneprobe.formats.yaml_values import read_yaml
from sceneprobe.text.model import Source, Span

_OF_STORIES = ("story", "queries", "settings", "expected")
_FIELDS = ("name", "rule", *_OF_STORIES, "hypervectors")
_NUMBER = re.compile(r"[\d.]+")


class UnusableCasesError(OptionError):
    """Cases that cannot be run; ``problems`` say what is wrong, each with its place."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


@dataclass(frozen=True, slots=True)
class Case:
    """One case: the rule of the specs it shows, what is given, and what must come out.

    It has a story, or hypervectors; ``queries`` are as they were written.
    """

    name: str
    rule: str
    place: str
    story: str = ""
    queries: Plain = field(default=None, hash=False)
    settings: Settings = field(default_factory=Settings)
    expected: Expected = field(default_factory=Expected)
    hypervectors: tuple[ExpectedVector, ...] = ()


def read_cases(source: Source) -> tuple[Case, ...]:
    """Read a list of cases; refuse all of them where one cannot be used."""
    if source.wrong_bytes:
        wrong = source.wrong_bytes[0]
        message = f"the byte at offset {wrong.offset} is no UTF-8; save the file as UTF-8"
        raise UnusableCasesError([f"{source.name}:{wrong.line}: {message}"])
    try:
        content = read_yaml(source)
    except NotReadableError as error:
        finding = error.finding
        raise UnusableCasesError([f"{_place(finding.span)}: {finding.message}"]) from None
    if not isinstance(content, ListNode) or not content.entries:
        raise UnusableCasesError([f"{source.name}: a file of cases is a list of at least one"])
    cases: list[Case] = []
    problems: list[str] = []
    for entry in content.entries:
        try:
            cases.append(_case(entry))
        except OptionError as error:
            problems.append(f"{_place(entry.span)}: {error}")
    if problems:
        raise UnusableCasesError(problems)
    return tuple(cases)


def _case(entry: Value) -> Case:
    given = fields_in(_plain(entry), "a case", _FIELDS)
    name, rule, place = given.get("name"), given.get("rule"), _place(entry.span)
    if not isinstance(name, str) or not isinstance(rule, str):
        raise OptionError("a case needs a name and a rule")
    if "hypervectors" in given:
        beside = [key for key in _OF_STORIES if key in given]
        if beside:
            raise OptionError(f"a case with hypervectors has no {beside[0]}")
        return Case(name, rule, place, hypervectors=read_vectors(given["hypervectors"]))
    if not given.get("story") or not given.get("expected"):
        raise OptionError("a case needs story and expected, or hypervectors")
    settings = given.get("settings")
    return Case(
        name,
        rule,
        place,
        story=_story(given["story"]),
        queries=given.get("queries"),
        settings=Settings() if settings is None else read_settings(settings),
        expected=read_expected(given["expected"]),
    )


def _story(story: Plain) -> str:
    if not isinstance(story, str) or _NUMBER.fullmatch(story):
        raise OptionError("the story must be a text")
    return story


def _plain(value: Value) -> Plain:
    match value:
        case ScalarNode():
            return None if value.is_null else value.text
        case ListNode():
            return [_plain(entry) for entry in value.entries]
        case MappingNode():
            return _fields(value)


def _fields(mapping: MappingNode) -> dict[str, Plain]:
    fields: dict[str, Plain] = {}
    for key, value in mapping:
        if key.text in fields:
            raise OptionError(
                f'the field "{key.text}" is given twice, again at line {key.span.line}'
            )
        fields[key.text] = _plain(value)
    return fields


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
