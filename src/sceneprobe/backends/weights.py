"""Numbered terms → whole-number weights, so that every dot product of them is exact.

A term that a text has c times weighs kind · (1 + ln c) · rarity, in 16ths. Rarity is
ln(1 + (N − n + ½) / (n + ½)) for a term that n of N texts have; texts take its square root and
queries all of it. Rounding makes the last bits of a logarithm, which machines differ in, harmless.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sceneprobe.backends.cosine import WholeNumbers
from sceneprobe.backends.terms import Numbers, TermRow, Vocabulary, number_terms
from sceneprobe.backends.windows import first_windows, window_bounds

_PARTS = 16
Weights = Any  # scipy has no types
"""A sparse array (CSR) of whole numbers: one row a text, one column a term."""


@dataclass(frozen=True, slots=True)
class WeightedTexts:
    """Texts by the weights of their terms, and windows of those that are longer than one.

    ``long`` are the places of the texts that have windows, and ``starts`` the row of the first
    window of each.
    """

    vocabulary: Vocabulary
    rarity: NDArray[np.float64]
    kinds: NDArray[np.float64]
    texts: Weights
    windows: Weights
    long: list[int]
    starts: list[int]

    def weigh_queries(self, queries: Sequence[str]) -> Weights:
        """Weigh the terms of queries; those that no text has are dropped."""
        rows = [self.vocabulary.row(query) for query in queries]
        counts = _counts([row.cut(0, len(row)) for row in rows], len(self.kinds))
        return _weighed(counts, self.kinds * self.rarity)


def weigh_texts(texts: Sequence[str], window: int) -> WeightedTexts:
    """Weigh the terms of texts, and of their windows of so many words; 0 makes none."""
    vocabulary, rows = number_terms(texts)
    counts = _counts([row.cut(0, len(row)) for row in rows], len(vocabulary))
    holders = np.bincount(counts.indices, minlength=len(vocabulary))
    rarity = np.log1p((len(texts) - holders + 0.5) / (holders + 0.5))
    kinds = vocabulary.weights()
    long = [place for place, row in enumerate(rows) if window and len(row) > window]
    bounds = [window_bounds(len(rows[place]), window) for place in long]
    cut = [_cut(rows[place], found) for place, found in zip(long, bounds, strict=True)]
    windows = _counts([terms for terms_of_text in cut for terms in terms_of_text], len(vocabulary))
    scale = kinds * np.sqrt(rarity)
    return WeightedTexts(
        vocabulary,
        rarity,
        kinds,
        _weighed(counts, scale),
        _weighed(windows, scale),
        long,
        first_windows([len(found) for found in bounds]),
    )


def squared_norms(weights: Weights) -> WholeNumbers:
    """Add up the squares of each row."""
    norms = np.zeros(weights.shape[0], dtype=np.int64)
    rows = np.repeat(np.arange(weights.shape[0]), np.diff(weights.indptr))
    np.add.at(norms, rows, weights.data**2)
    return norms


def _cut(row: TermRow, bounds: Sequence[tuple[int, int]]) -> list[Numbers]:
    return [row.cut(first, last) for first, last in bounds]


def _counts(rows: Sequence[Numbers], width: int) -> Weights:
    """Count each row's terms."""
    columns = np.concatenate([np.zeros(0, dtype=np.int32), *rows])
    ends = np.cumsum([0, *map(len, rows)])
    counts = sparse.csr_array(
        (np.ones(len(columns), dtype=np.int32), columns, ends), shape=(len(rows), width)
    )
    counts.sum_duplicates()
    return counts


def _weighed(counts: Weights, scale: NDArray[np.float64]) -> Weights:
    """Weigh counts; a term that is there weighs at least one 16th."""
    weights = _PARTS * (1 + np.log(counts.data)) * scale[counts.indices]
    whole = np.maximum(1, np.rint(weights)).astype(np.int64)
    return sparse.csr_array((whole, counts.indices, counts.indptr), shape=counts.shape)
