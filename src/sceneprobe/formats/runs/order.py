"""The results of one topic → where its judged ids stand, in plain Python."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Container, Sequence
from itertools import pairwise

from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties, TopicPlaces
from sceneprobe.ranking.model import Place, Places


def places_of_topic(
    topic_id: str,
    results: tuple[Sequence[bytes], Sequence[int], Sequence[float]],
    wanted: Container[str],
    reading: RunReading,
) -> TopicPlaces:
    """Order a topic's ids, given with their ranks and scores, and find the wanted ones.

    The results come in the order of their lines, and no id twice.
    """
    ids, ranks, scores = results
    if reading.float32:
        scores = array("f", scores).tolist()
    ascending = _is_ascending(ranks, scores, reading.score_order)
    # What is best comes first: places are counted over numbers that rise.
    rising = scores if ascending else [-score for score in scores]
    disagree = _contradict(rising, ranks)
    found = _find(ids, ranks if reading.trust_ranks else rising, wanted, reading.ties)
    return TopicPlaces(topic_id, Places(len(ids), found), ascending, disagree)


def _is_ascending(ranks: Sequence[int], scores: Sequence[float], order: ScoreOrder) -> bool:
    if order is ScoreOrder.ASCENDING:
        return True
    if order is ScoreOrder.DESCENDING or max(scores) >= 0:
        return False
    falling = [-score for score in scores]
    return order is ScoreOrder.QUEST or (
        _contradict(falling, ranks) and not _contradict(scores, ranks)
    )


def _contradict(first: Sequence[float], second: Sequence[float]) -> bool:
    """Tell whether two columns order some pair of results in opposite ways."""
    together = sorted(zip(first, second, strict=True))
    return any(before[1] > after[1] for before, after in pairwise(together))


def _find(
    ids: Sequence[bytes], rising: Sequence[float], wanted: Container[str], ties: Ties
) -> tuple[Place, ...]:
    order = list(range(len(ids)))
    if ties is not Ties.INPUT:
        # UTF-8 bytes sort as the characters do that they stand for.
        order.sort(key=ids.__getitem__, reverse=ties is Ties.TREC)
    order.sort(key=rising.__getitem__)
    ordered = [rising[result] for result in order]
    found = []
    for rank, result in enumerate(order, start=1):
        name = ids[result].decode("utf-8")
        if name in wanted:
            above = bisect_left(ordered, ordered[rank - 1])
            level = bisect_right(ordered, ordered[rank - 1]) - above
            found.append(Place(name, rank, above, level))
    return tuple(found)
