"""Many queries → their scores, a few queries at a time, so that memory stays bounded."""

from collections.abc import Callable, Sequence

import numpy as np

from sceneprobe.backends.base import Scores

MOST_SCORES = 4_000_000
"""So many numbers may stand between queries and scores: 32 MB."""


def in_blocks(
    score: Callable[[Sequence[str]], Scores], queries: Sequence[str], text_count: int, width: int
) -> Scores:
    """Score queries in blocks of so many that a row of ``width`` for each stays within bounds."""
    scores = np.zeros((len(queries), text_count))
    size = max(1, MOST_SCORES // max(1, width))
    for start in range(0, len(queries), size):
        scores[start : start + size] = score(queries[start : start + size])
    return scores
