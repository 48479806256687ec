"""An evenly written block of a run → its columns, topics and ranks, without looking for blanks.

Most runs are written by a program: one blank between six columns, tags of one length, ranks that
count from 0 or 1. There it is enough to find the line feeds, to work out where the five blanks of
each line must be, and to see that they are there and that the block has no others.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sceneprobe.formats.runs.borders import (
    FRONT,
    Block,
    Chars,
    Columns,
    Positions,
    column_of,
    line_starts,
)
from sceneprobe.formats.runs.tails import Expected, Tails, read_tails
from sceneprobe.formats.runs.words import Words, repeated, words_from, words_in

_BLANK = 32
_BLANKS, _ONES, _TOPS = repeated(_BLANK), repeated(1), repeated(0x80)
_CHANGES = (-1, 1, -2, 2)
_MOST_RANKS = 10**5


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the first line has, and the others should: lengths, each with the blank before it.

    The fraction is how many digits follow the score's dot.
    """

    second: int
    score: int
    fraction: int
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
    # Shorter lines could put what is looked at outside of the text.
    least = layout.second + layout.score + layout.tag + 4
    if int((line_stops - starts).min()) < least:
        return None
    words = words_in(text)
    topics = _topics(words, starts)
    score_stops = line_stops - layout.tag
    if topics is None or not _all_blank(chars, score_stops):
        return None
    topic_stops, borders = topics
    id_starts = topic_stops + (layout.second + 1)
    expected = _expected(np.diff(borders).tobytes(), layout.first_rank)
    if expected is None or not _all_blank(chars, id_starts - 1):
        return None
    tails = read_tails(words, score_stops, layout.fraction, expected)
    tails = tails or _tails(words, chars, score_stops, layout.score, expected)
    # Each blank is after the one before, so that no blank has been counted twice.
    if tails is None or int((tails.rank_starts - id_starts).min()) < 2:
        return None
    columns = Columns(
        np.arange(line_stops.size),
        column_of(starts, topic_stops),
        column_of(id_starts, tails.rank_starts - 1),
        column_of(tails.rank_starts, tails.score_starts - 1),
        column_of(tails.score_starts, score_stops),
    )
    none = line_stops[:0]
    return Block(text, line_stops, columns, none, borders, expected.ranks, tails.scores)


def _layout(line: bytes) -> _Layout | None:
    parts = line.split(b" ")
    if len(parts) != 6 or b"" in parts or parts[3] not in {b"0", b"1"}:
        return None
    _, second, _, rank, score, tag = parts
    fraction = len(score.partition(b".")[2])
    return _Layout(len(second) + 1, len(score) + 1, fraction, len(tag) + 1, int(rank))


def _all_blank(chars: Chars, places: Positions) -> bool:
    return bool((chars.take(places) == _BLANK).all())


def _topics(words: Words, starts: Positions) -> tuple[Positions, Positions] | None:
    """Find where the first word of each line ends, and where one differs from that before it.

    The latter are the topics' borders, with the first line and the end.
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


def _tails(
    words: Words, chars: Chars, score_stops: Positions, width: int, expected: Expected
) -> Tails | None:
    """Find the blank before each score, where it is for the first line or nearly there."""
    starts = score_stops - width
    wrong = np.flatnonzero(chars.take(starts) != _BLANK)
    for change in _CHANGES:
        if not wrong.size:
            break
        moved = score_stops[wrong] - (width + change)
        starts[wrong] = moved
        wrong = wrong[chars.take(moved) != _BLANK]
    if wrong.size:
        return None
    found = words_from(words, starts - 7)
    found &= expected.masks
    if (found != expected.words).any():
        return None
    starts += 1
    return Tails(starts - expected.lengths, starts, None)


# Topics mostly have as many lines as those of the block before.
@lru_cache(maxsize=2)
def _expected(line_counts: bytes, first_rank: int) -> Expected | None:
    """Count the lines of each topic; None if a rank is too long for a word."""
    counts = np.frombuffer(line_counts, np.intp)
    most = int(counts.max()) + first_rank
    if most > _MOST_RANKS:
        return None
    places = [np.arange(first_rank, first_rank + count) for count in counts.tolist()]
    ranks = np.concatenate(places)
    texts, masks, lengths = _rank_texts(1 << most.bit_length())
    return Expected(
        ranks.astype(np.float64), texts.take(ranks), masks.take(ranks), lengths.take(ranks)
    )


@lru_cache(maxsize=1)
def _rank_texts(count: int) -> tuple[Words, Words, Positions]:
    texts = words_in(b"".join(b"%8b" % (b" %d " % rank) for rank in range(count)))
    lengths = np.array([len(str(rank)) + 1 for rank in range(count)])
    masks = np.array([2**64 - 2 ** (8 * (7 - n)) for n in range(8)], np.uint64).take(lengths)
    return texts & masks, masks, lengths
