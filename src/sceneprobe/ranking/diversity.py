"""A ranking's first scores and how alike their texts are → an order that repeats itself less."""

import numpy as np

from sceneprobe.ranking.fusion import Scores, stretched


def diversify(scores: Scores, similarity: Scores, balance: float) -> tuple[int, ...]:
    """Order the first places of a ranking anew by maximal marginal relevance.

    ``scores`` are those of the places, best first; ``similarity`` has a row and a column for each.
    Place by place the one comes next that has the highest λ · score − (1 − λ) · similarity, λ being
    ``balance``, scores stretched so that they reach from 0 to 1, and the similarity that to the
    closest of those chosen before. Equal ones keep their order.

    >>> alike = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> diversify(np.array([3.0, 2.5, 2.0]), alike, 0.5)
    (0, 2, 1)

    Carbonell, Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and
    Producing Summaries", 1998.
    """
    relevance = balance * stretched(scores[np.newaxis])[0]
    closest = np.zeros_like(relevance)
    waiting = list(range(len(relevance)))
    order: list[int] = []
    while waiting:
        marginal = relevance[waiting] - (1 - balance) * closest[waiting]
        order.append(waiting.pop(int(np.argmax(marginal))))
        closest = np.maximum(closest, similarity[:, order[-1]])
    return tuple(order)
