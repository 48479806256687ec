"""Rankings as tests write them: ids in order, and what is judged of them."""

from collections.abc import Collection, Sequence

from sceneprobe.ranking.model import Place, Places, TieRule
from sceneprobe.ranking.rank import rank


def places(
    ids: Sequence[str], judged: Collection[str], scores: Sequence[float] | None = None
) -> Places:
    """Give the places of the judged ids; without scores, no two are equal."""
    falling = [-float(place) for place in range(len(ids))]
    given = falling if scores is None else scores
    return rank(ids, given, TieRule.STORY_ORDER, depth=0, wanted=judged).places


def untied_places(ids: Sequence[str], judged: Collection[str]) -> Places:
    """Give the places of the judged ids in a ranking without equal scores, and quickly."""
    found = (
        Place(id_, rank, rank - 1, 1) for rank, id_ in enumerate(ids, start=1) if id_ in judged
    )
    return Places(len(ids), tuple(found))
