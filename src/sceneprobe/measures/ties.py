"""What a value could have been, had equal scores been ordered otherwise."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Bounds:
    """The worst and the best value that any order of equal scores gives."""

    worst: float
    best: float

    @property
    def tied(self) -> bool:
        """Whether the order of equal scores decides the value."""
        return self.worst < self.best


def reciprocal_rank_bounds(
    ids: Sequence[str], scores: Sequence[float], relevant: Collection[str]
) -> Bounds:
    """Bound RR: the first relevant id may be first or last among those with its score."""
    for before, size, right in _levels(ids, scores, relevant):
        if right:
            return Bounds(1 / (before + size - right + 1), 1 / (before + 1))
    return Bounds(0.0, 0.0)


def recall_bounds(
    ids: Sequence[str], scores: Sequence[float], relevant: Collection[str], k: int
) -> Bounds:
    """Bound R@k: where the cut falls between equal scores, relevant ids may be in or out."""
    if not relevant:
        return Bounds(0.0, 0.0)
    sure, least, most = 0, 0, 0
    for before, size, right in _levels(ids, scores, relevant):
        taken = min(k - before, size)
        if taken <= 0:
            break
        least = sure + max(0, taken - (size - right))
        most = sure + min(taken, right)
        sure += right
    return Bounds(least / len(relevant), most / len(relevant))


def _levels(
    ids: Sequence[str], scores: Sequence[float], relevant: Collection[str]
) -> Iterator[tuple[int, int, int]]:
    """Give for each score how many ids stand before it, how many have it, how many are relevant."""
    before = 0
    for _, level in groupby(zip(scores, ids, strict=True), key=lambda pair: pair[0]):
        found = [id_ in relevant for _, id_ in level]
        yield before, len(found), sum(found)
        before += len(found)
