"""Hypervectors as two bit planes, +1 and −1, 64 components to a machine word."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.cosine import WholeNumbers

Bits = NDArray[np.uint64]
_WORD_BITS = 64
_COMPONENTS_AT_ONCE = 5_000_000
"""So many are unpacked for a comparison: 20 MB, or 500 vectors of 10,000."""
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

    def components(self) -> NDArray[np.int8]:
        """Write the vectors out: −1, 0 or +1 for each component, and 0 behind the last."""
        return _unpacked(self).astype(np.int8)

    def dots(self, others: "Planes") -> WholeNumbers:
        """Give the dot product of each row with each row of the others."""
        found = np.empty((len(self.positive), len(others.positive)), dtype=np.int64)
        size = max(1, _COMPONENTS_AT_ONCE // (_WORD_BITS * self.positive.shape[1]))
        multiply = len(found) >= _FEW and found.shape[1] >= size
        for first in range(0, len(found), 2 * size):
            rows = slice(first, first + 2 * size)
            mine = _some(self, rows)
            unpacked = _unpacked(mine) if multiply else None
            for start in range(0, found.shape[1], size):
                block = slice(start, start + size)
                theirs = _some(others, block)
                if unpacked is None:
                    found[rows, block] = _counted(mine, theirs)
                else:
                    # Sums of ±1 are whole numbers below 2²⁴: exact in float32, in any order.
                    found[rows, block] = unpacked @ _unpacked(theirs).T
        return found

    def products(self, vectors: NDArray[np.float64]) -> WholeNumbers:
        """Give the dot product of whole-number vectors with each row: one row a vector.

        Vectors are as wide as the planes, padding included; sums below 2⁵³ are exact in float64.
        """
        found = np.empty((len(vectors), len(self.positive)), dtype=np.int64)
        size = max(1, _COMPONENTS_AT_ONCE // (_WORD_BITS * self.positive.shape[1]))
        for start in range(0, found.shape[1], size):
            block = slice(start, start + size)
            found[:, block] = vectors @ _unpacked(_some(self, block)).T.astype(np.float64)
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


def _some(planes: Planes, rows: slice) -> Planes:
    return Planes(planes.positive[rows], planes.negative[rows])


def _counted(first: Planes, second: Planes) -> WholeNumbers:
    """Give dot products by counting the bits that agree and those that differ."""
    found = np.empty((len(first.positive), len(second.positive)), dtype=np.int64)
    for row, positive, negative in zip(found, first.positive, first.negative, strict=True):
        agree = _count((positive & second.positive) | (negative & second.negative))
        differ = _count((positive & second.negative) | (negative & second.positive))
        row[:] = agree - differ
    return found


def unpacked_bits(rows: Bits) -> NDArray[np.uint8]:
    """Write bits out, one to a number, padding included."""
    return np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")


def _unpacked(planes: Planes) -> NDArray[np.float32]:
    positive, negative = map(unpacked_bits, (planes.positive, planes.negative))
    return np.subtract(positive, negative, dtype=np.float32)


def _count(bits: Bits) -> WholeNumbers:
    counts: WholeNumbers = np.bitwise_count(bits).sum(axis=-1, dtype=np.int64)
    return counts
