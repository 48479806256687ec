"""Rankings as tests write them: ids in order, and what is judged of them."""

from collections.abc import Collection, Sequence

from sceneprobe.ranking.model import Places, TieRule
from sceneprobe.ranking.rank import rank


def places(
    ids: Sequence[str], judged: Collection[str], scores: Sequence[float] | None = None
) -> Places:
    """Give the places of the judged ids; without scores, no two are equal."""
    falling = [-float(place) for place in range(len(ids))]
    given = falling if scores is None else scores
    return rank(ids, given, TieRule.STORY_ORDER, depth=0, wanted=judged).places
