"""Terms and their weights → hypervectors.

A stem has its word's hypervector, a run of characters that of ``#`` and the run (no word has that
sign), and a pair binds its second stem to its first, shifted by one: ``sea storm`` is not
``storm sea``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.hypervectors import word_bits
from sceneprobe.backends.majority import majorities
from sceneprobe.backends.planes import Bits, Planes, packed_rows, unpacked_bits, used_bits
from sceneprobe.backends.terms import Numbers, Pair, Vocabulary
from sceneprobe.backends.weights import Weights

_COMPONENTS = 1_280_000
"""Texts whose components are so many together share a codebook: 128 at 10,000 dimensions."""
_AT_ONCE = 256
"""So many weights below 2¹⁶ are added up at a time: float32 holds whole numbers below 2²⁴."""


@dataclass(frozen=True, slots=True)
class Codes:
    """The hypervectors of a vocabulary's terms, made when they are needed."""

    terms: Sequence[str | Pair]
    dim: int
    seed: int

    def bundle(self, weights: Weights) -> Planes:
        """Take the weighted majority of each row's terms; a tie abstains, and no terms give 0."""
        none = np.zeros((0, len(used_bits(self.dim))), dtype=np.uint64)
        bundled = [Planes(none, none)]
        for block in self._blocks(weights):
            numbers, places = np.unique(block.indices, return_inverse=True)
            bags = [
                (1 + places[start:end], block.data[start:end])
                for start, end in zip(block.indptr[:-1], block.indptr[1:], strict=True)
            ]
            bundled.append(majorities(self._codebook(numbers), bags, self.dim))
        return Planes(
            np.concatenate([planes.positive for planes in bundled]),
            np.concatenate([planes.negative for planes in bundled]),
        )

    def add(self, weights: Weights) -> NDArray[np.float64]:
        """Add up each row's terms with their weights; whole numbers, one row each."""
        sums = np.zeros((weights.shape[0], 64 * len(used_bits(self.dim))))
        row = 0
        for block in self._blocks(weights):
            numbers, places = np.unique(block.indices, return_inverse=True)
            codebook = self._codebook(numbers)
            for start, end in zip(block.indptr[:-1], block.indptr[1:], strict=True):
                for first in range(start, end, _AT_ONCE):
                    some = slice(first, min(end, first + _AT_ONCE))
                    bits = unpacked_bits(codebook[places[some] + 1])
                    votes = block.data[some].astype(np.float32)
                    sums[row] += 2 * (votes @ bits.astype(np.float32)) - votes.sum()
                row += 1
        sums[:, self.dim :] = 0
        return sums

    def _blocks(self, weights: Weights) -> list[Weights]:
        rows = max(1, _COMPONENTS // self.dim)
        return [weights[start : start + rows] for start in range(0, weights.shape[0], rows)]

    def _codebook(self, numbers: Numbers) -> Bits:
        """Lay out the hypervectors of terms as bits from row 1 on; row 0 stands for no term."""
        terms = [self.terms[number] for number in numbers.tolist()]
        pairs = [term if isinstance(term, tuple) else (term, term) for term in terms]
        known = {word: row for row, word in enumerate(dict.fromkeys(chain(*pairs)), start=1)}
        streams = (word_bits(word, self.dim, self.seed) for word in known)
        single = packed_rows(streams, len(known), self.dim)
        first, second = np.array([known[word] for word in chain(*pairs)], int).reshape(-1, 2).T
        bound = np.array([isinstance(term, tuple) for term in terms], dtype=bool)
        codebook = np.concatenate([single[:1], single[second]])
        codebook[1:][bound] ^= ~_shifted(single, self.dim)[first[bound]]  # ±1 times ±1
        codebook &= used_bits(self.dim)
        return codebook


def codes_of(vocabulary: Vocabulary, dim: int, seed: int) -> Codes:
    """Prepare the hypervectors of a vocabulary."""
    terms: list[str | Pair] = [""] * len(vocabulary)
    for stem, number in vocabulary.stems.items():
        terms[number] = stem
    for pair, number in vocabulary.pairs.items():
        terms[number] = pair
    for gram, number in vocabulary.grams.items():
        terms[number] = f"#{gram}"
    return Codes(terms, dim, seed)


def _shifted(rows: Bits, dim: int) -> Bits:
    """Move every component to the next place, and the last to the first."""
    word, bit = divmod(dim - 1, 64)
    last = rows[:, word] >> np.uint64(bit) & np.uint64(1)
    shifted = rows << np.uint64(1)
    shifted[:, 1:] |= rows[:, :-1] >> np.uint64(63)
    shifted[:, 0] |= last
    return shifted & used_bits(dim)
