"""An evenly written block of a run → its columns, topics and ranks, without looking for blanks.

Most runs are written by a program: one blank between six columns, tags of one length, ranks that
count from 0 or 1. There it is enough to find the line feeds, to work out where the five blanks of
each line must be, and to see that they are there and that the block has no others.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.run_borders import (
    FRONT,
    Block,
    Chars,
    Columns,
    Positions,
    column_of,
    line_starts,
)
from sceneprobe.formats.run_words import Words, repeated, words_from, words_in

_BLANK = 32
_BLANKS, _ONES, _TOPS = repeated(_BLANK), repeated(1), repeated(0x80)
_WIDTHS = (0, -1, 1, -2, 2)
_MOST_RANKS = 10**5


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the first line has, and the others should: lengths, each with the blank before it."""

    second: int
    score: int
    tag: int
    first_rank: int


def even_block(text: bytes, chars: Chars, line_stops: Positions) -> Block | None:
    """Find the columns of lines that are laid out like the first one; None if some are not.

    The block must have six blanks and line feeds a line, and nothing else up to a blank. Only the
    lengths of ids and scores may differ, and topics have at most seven bytes.
    """
    layout = _layout(text[len(FRONT) : line_stops[0]])
    if layout is None:
        return None
    starts = line_starts(line_stops)
    least = layout.second + layout.score + layout.tag + 8
    if int((line_stops - starts).min()) < least:
        return None
    words = words_in(text)
    topics = _topics(words, starts)
    score_stops = line_stops - layout.tag
    if topics is None or not _all_blank(chars, score_stops):
        return None
    topic_stops, borders = topics
    id_starts = topic_stops + (layout.second + 1)
    score_starts = _score_starts(chars, score_stops, layout.score)
    if score_starts is None or not _all_blank(chars, id_starts - 1):
        return None
    expected = _expected(np.diff(borders).tobytes(), layout.first_rank)
    rank_starts = None if expected is None else _rank_starts(words, score_starts, expected)
    # Each blank is after the one before, so that no blank has been counted twice.
    if expected is None or rank_starts is None or int((rank_starts - id_starts).min()) < 2:
        return None
    columns = Columns(
        np.arange(line_stops.size),
        column_of(starts, topic_stops),
        column_of(id_starts, rank_starts - 1),
        column_of(rank_starts, score_starts - 1),
        column_of(score_starts, score_stops),
    )
    return Block(text, line_stops, columns, line_stops[:0], borders, expected.ranks)


def _layout(line: bytes) -> _Layout | None:
    parts = line.split(b" ")
    if len(parts) != 6 or b"" in parts or parts[3] not in {b"0", b"1"}:
        return None
    _, second, _, rank, score, tag = parts
    return _Layout(len(second) + 1, len(score) + 1, len(tag) + 1, int(rank))


def _all_blank(chars: Chars, places: Positions) -> bool:
    return bool((chars.take(places) == _BLANK).all())


def _topics(words: Words, starts: Positions) -> tuple[Positions, Positions] | None:
    """Find where the first word of each line ends, and which lines have another than the one before.

    None if a first word is longer than seven bytes, or empty.
    """
    found = words_from(words, starts)
    # The lowest of the top bits that are set here is that of the first blank.
    other = found ^ _BLANKS
    tops = other - _ONES
    np.invert(other, out=other)
    tops &= other
    tops &= _TOPS
    if not tops.all():
        return None
    # All bits up to the blank's.
    tops ^= tops - np.uint64(1)
    found &= tops
    borders = np.flatnonzero(found[1:] != found[:-1]) + 1
    borders = np.concatenate(([0], borders, [starts.size]))
    lengths = (np.bitwise_count(tops[borders[:-1]]) >> 3).astype(np.intp) - 1
    if int(lengths.min()) < 1:
        return None
    return starts + np.repeat(lengths, np.diff(borders)), borders


def _score_starts(chars: Chars, stops: Positions, width: int) -> Positions | None:
    """Find the blank before each score, where it is for the first line or nearly there."""
    starts = stops - width
    wrong = np.flatnonzero(chars.take(starts) != _BLANK)
    for change in _WIDTHS[1:]:
        if not wrong.size:
            break
        moved = stops[wrong] - (width + change)
        starts[wrong] = moved
        wrong = wrong[chars.take(moved) != _BLANK]
    starts += 1
    return None if wrong.size else starts


@dataclass(frozen=True, slots=True)
class _Expected:
    """Ranks as they should be on each line: as numbers, and as words with a blank at both ends.

    Masks tell which part of a word that is; lengths count the second blank.
    """

    ranks: NDArray[np.float64]
    words: Words
    masks: Words
    lengths: Positions


# Topics mostly have as many lines as those of the block before.
@lru_cache(maxsize=2)
def _expected(line_counts: bytes, first_rank: int) -> _Expected | None:
    """Count the lines of each topic; None if a rank is too long for a word."""
    counts = np.frombuffer(line_counts, np.intp)
    most = int(counts.max()) + first_rank
    if most > _MOST_RANKS:
        return None
    places = [np.arange(first_rank, first_rank + count) for count in counts.tolist()]
    ranks = np.concatenate(places)
    texts, masks, lengths = _rank_texts(1 << most.bit_length())
    return _Expected(
        ranks.astype(np.float64), texts.take(ranks), masks.take(ranks), lengths.take(ranks)
    )


@lru_cache(maxsize=1)
def _rank_texts(count: int) -> tuple[Words, Words, Positions]:
    texts = words_in(b"".join(b"%8b" % (b" %d " % rank) for rank in range(count)))
    lengths = np.array([len(str(rank)) + 1 for rank in range(count)])
    masks = np.array([2**64 - 2 ** (8 * (7 - n)) for n in range(8)], np.uint64).take(lengths)
    return texts & masks, masks, lengths


def _rank_starts(words: Words, score_starts: Positions, expected: _Expected) -> Positions | None:
    """Find where ranks begin that end before the scores; None if some rank is not as expected."""
    found = words_from(words, score_starts - 8)
    found &= expected.masks
    return None if (found != expected.words).any() else score_starts - expected.lengths
