"""Index × queries → Run."""

from collections.abc import Sequence

from sceneprobe.backends.base import Index
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import Run, TieRule
from sceneprobe.ranking.rank import rank

_BLOCK = 64


def run(index: Index, ids: Sequence[str], queries: Sequence[Query], ties: TieRule) -> Run:
    """Rank all ids for every query; scores are computed for a block of queries at a time."""
    rankings = {}
    for start in range(0, len(queries), _BLOCK):
        block = queries[start : start + _BLOCK]
        rows = index.scores([query.text for query in block])
        for query, scores in zip(block, rows, strict=True):
            rankings[query.id] = rank(ids, scores, ties)
    return Run(rankings, ties)
