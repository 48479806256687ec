"""Hypervectors as two bit planes, +1 and −1, 64 components to a machine word.

Votes are counted with carry-save adders on whole planes, so that a majority over a thousand words
takes a few dozen passes over packed bits and no multiplication; the result is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.cosine import WholeNumbers

Bits = NDArray[np.uint64]
_WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class Planes:
    """Hypervectors, one row each: where they are +1 and where they are −1."""

    positive: Bits
    negative: Bits

    def squared_norms(self) -> WholeNumbers:
        """Count the components of each that are not 0."""
        return _count(self.positive) + _count(self.negative)

    def dots(self, others: "Planes") -> WholeNumbers:
        """Give the dot product of each row with each row of the others."""
        found = np.empty((len(self.positive), len(others.positive)), dtype=np.int64)
        for row, positive, negative in zip(found, self.positive, self.negative, strict=True):
            agree = _count((positive & others.positive) | (negative & others.negative))
            differ = _count((positive & others.negative) | (negative & others.positive))
            row[:] = agree - differ
        return found


def packed_rows(streams: Sequence[bytes], dimensions: int) -> Bits:
    """Lay bit streams out as rows of machine words, with zeros behind the last component."""
    size = -(-dimensions // _WORD_BITS) * (_WORD_BITS // 8)
    rows = np.zeros((len(streams), size), dtype=np.uint8)
    used = (dimensions + 7) // 8
    for row, stream in zip(rows, streams, strict=True):
        row[:used] = np.frombuffer(stream, dtype=np.uint8)
    packed: Bits = rows.view("<u8")
    packed &= _used_bits(dimensions)
    return packed


def majority(rows: Bits, weights: Sequence[int], dimensions: int) -> tuple[Bits, Bits]:
    """Let bits vote +1 or −1 with whole-number weights; give where +1 won and where −1 won."""
    total = sum(weights)
    votes = _added(rows, np.asarray(weights, dtype=np.int64))
    more, equal = _compared(votes, total // 2, rows.shape[1])
    used = _used_bits(dimensions)
    less = ~(more | equal) & used
    if total % 2:  # an odd number of votes has no tie: half, rounded down, has lost
        return more & used, less | (equal & used)
    return more & used, less


def _added(rows: Bits, weights: NDArray[np.int64]) -> list[Bits]:
    """Add the rows with their weights; plane j of the result holds bit j of every sum."""
    planes: list[Bits] = []
    carried: list[Bits] = []
    while weights.any() or carried:
        chosen = rows[(weights & 1).astype(bool)]
        summed, carried = _add_plane(np.concatenate([chosen, *carried]) if carried else chosen)
        planes.append(summed)
        weights = weights >> 1
    return planes


def _add_plane(rows: Bits) -> tuple[Bits, list[Bits]]:
    """Add up rows of one place value: their last bit, and the rows to carry to the next place."""
    carried: list[Bits] = []
    while len(rows) > 2:
        third = len(rows) // 3
        first, second, last = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
        half = first ^ second
        carried.append((first & second) | (last & half))
        rows = np.concatenate([half ^ last, rows[3 * third :]])
    if len(rows) == 2:
        carried.append(rows[:1] & rows[1:])
        return rows[0] ^ rows[1], carried
    return (rows[0] if len(rows) else np.zeros(rows.shape[1], dtype=np.uint64)), carried


def _compared(votes: Sequence[Bits], bar: int, width: int) -> tuple[Bits, Bits]:
    """Compare every sum with a number: where it is more, and where it is equal."""
    more = np.zeros(width, dtype=np.uint64)
    equal = ~more
    for place in reversed(range(max(len(votes), bar.bit_length()))):
        bits = votes[place] if place < len(votes) else np.zeros(width, dtype=np.uint64)
        if bar >> place & 1:
            equal = equal & bits
        else:
            more = more | (equal & bits)
            equal = equal & ~bits
    return more, equal


def _used_bits(dimensions: int) -> Bits:
    mask = np.full(-(-dimensions // _WORD_BITS), ~np.uint64(0), dtype=np.uint64)
    if dimensions % _WORD_BITS:
        mask[-1] = np.uint64((1 << dimensions % _WORD_BITS) - 1)
    return mask


def _count(bits: Bits) -> WholeNumbers:
    counts: WholeNumbers = np.bitwise_count(bits).sum(axis=-1, dtype=np.int64)
    return counts
