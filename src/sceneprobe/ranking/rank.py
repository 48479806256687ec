"""Ids, scores and a tie rule → ranking."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from sceneprobe.ranking.model import Ranking, TieRule


def rank(ids: Sequence[str], scores: ArrayLike, ties: TieRule) -> Ranking:
    """Order ids by score, best first; equal scores are ordered by the tie rule.

    Under story order, ids must come in the order of the story.
    """
    places = np.arange(len(ids))
    if ties is TieRule.LEX_ID:
        places = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.intp)
    ordered = np.asarray(scores, dtype=np.float64)[places]
    best_first = np.argsort(-ordered, kind="stable")
    return Ranking(
        tuple(ids[place] for place in places[best_first]), tuple(ordered[best_first].tolist())
    )
