"""Values of a configuration's keys, each read as what its key takes; findings for the rest."""

import re
from collections.abc import Iterator, Mapping

from sceneprobe.formats.fields import Findings
from sceneprobe.formats.nodes import ListNode, MappingNode, ScalarNode, Value, kind_of
from sceneprobe.settings import findings as rules
from sceneprobe.text.names import NearNames, did_you_mean

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}")
_ZEROS = re.compile(r"\.0+\Z")


def keys_of(
    value: Value | None, what: str, known: tuple[str, ...] | None, findings: Findings
) -> dict[str, Value]:
    """Give the values of a mapping by key; ``known`` is None where any key may stand.

    Keys without a value are passed over.
    """
    if value is None:
        return {}
    if not isinstance(value, MappingNode):
        findings.add(
            rules.WRONG_TYPE, value.span, f"{what} has keys and values, not {kind_of(value)}"
        )
        return {}
    found: dict[str, Value] = {}
    for key, inner in value:
        if known is not None and key.text not in known:
            hint = did_you_mean(NearNames(known), key.text) or f"known keys: {', '.join(known)}"
            message = f'{what} has no key "{key.text}"'
            findings.add(rules.UNKNOWN_KEY, key.span, message, hint)
        elif key.text in found:
            message = f'the key "{key.text}" is given twice'
            findings.add(rules.DUPLICATE_KEY, key.span, message, "keep one of them")
        else:
            found[key.text] = inner
    return {
        key: inner
        for key, inner in found.items()
        if not (isinstance(inner, ScalarNode) and inner.is_null)
    }


def text_in(value: Value | None, what: str, findings: Findings) -> str | None:
    """Read a text that is not empty."""
    if value is None:
        return None
    if isinstance(value, ScalarNode) and value.text.strip():
        return value.text.strip()
    findings.add(rules.WRONG_TYPE, value.span, f"{what} takes a text, not {kind_of(value)}")
    return None


def texts_in(value: Value | None, what: str, findings: Findings) -> Iterator[tuple[str, Value]]:
    """Read a list of texts, or one text, each with its place."""
    for entry in value.entries if isinstance(value, ListNode) else (value,):
        text = text_in(entry, what, findings)
        if text is not None and entry is not None:
            yield text, entry


def choice_in(
    value: Value | None, what: str, names: tuple[str, ...], findings: Findings
) -> str | None:
    """Read one of some names."""
    text = text_in(value, what, findings)
    if text is None or text in names:
        return text
    hint = did_you_mean(NearNames(names), text)
    if value is not None:
        message = f'{what} takes {" or ".join(names)}, not "{text}"'
        findings.add(rules.WRONG_VALUE, value.span, message, hint)
    return None


def switch_in(value: Value | None, what: str, findings: Findings) -> bool | None:
    """Read true or false."""
    if value is None:
        return None
    text = value.text.lower() if isinstance(value, ScalarNode) and value.plain else ""
    if text in {"true", "false"}:
        return text == "true"
    findings.add(rules.WRONG_TYPE, value.span, f"{what} takes true or false, not {kind_of(value)}")
    return None


def number_in(
    value: Value | None, what: str, bounds: tuple[float, float], findings: Findings
) -> str | None:
    """Read a number within bounds, as it is written but for needless zeros: 60.0 is 60.

    Bounds that are whole numbers ask for a whole number.
    """
    if value is None:
        return None
    text = plain_number(value.text) if isinstance(value, ScalarNode) else ""
    least, most = bounds
    whole = "whole " if isinstance(least, int) else ""
    wanted = f"a {whole}number from {least:,.10g} to {most:,.10g}"
    if not _NUMBER.fullmatch(text) or (whole and "." in text):
        message = f"{what} takes {wanted}, not {kind_of(value)}"
        findings.add(rules.WRONG_TYPE, value.span, message)
    elif not least <= float(text) <= most:
        findings.add(rules.WRONG_VALUE, value.span, f"{what} takes {wanted}, not {text}")
    else:
        return text
    return None


def plain_number(text: str) -> str:
    """Write a number without the zeros that change nothing."""
    return _ZEROS.sub("", text.strip())


def options_in(
    values: Mapping[str, Value], what: str, findings: Findings
) -> tuple[tuple[str, str], ...]:
    """Read the options of a backend; what they may be, the backend says."""
    found = []
    for key, value in values.items():
        text = text_in(value, f"{what}.{key}", findings)
        if text is not None and '"' in text:
            findings.add(rules.WRONG_VALUE, value.span, f"{what}.{key} takes no quotation marks")
        elif text is not None:
            found.append((key, text if key == "model" else plain_number(text)))
    return tuple(sorted(found))
