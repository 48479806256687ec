"""Columns of numbers → numbers, all lines at once in integer arithmetic, rightly rounded."""

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.runs.borders import Chars, Column, Positions, column_of
from sceneprobe.formats.runs.rows import LONGEST_RANK, read_rank, read_score
from sceneprobe.formats.runs.words import Words, repeated, words_from

Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]

_MINUS, _PLUS, _DOT = 45, 43, 46
_NO_DOT = -1
_EXACT = 2**53


LAST_BYTES: Words = np.array(
    [(2**64 - 1) << 8 * (8 - n) & (2**64 - 1) for n in range(9)], np.uint64
)
"""Masks for the last 0 to 8 bytes of a word, which are in its highest bits."""
_ZEROS, _DOTS, _TOPS, _OTHERS = (repeated(byte) for byte in (0x30, _DOT, 0x80, 0x7F))
_ABOVE_NINE = repeated(0x80 - 10)
# Neighbours are joined to pairs, pairs to fours, fours to eights.
_STEPS = tuple(
    (np.uint64(factor), np.uint64(shift), np.uint64(mask))
    for factor, shift, mask in (
        (1 + (10 << 8), 8, 0x00FF00FF00FF00FF),
        (1 + (100 << 16), 16, 0x0000FFFF0000FFFF),
        (1 + (10000 << 32), 32, 0x00000000FFFFFFFF),
    )
)


def read_scores(text: bytes, words: Words, column: Column) -> Numbers:
    """Read scores; NaN stands for what is no finite number."""
    chars = np.frombuffer(text, np.uint8)
    values = _by_groups(chars, words, column)
    unread = np.flatnonzero(np.isnan(values))
    if unread.size:
        values[unread] = _signed(chars, words, column.take(unread))
        for line in unread[np.isnan(values[unread])].tolist():
            score = read_score(text[column.start[line] : column.stop[line]])
            values[line] = np.nan if score is None else score
    return values


def read_ranks(text: bytes, words: Words, column: Column) -> Numbers:
    """Read ranks; NaN stands for what is no whole number."""
    values = _decimals(np.frombuffer(text, np.uint8), words, column, _NO_DOT)
    if int(column.length.max(initial=0)) > LONGEST_RANK:
        # A digit more and a rank would be read here that is refused where lines are read singly.
        values[column.length > LONGEST_RANK] = np.nan
    for line in np.flatnonzero(np.isnan(values)).tolist():
        rank = read_rank(text[column.start[line] : column.stop[line]])
        values[line] = np.nan if rank is None else rank
    return values


def _signed(chars: Chars, words: Words, column: Column) -> Numbers:
    """Read numbers of which some begin with a sign."""
    first = chars.take(column.start)
    negative = first == _MINUS
    signed = negative | (first == _PLUS)
    unsigned = column_of(column.start + signed, column.stop)
    return np.where(negative, -1.0, 1.0) * _by_groups(chars, words, unsigned)


def _by_groups(chars: Chars, words: Words, column: Column) -> Numbers:
    """Read unsigned numbers; NaN for all that are not plain."""
    values = np.empty(column.start.size)
    for fraction, lines in _by_fraction(chars, words, column):
        if lines is None:
            return _decimals(chars, words, column, fraction)
        values[lines] = _decimals(chars, words, column.take(lines), fraction)
    return values


def _by_fraction(chars: Chars, words: Words, column: Column) -> list[tuple[int, Positions | None]]:
    """Group lines by their number of digits after the dot; None stands for all lines."""
    if not column.start.size:
        return []
    first = chars[column.start[0] : column.stop[0]].tobytes()
    if b"." in first:
        fraction = len(first) - 1 - first.index(b".")
        # A dot before the column's start would lie in another one, but then the digits end early.
        if fraction < 16 and (chars.take(column.stop - (1 + fraction)) == _DOT).all():
            return [(fraction, None)]
    fractions = _fractions(words, column)
    lowest, highest = int(fractions.min()), int(fractions.max())
    if lowest == highest:
        return [(lowest, None)]
    groups = ((f, np.flatnonzero(fractions == f)) for f in range(lowest, highest + 1))
    return [(fraction, lines) for fraction, lines in groups if lines.size]


def _fractions(words: Words, column: Column) -> Positions:
    """Count the digits after the dot among the last sixteen characters.

    With a second dot the count is wrong, but then one of them is left among the digits.
    """
    length = column.length
    fractions = np.full(length.size, _NO_DOT)
    for done in (8, 0):
        kept = LAST_BYTES[np.clip(length - done, 0, 8)]
        other = (words_from(words, column.stop - done - 8) ^ _DOTS) | ~kept
        # Sets the top bit of each byte that is zero, and no other bit.
        dots = ~(((other & _OTHERS) + _OTHERS) | other | _OTHERS)
        after = 7 - (np.bitwise_count(dots - np.uint64(1)) >> 3).astype(np.intp)
        fractions = np.where(dots != 0, after + done, fractions)
    return fractions


def _decimals(chars: Chars, words: Words, column: Column, fraction: int) -> Numbers:
    """Read unsigned numbers with so many digits after the dot; NaN for all that are not plain.

    Plain numbers have at most sixteen digits and are below 2⁵³ without their dot: they and the
    power of ten are exact, so that one division gives what is nearest.
    """
    digits = column.length - (fraction != _NO_DOT)
    least, most = int(digits.min(initial=16)), int(digits.max(initial=0))
    # Where all lines have as many digits, one mask does for all.
    some = digits if least < most else np.array([most])
    whole, plain = _value(_last_digits(chars, words, column.stop, fraction), some)
    if most > 8:
        before = _digits_before(chars, words, column.stop, fraction)
        upper, valid = _value(before, some - 8)
        whole += upper * np.uint64(10**8)
        plain &= valid
    if most > 15:
        plain &= (digits <= 16) & (whole < _EXACT)
    if least < max(1, fraction):
        plain &= digits >= max(1, fraction)
    values = whole.astype(np.float64)
    if fraction > 0:
        values /= 10.0**fraction
    if not plain.all():
        values[~plain] = np.nan
    return values


def _last_digits(chars: Chars, words: Words, stop: Positions, fraction: int) -> Words:
    """Give the last eight characters without the dot that stands before the fraction."""
    if fraction == 0:
        return words_from(words, stop - 9)
    found = words_from(words, stop - 8)
    if fraction == _NO_DOT or fraction >= 8:
        return found
    # What stands before the dot moves one place to the right, into the dot's.
    moved = found << np.uint64(8)
    moved |= chars.take(stop - 9)
    moved &= ~LAST_BYTES[fraction]
    found &= LAST_BYTES[fraction]
    found |= moved
    return found


def _digits_before(chars: Chars, words: Words, stop: Positions, fraction: int) -> Words:
    """Give the eight characters before those."""
    if fraction == _NO_DOT:
        return words_from(words, stop - 16)
    if fraction < 8:
        return words_from(words, stop - 17)
    return _last_digits(chars, words, stop - 8, fraction - 8)


def _value(found: Words, digits: Positions) -> tuple[Words, Flags]:
    """Read the last digits of each word, so many of them, and tell where they are digits."""
    found ^= _ZEROS
    found &= LAST_BYTES.take(digits, mode="clip")
    tops = found + _ABOVE_NINE
    tops |= found
    tops &= _TOPS
    valid = tops == 0
    return join_digits(found), valid


def join_digits(found: Words) -> Words:
    """Give the values of eight digits, each a byte with its value; changes the words."""
    for factor, shift, mask in _STEPS:
        found *= factor
        found >>= shift
        found &= mask
    return found
