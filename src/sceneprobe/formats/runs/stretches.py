"""Pieces of a run → stretches of whole topics, as blocks with their columns found."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from sceneprobe.formats.runs.borders import BACK, FRONT, Block, any_block, padded, plain_block
from sceneprobe.formats.runs.even import even_block
from sceneprobe.formats.runs.sections import Sections, sections_of

_NEWLINE, _BLANK = 10, 32
_WORD = re.compile(rb"\S+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole topics of a run: a block, its topics, and the number of its first line in the run."""

    block: Block
    sections: Sections
    first: int


def stretches(texts: Iterable[tuple[bytes, int]]) -> Iterator[Stretch]:
    """Find columns and topics in padded texts, given with where their whole lines end."""
    first = 1
    for text, stop in texts:
        block = _block(text, stop)
        lines = block.line_stops.size
        stretch = Stretch(block, sections_of(block), first)
        # Its memory, still in the caches, is to be had again for the next one.
        del text, block
        yield stretch
        del stretch
        first += lines


def _block(text: bytes, stop: int) -> Block:
    """Find the columns of a padded text's lines up to ``stop``, each of which ends in a line feed.

    The more evenly they are written, the less has to be looked at.
    """
    chars = np.frombuffer(text, np.uint8, stop)
    found = chars == _NEWLINE
    lines = np.flatnonzero(found)
    dividing = np.count_nonzero(np.less_equal(chars, _BLANK, out=found))
    even = even_block(text, chars, lines) if dividing == 6 * lines.size else None
    return even or plain_block(text, chars) or any_block(text, chars)


def uncut(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """Give each piece, which holds whole topics, as one padded text."""
    for piece in pieces:
        if piece:
            text = padded((piece,))
            yield text, len(text) - len(BACK)


def cut_between_topics(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """Give padded texts, and where whole lines end in them; a topic's lines are kept together.

    A topic that is larger than a piece is read as a whole. A wrong line inside a topic may look
    like a border.
    """
    waiting: list[bytes] = []
    size, least = 0, 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size < least:
            continue
        text = padded(waiting)
        border = _last_border(text)
        if border > len(FRONT):
            yield text, border
        waiting = [text[border : -len(BACK)]]
        size = len(waiting[0])
        # Reading twice as much each time keeps a topic of many pieces from being seen many times.
        least = 2 * size
    if size:
        text = padded((*waiting, b"" if waiting[-1].endswith(b"\n") else b"\n"))
        yield text, len(text) - len(BACK)


def _last_border(text: bytes) -> int:
    """Find where the topic of the last whole line begins; at the front if the first line has it.

    Halving finds a place with another topic before it, even if the topic is scattered.
    """
    end = text.rfind(b"\n") + 1
    same = text.rfind(b"\n", 0, max(0, end - 1)) + 1
    other = len(FRONT)
    topic = _first_word(text, same, end)
    if same <= other or not topic or _first_word(text, other, end) == topic:
        return other
    while True:
        # The line at "other" has another topic, the one at "same" has this one.
        middle = text.find(b"\n", (other + same) // 2, same - 1) + 1
        if not middle:
            middle = text.find(b"\n", other, same - 1) + 1
        if not middle:
            return same
        if _first_word(text, middle, end) == topic:
            same = middle
        else:
            other = middle


def _first_word(text: bytes, start: int, stop: int) -> bytes:
    """Give the topic of a line, or of the first line after it that is not empty."""
    found = _WORD.search(text, start, stop)
    return found[0] if found else b""
