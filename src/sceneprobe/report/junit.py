"""Named outcomes → a JUnit file, which CI systems show."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ENTITIES = MappingProxyType(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    | {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


@dataclass(frozen=True, slots=True)
class JUnitCase:
    """One test case: it passed unless ``failure`` or ``skipped`` say something.

    ``note`` is what else there is to tell of it.
    """

    group: str
    name: str
    failure: str | None = None
    skipped: str | None = None
    note: str | None = None


Suite = tuple[str, Sequence[JUnitCase]]
"""A name, and the cases under it."""


def junit(suites: Iterable[Suite]) -> str:
    """Write suites of test cases."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    for name, cases in suites:
        lines += (f"  {line}" for line in _suite(name, cases))
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(name: str, cases: Sequence[JUnitCase]) -> list[str]:
    failures = sum(case.failure is not None for case in cases)
    skipped = sum(case.skipped is not None for case in cases)
    counts = f'tests="{len(cases)}" failures="{failures}" skipped="{skipped}"'
    lines = [f"<testsuite name={_attribute(name)} {counts}>"]
    for case in cases:
        head = f"  <testcase classname={_attribute(case.group)} name={_attribute(case.name)}"
        inside = []
        if case.failure is not None:
            inside.append(f"    <failure message={_attribute(case.failure)}/>")
        elif case.skipped is not None:
            inside.append(f"    <skipped message={_attribute(case.skipped)}/>")
        if case.note is not None:
            inside.append(f"    <system-out>{_escaped(case.note)}</system-out>")
        lines += [f"{head}>", *inside, "  </testcase>"] if inside else [f"{head}/>"]
    return [*lines, "</testsuite>"]


def _attribute(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """Escape a text; the standard library's own escaping takes 18 ms to import."""
    shown = _NOT_IN_XML.sub("\ufffd", text)
    for character, entity in _ENTITIES.items():
        shown = shown.replace(character, entity)
    return shown
