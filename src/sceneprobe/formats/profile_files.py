"""A profile in YAML → Profile, or findings that say what is wrong with it, innermost part first."""

from sceneprobe.backends.profiles import Profile, profile_of, written
from sceneprobe.backends.registry import backend_of
from sceneprobe.errors import OptionError
from sceneprobe.formats.fields import Findings, has_wrong_byte
from sceneprobe.formats.nodes import (
    ListNode,
    MappingNode,
    NotReadableError,
    ScalarNode,
    Value,
    kind_of,
)
from sceneprobe.formats.profile_findings import NO_BACKEND
from sceneprobe.formats.yaml_values import read_yaml
from sceneprobe.judging.findings import DUPLICATE_KEY, NOT_READABLE
from sceneprobe.text.model import Source, Span


def read_profile(source: Source, findings: Findings) -> Profile | None:
    """Read the one profile of a YAML file; None where a finding says why there is none."""
    if has_wrong_byte(source, NOT_READABLE, "save the file as UTF-8", findings):
        return None
    try:
        content = read_yaml(source)
    except NotReadableError as error:
        findings.found.append(error.finding)
        return None
    if isinstance(content, MappingNode):
        _refuse_twice(content, findings)
        return None if findings.found else _profile(content, findings)
    span = Span(source, 1, 1) if content is None else content.span
    given = "nothing" if content is None else kind_of(content)
    message = f"a profile is a mapping with a name, not {given}"
    findings.add(NO_BACKEND, span, message, "write name: bm25, and its options below")
    return None


def _profile(node: MappingNode, findings: Findings) -> Profile | None:
    """Read a mapping once all is well with its parts, so that a finding stands at the part."""
    before = len(findings.found)
    for part in _parts(node):
        kept = tuple((key, value) for key, value in part if key.text != "weight")
        if all(key.text != "profile" for key, _ in kept):
            _profile(MappingNode(kept, part.span), findings)
    if len(findings.found) > before:
        return None
    try:
        profile = profile_of({key.text: _value(value) for key, value in node})
        backend_of(written(profile))
    except OptionError as error:
        findings.add(NO_BACKEND, node.span, str(error))
        return None
    return profile


def _parts(node: MappingNode) -> list[MappingNode]:
    lists = [value for key, value in node if key.text == "parts" and isinstance(value, ListNode)]
    return [part for found in lists for part in found.entries if isinstance(part, MappingNode)]


def _refuse_twice(node: Value, findings: Findings) -> None:
    if isinstance(node, ListNode):
        for entry in node.entries:
            _refuse_twice(entry, findings)
    seen: set[str] = set()
    for key, value in node if isinstance(node, MappingNode) else ():
        _refuse_twice(value, findings)
        if key.text in seen:
            message = f'the field "{key.text}" is given twice'
            findings.add(DUPLICATE_KEY, key.span, message, "keep one of them")
        seen.add(key.text)


def _value(node: Value) -> object:
    match node:
        case ScalarNode():
            return node.text
        case ListNode():
            return [_value(entry) for entry in node.entries]
        case MappingNode():
            return {key.text: _value(value) for key, value in node}
