"""Columns → machine words: eight bytes of all lines at once, compared and hashed as one number."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.run_borders import Column, Positions

Words = NDArray[np.uint64]

_ALL = (1 << 64) - 1
FIRST_BYTES: Words = np.array([_ALL >> 8 * (8 - n) if n else 0 for n in range(9)], np.uint64)
"""Masks for the first 0 to 8 bytes of a word that was read from lower to higher addresses."""
LAST_BYTES: Words = np.array([_ALL << 8 * (8 - n) & _ALL for n in range(9)], np.uint64)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2⁶⁴ divided by the golden ratio
_HALF = np.uint64(32)


def words_in(text: bytes) -> Words:
    """See a text as the words that begin at each of its bytes; nothing is copied."""
    return np.ndarray((max(0, len(text) - 7),), np.dtype("<u8"), text, strides=(1,))


def changes(words: Words, column: Column) -> Positions:
    """Find the lines on which a column differs from that of the line before."""
    length = column.stop - column.start
    changed = length[1:] != length[:-1]
    for lines, found in _by_word(words, column, length):
        if lines is None:
            changed |= found[1:] != found[:-1]
        else:
            # Only lines of equal length matter, and neighbours of these are here, too.
            differ = (found[1:] != found[:-1]) & (lines[1:] == lines[:-1] + 1)
            changed[lines[:-1][differ]] = True
    return np.flatnonzero(changed) + 1


def hashes(words: Words, column: Column) -> NDArray[np.uint32]:
    """Give each line a number that is the same where the column is the same."""
    length = column.stop - column.start
    mixed = np.zeros(length.size, np.uint64)
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
    """Read a column in steps of eight bytes: which lines reach so far, None for all, and what."""
    if not length.size:
        return
    yield None, words[column.start] & FIRST_BYTES[np.minimum(length, 8)]
    for done in range(8, int(length.max()), 8):
        lines = np.flatnonzero(length > done)
        rest = np.minimum(length[lines] - done, 8)
        yield lines, words[column.start[lines] + done] & FIRST_BYTES[rest]
