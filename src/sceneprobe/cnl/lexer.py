"""A line → its tokens, kept as written, and its comments."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

_LEXEME = re.compile(
    r"""
      (?P<string> " [^"\\]*+ (?: \\. [^"\\]*+ )*+ " )
    | (?P<unterminated> " .*+ )
    | (?: (?<!\S) | (?<=\*/) ) (?: (?P<comment> //.*+ | /\* .*? \*/ ) | (?P<opening> /\* ) )
    | (?P<word> [^\s"]++ )
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r'\\(["\\n])')
_ESCAPED = MappingProxyType({'"': '"', "\\": "\\", "n": "\n"})

MODIFIERS = frozenset("as to at from with about during because despite before after in by".split())


@dataclass(frozen=True, slots=True)
class Lexed:
    """What stands in a line: tokens and where each begins, comments, and how the line stops.

    ``opening`` is the offset of a comment that runs over the line's end, ``unterminated`` that of a
    string without its closing quote; each is None where there is no such thing.
    """

    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    comments: tuple[str, ...]
    opening: int | None
    unterminated: int | None


@lru_cache(maxsize=8)  # one line may have many findings, and each looks for its place in it
def lex(line: str, offset: int = 0) -> Lexed:
    """Split a line into tokens and comments, from an offset on."""
    tokens: list[str] = []
    starts: list[int] = []
    comments: list[str] = []
    opening = unterminated = None
    for match in _LEXEME.finditer(line, offset):
        kind = match.lastgroup
        if kind == "opening":
            opening = match.start()
            break
        if kind == "comment":
            comments.append(match[0].rstrip())
            continue
        if kind == "unterminated":
            unterminated = match.start()
        tokens.append(match[0])
        starts.append(match.start())
    return Lexed(tuple(tokens), tuple(starts), tuple(comments), opening, unterminated)


def is_plain(line: str) -> bool:
    """Tell whether a line has neither strings nor comments, so that blanks alone divide it."""
    return '"' not in line and "/" not in line


def is_string(token: str) -> bool:
    """Tell whether a token was written in double quotes."""
    return token.startswith('"')


def value_of(token: str) -> str:
    r"""Give what a token says: a string without its quotes, with ``\"``, ``\\`` and ``\n`` read."""
    if token[:1] != '"':
        return token
    inner = token[1:-1] if is_closed(token) else token[1:]
    return _ESCAPE.sub(lambda match: _ESCAPED[match[1]], inner) if "\\" in inner else inner


def name_of(token: str) -> str:
    """Give the name a token says: without the mark of a reference, or a comma or stop behind it."""
    return token.removeprefix("@").rstrip(",.") if not is_string(token) else value_of(token)


def parts_of(tokens: Sequence[str]) -> Iterator[tuple[str | None, str]]:
    """Divide what follows a verb, in order: (None, object) or (modifier word, its token)."""
    rest = iter(tokens)
    for token in rest:
        following = next(rest, None) if token.lower() in MODIFIERS else None
        yield (None, token) if following is None else (token, following)


def quoted(name: str) -> str:
    """Write a name as a string token."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def is_closed(token: str) -> bool:
    """Tell whether a string token has its closing quote, which no backslash escapes."""
    before = token[:-1].rstrip("\\")
    return len(token) > 1 and token.endswith('"') and (len(token) - 1 - len(before)) % 2 == 0
