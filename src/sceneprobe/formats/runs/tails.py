"""Ends of evenly written lines → scores, and where these and the ranks begin.

Scores of eight or nine characters with a dot, as programs write that print six decimals, and the
ranks before them are in the sixteen bytes before the tag: these are read once for both.
"""

from dataclasses import dataclass

import numpy as np

from sceneprobe.formats.runs.borders import Positions
from sceneprobe.formats.runs.numbers import LAST_BYTES, Numbers, join_digits
from sceneprobe.formats.runs.words import Words, repeated, two_words_from

_BLANK, _ZERO, _DOT = np.uint64(32), np.uint64(48), 46
_BYTE, _LAST = np.uint64(8), np.uint64(56)
_ZEROS, _TOPS, _ABOVE_NINE = repeated(48), repeated(0x80), repeated(0x80 - 10)


@dataclass(frozen=True, slots=True)
class Expected:
    """Ranks as they should be on each line: as numbers, and as words with a blank at both ends.

    Masks tell which part of a word that is; lengths count the second blank.
    """

    ranks: Numbers
    words: Words
    masks: Words
    lengths: Positions


@dataclass(frozen=True, slots=True)
class Tails:
    """Where ranks and scores begin, and the scores if they were read; ranks are as expected."""

    rank_starts: Positions
    score_starts: Positions
    scores: Numbers | None


def read_tails(
    words: Words, score_stops: Positions, fraction: int, expected: Expected
) -> Tails | None:
    """Read ranks, and scores with so many digits after the dot.

    None if a rank is not as expected, or a score has other characters, or more or fewer.
    """
    if not 0 < fraction < 8:
        return None
    upper, lower = two_words_from(words, score_stops - 16)
    first = upper >> _LAST
    longer = first != _BLANK
    upper <<= longer * _BYTE
    upper &= expected.masks
    if (upper != expected.words).any():
        return None
    first ^= _ZERO
    first *= longer
    scores = _values(first, lower, fraction)
    if scores is None:
        return None
    score_starts = score_stops - 8
    score_starts -= longer
    return Tails(score_starts - expected.lengths, score_starts, scores)


def _values(first: Words, rest: Words, fraction: int) -> Numbers | None:
    """Give the values of numbers, each a digit and eight characters; these are changed."""
    dot = np.uint64(8 * (7 - fraction))
    rest ^= _ZEROS ^ np.uint64((_DOT ^ 48) << int(dot))
    # The dot is zero now, and digits are up to nine: no sum reaches a byte's top bit.
    tops = rest + (_ABOVE_NINE + np.uint64(9 << int(dot)))
    tops |= rest
    tops &= _TOPS
    if tops.any() or int(first.max()) > 9:
        return None
    # What stands before the dot moves one place to the right, into the dot's.
    whole = rest & ~LAST_BYTES[fraction]
    whole <<= _BYTE
    whole |= first
    rest &= LAST_BYTES[fraction]
    rest |= whole
    values = join_digits(rest).astype(np.float64)
    values /= 10.0**fraction
    return values
