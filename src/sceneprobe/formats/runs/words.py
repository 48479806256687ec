"""Columns → machine words: eight bytes of all lines at once, compared and hashed as one number."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.runs.borders import Column, Positions

Words = NDArray[np.uint64]

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2⁶⁴ divided by the golden ratio
_HALF = np.uint64(32)
_MOST_HASHED = 512


def repeated(byte: int) -> np.uint64:
    """Give a word of which each byte is this one."""
    return np.uint64(int.from_bytes(bytes([byte]) * 8, "little"))


def words_in(text: bytes) -> Words:
    """See a text as words of eight bytes; nothing is copied."""
    return np.frombuffer(text, np.dtype("<u8"), len(text) // 8)


def words_from(words: Words, start: Positions) -> Words:
    """Give the eight bytes that begin at these places, the first of them in the lowest bits."""
    # Two aligned words and three shifts take less time than NumPy's way to unaligned ones.
    place = start >> 3
    shift = start & 7
    shift <<= 3
    low = words.take(place)
    low >>= shift.view(np.uint64)
    high = words[1:].take(place)
    np.subtract(64, shift, out=shift)
    high <<= shift.view(np.uint64)
    low |= high
    return low


def two_words_from(words: Words, start: Positions) -> tuple[Words, Words]:
    """Give the eight bytes that begin at these places, and the eight after them."""
    place = start >> 3
    shift = start & 7
    shift <<= 3
    right = shift.view(np.uint64)
    left = (64 - shift).view(np.uint64)
    middle = words[1:].take(place)
    low = words.take(place)
    low >>= right
    low |= middle << left
    high = words[2:].take(place)
    high <<= left
    middle >>= right
    high |= middle
    return low, high


def changes(words: Words, column: Column) -> Positions:
    """Find the lines on which a column differs from that of the line before."""
    length = column.length
    changed = length[1:] != length[:-1]
    for lines, found in _by_word(words, column, length):
        if lines is None:
            changed |= found[1:] != found[:-1]
        else:
            # Only lines of equal length matter, and neighbours of these are here, too.
            differ = (found[1:] != found[:-1]) & (lines[1:] == lines[:-1] + 1)
            changed[lines[:-1][differ]] = True
    return np.flatnonzero(changed) + 1


def equal(words: Words, column: Column, others: Words, other: Column) -> NDArray[np.bool_]:
    """Tell on which lines two columns, each of its own text, have the same bytes."""
    same: NDArray[np.bool_] = column.length == other.length
    alike = np.flatnonzero(same)
    first, second = column.take(alike), other.take(alike)
    for (lines, ours), (_, theirs) in zip(
        _by_word(words, first, first.length), _by_word(others, second, second.length), strict=True
    ):
        differ = ours != theirs
        same[(alike if lines is None else alike[lines])[differ]] = False
    return same


def hashes(words: Words, column: Column) -> NDArray[np.uint32]:
    """Give each line a number that is the same where the column is the same.

    Beyond its first bytes a very long column does not count.
    """
    mixed = np.zeros(column.start.size, np.uint64)
    length = column.length
    if int(length.max(initial=0)) > _MOST_HASHED:
        length = np.minimum(length, _MOST_HASHED)
    for lines, found in _by_word(words, column, length):
        if lines is None:
            mixed = found
        else:
            before = mixed[lines] * _SPREAD
            mixed[lines] = (before ^ (before >> _HALF)) + found
    return ((mixed * _SPREAD) >> _HALF).astype(np.uint32)


def _by_word(
    words: Words, column: Column, length: Positions
) -> Iterator[tuple[Positions | None, Words]]:
    """Read a column in steps of eight bytes: which lines reach so far, None for all, and what.

    Where fewer bytes are left they stand in the highest bits.
    """
    if not length.size:
        return
    most = int(length.max())
    yield (
        None,
        _shifted(words_from(words, column.start), length if most <= 8 else np.minimum(length, 8)),
    )
    for done in range(8, most, 8):
        lines = np.flatnonzero(length > done)
        found = words_from(words, column.start[lines] + done)
        yield lines, _shifted(found, np.minimum(length[lines] - done, 8))


def _shifted(found: Words, length: Positions) -> Words:
    """Push out what comes after the first bytes, so many of them, up to eight."""
    shift = length * -8
    shift += 64
    found <<= shift.view(np.uint64)
    return found
