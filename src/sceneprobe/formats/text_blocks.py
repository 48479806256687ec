"""The bytes of a large text file → its lines, block by block, so that few are held at a time."""

import codecs
from collections.abc import Iterator
from typing import NamedTuple

from sceneprobe.formats.nodes import NotReadableError
from sceneprobe.text.model import Rule, Source, Span

LONGEST_LINE = 1_000_000
"""Nobody can have meant a longer line, in characters."""

_BLOCK = 1024 * 1024
_SHOWN = 200


class Block(NamedTuple):
    """Some whole lines: the number of the first, its offset in the file, the bytes, the text."""

    number: int
    offset: int
    content: bytes
    text: str


def blocks_of(name: str, content: bytes, not_text: Rule) -> Iterator[Block]:
    """Cut a file into blocks at line ends.

    Lines end in LF or CRLF; a byte-order mark is dropped. What is no UTF-8, or holds a NUL, is no
    text, and raises NotReadableError.
    """
    at = len(codecs.BOM_UTF8) if content.startswith(codecs.BOM_UTF8) else 0
    number = 1
    while at < len(content):
        end = content.find(b"\n", at + _BLOCK) + 1 or len(content)
        block = content[at:end]
        wrong, what = block.find(b"\0"), "a NUL, which no text has"
        try:
            text = block.decode("utf-8")
        except UnicodeDecodeError as error:
            if not 0 <= wrong < error.start:
                wrong, what = error.start, "no UTF-8"
        if wrong >= 0:
            span = _place(name, block, wrong, number)
            message = f"the byte at offset {at + wrong} is {what}"
            raise NotReadableError(not_text, span, message, "save the file as text in UTF-8")
        yield Block(number, at, block, text)
        number += block.count(b"\n")
        at = end


def lines_of(name: str, content: bytes, not_text: Rule) -> Iterator[tuple[int, str]]:
    """Give each line with its number, without its end."""
    for block in blocks_of(name, content, not_text):
        yield from enumerate(lines_in(block.text), start=block.number)


def lines_in(block: str) -> list[str]:
    """Give the lines of a block, without their ends."""
    lines = (block.replace("\r\n", "\n") if "\r" in block else block).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def too_long(line: str) -> str:
    """Say that a line is longer than any may be."""
    return f"a line has up to {LONGEST_LINE:,} characters; this one has {len(line):,}"


def span_in(name: str, line: str, number: int, column: int = 1, width: int = 1) -> Span:
    """Give a place in a line, of which no more than its line is held."""
    return Span(Source(name, (line,), first=number), number, column, width)


def _place(name: str, block: bytes, at: int, number: int) -> Span:
    start = block.rfind(b"\n", 0, at) + 1
    line = block[start : at + _SHOWN].partition(b"\n")[0].decode("utf-8", errors="replace")
    column = len(block[start:at].decode("utf-8", errors="replace")) + 1
    return span_in(name, line, number + block.count(b"\n", 0, at), column)
