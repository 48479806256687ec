"""Index × queries → Run."""

from collections.abc import Collection, Mapping, Sequence

from sceneprobe.backends.base import Index
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import Run, TieRule
from sceneprobe.ranking.rank import ranker_of

_SCORES_AT_ONCE = 4_000_000
_QUERIES_AT_ONCE = 1_000


def run(  # noqa: PLR0913 - each is a part of the question
    index: Index,
    ids: Sequence[str],
    queries: Sequence[Query],
    ties: TieRule,
    *,
    depth: int | None,
    wanted: Mapping[str, Collection[str]],
) -> Run:
    """Rank the ids for every query; scores are computed for a block of queries at a time.

    Of each ranking its first ``depth`` places are kept (None: all), or as many as its query asks
    for, and the places of the ids that are wanted for it.
    """
    ranker = ranker_of(ids, ties)
    rankings = {}
    size = max(1, min(_QUERIES_AT_ONCE, _SCORES_AT_ONCE // max(1, len(ids))))
    for start in range(0, len(queries), size):
        block = queries[start : start + size]
        rows = index.scores([query.text for query in block])
        for query, scores in zip(block, rows, strict=True):
            shown = depth if depth is None else query.k or depth
            rankings[query.id] = ranker.rank(scores, shown, wanted.get(query.id, ()))
    return Run(rankings, ties)
