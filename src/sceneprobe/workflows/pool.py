"""Queries × scenes × several backends → the scenes that are worth a judgment."""

from collections.abc import Iterable, Mapping, Sequence

from sceneprobe.backends.registry import backend_of
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.run import run
from sceneprobe.story.model import Scene

PROFILES = ("bow", "vsa", "bm25", "rich")
"""The backends that a pool is made from where none are named."""

DEPTH = 5


def pool(
    scenes: Sequence[Scene], queries: Sequence[Query], profiles: Iterable[str], depth: int
) -> Mapping[str, frozenset[str]]:
    """Give for each query the scenes that any backend has among its first ``depth``.

    A query's own k has no say: a pool is as deep for all.
    """
    ids, texts = [scene.id for scene in scenes], [scene.text for scene in scenes]
    asked = [Query(query.id, query.text) for query in queries]
    pooled: dict[str, set[str]] = {query.id: set() for query in queries}
    # All are made before any is used: a mistake in the last name must not cost the others' time.
    for backend in [backend_of(profile) for profile in profiles]:
        found = run(backend.index(texts), ids, asked, TieRule.STORY_ORDER, depth=depth, wanted={})
        for query_id, ranking in found.rankings.items():
            pooled[query_id].update(ranking.ids[:depth])
    return {query_id: frozenset(chosen) for query_id, chosen in pooled.items()}
