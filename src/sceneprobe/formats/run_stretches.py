"""Pieces of a run → stretches of whole topics, as blocks with their columns found."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sceneprobe.formats.run_borders import BACK, FRONT, Block, block_of, padded
from sceneprobe.formats.run_sections import Sections, sections_of


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole topics of a run: a block, its topics, and the number of its first line in the run."""

    block: Block
    sections: Sections
    first: int


def stretches(pieces: Iterable[bytes]) -> Iterator[Stretch]:
    """Cut a run between topics; a topic that is larger than a piece is read as a whole."""
    first = 1
    for text, stop in _cut_between_topics(pieces):
        block = block_of(text, stop)
        yield Stretch(block, sections_of(block), first)
        first += block.line_stops.size


def _cut_between_topics(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """Give padded texts, and where whole lines end in them; a topic's lines are kept together."""
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
    if same <= other or _topic_at(text, other) == (topic := _topic_at(text, same)):
        return other
    while True:
        # The line at "other" has another topic, the one at "same" has this one.
        middle = text.find(b"\n", (other + same) // 2, same - 1) + 1
        if not middle:
            middle = text.find(b"\n", other, same - 1) + 1
        if not middle:
            return same
        if _topic_at(text, middle) == topic:
            same = middle
        else:
            other = middle


def _topic_at(text: bytes, start: int) -> bytes:
    """Give the first word of a line, or of the first line after it that has one."""
    line = text[start : text.find(b"\n", start) + 1]
    while not line.strip() and line:
        start += len(line)
        line = text[start : text.find(b"\n", start) + 1]
    return line.split(None, 1)[0] if line else b""
