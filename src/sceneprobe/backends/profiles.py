"""A backend in one string → its parts: ``hybrid:weighted(bm25:k1=1.5*0.4,rich*0.6)``.

``NAME:option=value,option=value`` is one backend. ``NAME:FORM(PART,PART),option=value`` combines
others, and these may combine others in turn. Within the parentheses an option belongs to the part
before it. ``PART*0.6`` gives a part its weight. A value in double quotes may hold any sign.
"""

import re
from dataclasses import dataclass

from sceneprobe.errors import OptionError

_DEEPEST = 8
_LONGEST = 10_000
_WEIGHT = re.compile(r'(.*)\*([^*()"]*)', re.DOTALL)
_SIGN = re.compile(r'"[^"]*"|[(),]')
_OPTION = re.compile(r'[^:("]*=')


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
    if len(text) > _LONGEST or depth > _DEEPEST:
        raise OptionError(
            f"a profile has at most {_LONGEST:,} letters and {_DEEPEST} parentheses in each other"
        )
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


def _option(written: str) -> tuple[str, str]:
    key, _, value = (side.strip() for side in written.partition("="))
    quoted = len(value) > 1 and value[0] == value[-1] == '"'
    return key, value[1:-1] if quoted else value


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
