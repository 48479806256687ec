"""Several scores for the same texts → one: by places, or by weights."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def fuse_by_rank(scores: Sequence[Scores], rrf_k: int) -> Scores:
    """Add up 1 / (rrf_k + place) over the given scores (reciprocal rank fusion).

    Equal scores share the place of the first of them, so that no tie is broken here. What scores 0
    was not found and adds nothing.

    Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
    Learning Methods", 2009.
    """
    fused = np.zeros_like(scores[0])
    for place, rows in enumerate(zip(*scores, strict=True)):
        fused[place] = _sum([np.where(row != 0, 1 / (rrf_k + _places(row)), 0.0) for row in rows])
    return fused


def fuse_by_weight(scores: Sequence[Scores], weights: Sequence[float]) -> Scores:
    """Add up scores with weights, each query's as shares of its highest.

    What scores 0 or less was not found and adds nothing; what was found adds more than that.
    """
    fused = np.zeros_like(scores[0])
    tables = [weight * shares(table) for table, weight in zip(scores, weights, strict=True)]
    for place, rows in enumerate(zip(*tables, strict=True)):
        fused[place] = _sum(rows)
    return fused


def shares(scores: Scores) -> Scores:
    """Divide each row by its highest score; what is not above 0 becomes 0."""
    found = np.maximum(scores, 0.0)
    highest = found.max(axis=1, keepdims=True, initial=0.0)
    divided: Scores = found / np.where(highest > 0, highest, 1.0)
    return divided


def stretched(scores: Scores) -> Scores:
    """Move and scale each row so that its lowest score is 0 and its highest 1; equal ones are 0."""
    if not scores.size:
        return scores
    lowest = scores.min(axis=1, keepdims=True)
    width = scores.max(axis=1, keepdims=True) - lowest
    moved: Scores = (scores - lowest) / np.where(width > 0, width, 1.0)
    return moved


def _sum(rows: Sequence[Scores]) -> Scores:
    """Add up rows, the smallest number of each column first."""
    # Sums of floats depend on their order: without one, equal places in other parts would not tie.
    total = np.zeros_like(rows[0])
    for row in np.sort(np.stack(rows), axis=0):
        total += row
    return total


def _places(scores: Scores) -> NDArray[np.int64]:
    """Give each score's place: 1 and one for every higher score."""
    ordered = np.sort(scores)
    places: NDArray[np.int64] = len(scores) - np.searchsorted(ordered, scores, side="right") + 1
    return places
