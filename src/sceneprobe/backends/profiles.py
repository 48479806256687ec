"""A backend in one string → its parts: ``hybrid:weighted(bm25:k1=1.5*0.4,rich*0.6)``.

``NAME:option=value,option=value`` is one backend. ``NAME:FORM(PART,PART),option=value`` combines
others, and these may combine others in turn. Within the parentheses an option belongs to the part
before it. ``PART*0.6`` gives a part its weight. A value in double quotes may hold any sign; a
double quote within is written twice. The same can be said by a mapping:
``{name: hybrid, form: weighted, parts: [{name: bm25, k1: 1.5, weight: 0.4}, rich]}``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sceneprobe.errors import OptionError

_DEEPEST = 8
_LONGEST = 10_000
_WEIGHT = re.compile(r'(.*)\*([^*()"]*)', re.DOTALL)
_SIGN = re.compile(r'"(?:[^"]|"")*"|[(),]')
_OPTION = re.compile(r'[^:("]*=')
_PLAIN = re.compile(r"[\w./~+-]*")
_WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Profile:
    """A backend as it is written; ``form`` is None where it combines no others."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    form: str | None = None
    parts: tuple["WrittenPart", ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """A part of a combination, with its weight where it has one."""

    profile: Profile
    weight: str | None


def parse_profile(text: str, depth: int = 0) -> Profile:
    """Read a profile; names and values are not looked at yet."""
    _refuse_large(text, depth)
    name, _, tail = (side.strip() for side in text.partition(":"))
    if "(" in name:
        raise OptionError(
            f'a combination is written name:form(part,part), as hybrid:rrf(bm25,rich), not "{text}"'
        )
    first, *rest = _split(tail, text) if tail else [""]
    if "(" not in first or _OPTION.match(first):
        options = (first, *rest) if tail else ()
        return Profile(name, tuple(map(_option, options)))
    form, _, inside = first.partition("(")
    if not inside.endswith(")"):
        raise OptionError(f'a comma must follow the parenthesis: "{first}"')
    parts = tuple(_part(part, depth) for part in _parts(inside.removesuffix(")"), text))
    return Profile(name, tuple(map(_option, rest)), form.strip(), parts)


def written(profile: Profile) -> str:
    """Write a profile in one string, which reads back as this profile."""
    pieces = [f"{key}={_quoted(value)}" for key, value in profile.options]
    if profile.form is not None:
        pieces.insert(0, f"{profile.form}({','.join(map(_written_part, profile.parts))})")
    return f"{profile.name}:{','.join(pieces)}" if pieces else profile.name


def profile_of(mapping: Mapping[str, object], depth: int = 0) -> Profile:
    """Read a profile from a mapping: ``name``, ``form``, ``parts``, and options by their names.

    A part is a profile in one string or a mapping, which may have a ``weight``. Whether there are
    such options is not looked at yet.
    """
    _refuse_large("", depth)
    fields = {key: value for key, value in mapping.items() if key not in {"form", "parts"}}
    name = _word(fields.pop("name", None), "name")
    if "weight" in fields:
        raise OptionError(f"{name} is no part of a combination, so that it takes no weight")
    if ("form" in mapping) != ("parts" in mapping):
        missing = "parts" if "form" in mapping else "form"
        raise OptionError(f"{name} combines others by form and parts, and {missing} is missing")
    options = tuple((_word(key, "option"), _text(fields[key], key)) for key in fields)
    if "form" not in mapping:
        return Profile(name, options)
    parts = mapping["parts"]
    if not isinstance(parts, Sequence) or isinstance(parts, str) or not parts:
        raise OptionError(f"the parts of {name} must be a list of profiles")
    form = _word(mapping["form"], "form")
    return Profile(name, options, form, tuple(_part_of(part, depth) for part in parts))


def _part_of(part: object, depth: int) -> WrittenPart:
    if isinstance(part, str):
        return _part(part, depth)
    if not isinstance(part, Mapping):
        raise OptionError(f"a part is a profile, as text or as a mapping, not {part!r}")
    fields = dict(part)
    weight = _text(fields.pop("weight"), "weight") if "weight" in fields else None
    if weight is not None and not _PLAIN.fullmatch(weight):
        raise OptionError(f'a weight is a number, not "{weight}"')
    if list(fields) == ["profile"]:
        return WrittenPart(parse_profile(_text(fields["profile"], "profile"), depth + 1), weight)
    return WrittenPart(profile_of(fields, depth + 1), weight)


def _word(value: object, what: str) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        given = "it has none" if value is None else f"not {value!r}"
        raise OptionError(f"a profile has a word for its {what}; {given}")
    return value


def _text(value: object, key: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise OptionError(f"{key} takes a text or a number, not {value!r}")
    return str(value)


def _written_part(part: WrittenPart) -> str:
    text = written(part.profile)
    return text if part.weight is None else f"{text}*{part.weight}"


def _quoted(value: str) -> str:
    return value if _PLAIN.fullmatch(value) else '"{}"'.format(value.replace('"', '""'))


def _refuse_large(text: str, depth: int) -> None:
    if len(text) > _LONGEST or depth > _DEEPEST:
        raise OptionError(
            f"a profile has at most {_LONGEST:,} letters and {_DEEPEST} parentheses in each other"
        )


def _option(written: str) -> tuple[str, str]:
    key, _, value = (side.strip() for side in written.partition("="))
    quoted = len(value) > 1 and value[0] == value[-1] == '"'
    return key, value[1:-1].replace('""', '"') if quoted else value


def _parts(inside: str, text: str) -> list[str]:
    """Put the options that follow a part with it."""
    parts: list[str] = []
    for piece in _split(inside, text):
        if not _OPTION.match(piece):
            parts.append(piece)
        elif parts:
            colon = "," if ":" in parts[-1] else ":"
            parts[-1] += f"{colon}{piece}"
        else:
            raise OptionError(f'the option {piece} stands before the first part: "{text}"')
    return parts


def _part(written: str, depth: int) -> WrittenPart:
    weighted = _WEIGHT.fullmatch(written)
    if not weighted:
        return WrittenPart(parse_profile(written, depth + 1), None)
    return WrittenPart(parse_profile(weighted[1], depth + 1), weighted[2].strip())


def _split(tail: str, text: str) -> list[str]:
    """Split at the commas that stand in no parenthesis and no quotation marks."""
    pieces, start, depth = [], 0, 0
    for sign in _SIGN.finditer(tail):
        depth += {"(": 1, ")": -1}.get(sign[0], 0)
        if depth < 0:
            raise OptionError(f'a parenthesis is closed that was not opened: "{text}"')
        if sign[0] == "," and not depth:
            pieces.append(tail[start : sign.start()].strip())
            start = sign.end()
    if depth:
        raise OptionError(f'a parenthesis is not closed: "{text}"')
    return [*pieces, tail[start:].strip()]
