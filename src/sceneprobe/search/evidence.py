"""A query and what was found → whether anything speaks for it."""

from sceneprobe.backends.base import Backend
from sceneprobe.ranking.model import Ranking
from sceneprobe.search.lexicon import Lexicon


def has_evidence(query: str, ranking: Ranking, lexicon: Lexicon, backend: Backend) -> bool:
    """Tell whether a ranking rests on more than chance or the order of the texts.

    Unrelated hypervectors are never quite unlike, so for ``vsa`` words decide; other backends
    match by more than words, and give 0 where nothing matches.
    """
    if backend.name in {"bow", "vsa"}:
        return lexicon.has_evidence(query)
    return any(ranking.scores[:1])
