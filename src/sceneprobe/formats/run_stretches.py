"""Pieces of a run → stretches of whole topics, as blocks with their columns found."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sceneprobe.formats.run_borders import Block, block_of
from sceneprobe.formats.run_sections import Sections, sections_of


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole topics of a run: the block that holds them, and the number of its first line.

    ``lines`` is how many of the block's lines belong here; what comes after is read again.
    """

    block: Block
    sections: Sections
    first: int
    lines: int


def stretches(pieces: Iterable[bytes]) -> Iterator[Stretch]:
    """Cut a run between topics; a topic that is larger than a piece is read as a whole."""
    waiting: list[bytes] = []
    size, least, first = 0, 0, 1
    for piece, last in _told_last(pieces):
        waiting.append(piece)
        size += len(piece)
        end = len(piece) if last else piece.rfind(b"\n") + 1
        if not last and (not end or size < least):
            continue
        ended = b"" if not last or piece.endswith(b"\n") else b"\n"
        block = block_of((*waiting[:-1], piece[:end], ended))
        stretch = _cut(block, first, whole=last)
        yield stretch
        rest = block.rest(stretch.lines)
        waiting = [rest, piece[end:]]
        size = len(rest) + len(piece) - end
        # Reading twice as much each time keeps a topic of many pieces from being read many times.
        least = 2 * len(rest)
        first += stretch.lines


def _told_last(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    before = None
    for piece in pieces:
        if before is not None:
            yield before, False
        before = piece
    if before is not None:
        yield before, True


def _cut(block: Block, first: int, *, whole: bool) -> Stretch:
    sections = sections_of(block)
    if whole or not sections.starts.size:
        return Stretch(block, sections, first, block.line_stops.size)
    lines = int(sections.columns.line[sections.starts[-1]])
    return Stretch(block, sections.head(sections.starts.size - 1), first, lines)
