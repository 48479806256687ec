"""Hypervectors as two bit planes, +1 and −1, 64 components to a machine word."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.cosine import WholeNumbers

Bits = NDArray[np.uint64]
_WORD_BITS = 64
_UNPACKED = 512
"""So many vectors are unpacked at a time: 20 MB at 10,000 dimensions."""
_FEW = 4
"""For fewer queries, counting bits is faster than unpacking them."""


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
        shape = (len(self.positive), len(others.positive))
        if shape[0] < _FEW or shape[1] < _UNPACKED:
            return self._dots_by_counting(others)
        found = np.empty(shape, dtype=np.int64)
        rows = _unpacked(self, 0, shape[0])
        for start in range(0, shape[1], _UNPACKED):
            # Sums of ±1 are whole numbers below 2²⁴: float32 holds them exactly, in any order.
            found[:, start : start + _UNPACKED] = rows @ _unpacked(others, start, _UNPACKED).T
        return found

    def _dots_by_counting(self, others: "Planes") -> WholeNumbers:
        found = np.empty((len(self.positive), len(others.positive)), dtype=np.int64)
        for row, positive, negative in zip(found, self.positive, self.negative, strict=True):
            agree = _count((positive & others.positive) | (negative & others.negative))
            differ = _count((positive & others.negative) | (negative & others.positive))
            row[:] = agree - differ
        return found


def packed_rows(streams: Iterable[bytes], count: int, dimensions: int) -> Bits:
    """Lay bit streams out as rows of machine words, from row 1 on; row 0 stands for no word."""
    width = -(-dimensions // _WORD_BITS) * (_WORD_BITS // 8)
    rows = np.zeros((1 + count, width), dtype=np.uint8)
    used = (dimensions + 7) // 8
    for row, stream in zip(rows[1:], streams, strict=True):
        row[:used] = np.frombuffer(stream, dtype=np.uint8)
    packed: Bits = rows.view("<u8")
    packed &= used_bits(dimensions)
    return packed


def used_bits(dimensions: int) -> Bits:
    """Give the mask of the bits that are components, not padding."""
    mask = np.full(-(-dimensions // _WORD_BITS), ~np.uint64(0), dtype=np.uint64)
    if dimensions % _WORD_BITS:
        mask[-1] = np.uint64((1 << dimensions % _WORD_BITS) - 1)
    return mask


def _unpacked(planes: Planes, start: int, count: int) -> NDArray[np.float32]:
    positive, negative = (
        np.unpackbits(plane[start : start + count].view(np.uint8), axis=1)
        for plane in (planes.positive, planes.negative)
    )
    return np.subtract(positive, negative, dtype=np.float32)


def _count(bits: Bits) -> WholeNumbers:
    counts: WholeNumbers = np.bitwise_count(bits).sum(axis=-1, dtype=np.int64)
    return counts
