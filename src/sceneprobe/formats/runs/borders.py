"""A block of a run's text → where the columns of its lines begin and end, all in one pass."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.intp]
Chars = NDArray[np.uint8]

# Room for the words of eight and sixteen bytes that are read around a column; no blank, so that
# the room is never taken for a border.
FRONT = b"0" * 24
BACK = b"0" * 24
_NEWLINE, _BLANK = 10, 32


@dataclass(frozen=True, slots=True)
class Column:
    """Where a column begins and ends on each line."""

    start: Positions
    stop: Positions
    length: Positions

    def take(self, which: Positions | slice) -> "Column":
        """Give the column of these lines."""
        if isinstance(which, slice):
            return Column(self.start[which], self.stop[which], self.length[which])
        return Column(self.start.take(which), self.stop.take(which), self.length.take(which))


def column_of(start: Positions, stop: Positions) -> Column:
    """Measure a column that begins and ends here."""
    return Column(start, stop, stop - start)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of all lines that have enough of them, and the lines' numbers from 0."""

    line: Positions
    topic: Column
    id: Column
    rank: Column
    score: Column

    def take(self, which: Positions | slice) -> "Columns":
        """Give the columns of these lines."""
        return Columns(
            self.line[which],
            self.topic.take(which),
            self.id.take(which),
            self.rank.take(which),
            self.score.take(which),
        )


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a run, with room on both sides; ``line_stops`` are where they end.

    ``borders``, where topics begin and the last one ends, ranks and scores are there if they were
    found with the columns.
    """

    text: bytes
    line_stops: Positions
    columns: Columns
    too_short: Positions
    borders: Positions | None = None
    ranks: NDArray[np.float64] | None = None
    scores: NDArray[np.float64] | None = None

    def line(self, number: int) -> bytes:
        """Give the line with this number, counted from 0 in the block."""
        return self.text[self._start(number) : self.line_stops[number]]

    def lines(self, numbers: range) -> bytes:
        """Give the lines with these numbers, and their ends."""
        stop = self._start(numbers.stop)
        return self.text[self._start(numbers.start) : stop]

    def _start(self, number: int) -> int:
        return int(self.line_stops[number - 1]) + 1 if number else len(FRONT)


def padded(pieces: Iterable[bytes]) -> bytes:
    """Join a text and make room on both its sides."""
    return b"".join((FRONT, *pieces, BACK))


def line_starts(line_stops: Positions) -> Positions:
    """Give the places after line feeds, and the first one."""
    starts = np.empty(line_stops.size, np.intp)
    starts[0] = len(FRONT)
    np.add(line_stops[:-1], 1, out=starts[1:])
    return starts


def plain_block(text: bytes, chars: Chars) -> Block | None:
    """Take each line to have six columns and one blank between them; None if that is not so."""
    dividing = chars <= _BLANK
    stops = np.flatnonzero(dividing)
    if stops.size % 6 or not stops.size:
        return None
    topic, second, name, rank, score, line = stops.reshape(-1, 6).T.copy()
    # Every sixth border is a line feed, and no other is anything but a blank.
    control = np.count_nonzero(np.less(chars, _BLANK, out=dividing))
    if control != line.size or (chars[line] != _NEWLINE).any():
        return None
    columns = Columns(
        np.arange(line.size),
        column_of(line_starts(line), topic),
        column_of(second + 1, name),
        column_of(name + 1, rank),
        column_of(rank + 1, score),
    )
    # Blanks that follow each other leave nothing between them.
    each = (columns.topic, columns.id, columns.rank, columns.score)
    if min(int(column.length.min()) for column in each) < 1:
        return None
    if min(int((second - topic).min()), int((line - score).min())) < 2:
        return None
    return Block(text, line, columns, line[:0])


def any_block(text: bytes, chars: Chars) -> Block:
    """Take words between runs of white space, and columns from both ends of a line."""
    white = (chars == _BLANK) | ((chars >= 9) & (chars <= 13))
    white[: len(FRONT)] = True
    edges = np.flatnonzero(white[1:] != white[:-1]) + 1
    starts, stops = edges[0::2], edges[1::2]
    line_stops = np.flatnonzero(chars == _NEWLINE)
    after = np.searchsorted(starts, line_stops)
    first = np.concatenate(([0], after[:-1]))
    count = after - first
    line = np.flatnonzero(count >= 6)
    first, tag = first[line], after[line] - 1
    columns = Columns(
        line,
        column_of(starts[first], stops[first]),
        column_of(starts[first + 2], stops[tag - 3]),
        column_of(starts[tag - 2], stops[tag - 2]),
        column_of(starts[tag - 1], stops[tag - 1]),
    )
    return Block(text, line_stops, columns, np.flatnonzero((count > 0) & (count < 6)))
