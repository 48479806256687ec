"""Ids, scores and a tie rule → ranking."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sceneprobe.ranking.model import Place, Places, Ranking, TieRule

_SORTED_WHOLE = 1_000
"""Below this length, sorting everything takes no longer than looking for the first places."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ids in the order in which equal scores are ranked, and the columns their scores stand in."""

    ids: Sequence[str]
    columns: NDArray[np.intp]
    places: Mapping[str, int]

    def rank(
        self, scores: ArrayLike, depth: int | None = None, wanted: Collection[str] = ()
    ) -> Ranking:
        """Order ids by score, best first; equal scores are ordered by the tie rule.

        The ranking holds the first ``depth`` ids (None: all), and the places of the wanted ones,
        wherever they stand. Wanted ids that are not ranked have no place.
        """
        ordered = np.asarray(scores, dtype=np.float64)[self.columns]
        first = _first(ordered, depth)
        known = [self.places[id_] for id_ in wanted if id_ in self.places]
        found = sorted((self._place(ordered, at) for at in known), key=lambda place: place.rank)
        return Ranking(
            tuple(self.ids[place] for place in first.tolist()),
            tuple(ordered[first].tolist()),
            Places(len(ordered), tuple(found)),
        )

    def _place(self, ordered: NDArray[np.float64], at: int) -> Place:
        score = ordered[at]
        above = int(np.count_nonzero(ordered > score))
        equal = ordered == score
        before = int(np.count_nonzero(equal[:at]))
        return Place(self.ids[at], above + before + 1, above, int(np.count_nonzero(equal)))


def ranker_of(ids: Sequence[str], ties: TieRule) -> Ranker:
    """Make ready to rank ids many times; under story order they come in the story's order."""
    columns = list(range(len(ids)))
    if ties is TieRule.LEX_ID:
        columns.sort(key=ids.__getitem__)
    ordered = [ids[column] for column in columns]
    places = {id_: place for place, id_ in enumerate(ordered)}
    return Ranker(ordered, np.array(columns, dtype=np.intp), places)


def rank(
    ids: Sequence[str],
    scores: ArrayLike,
    ties: TieRule,
    depth: int | None = None,
    wanted: Collection[str] = (),
) -> Ranking:
    """Rank ids once; see ``Ranker.rank``."""
    return ranker_of(ids, ties).rank(scores, depth, wanted)


def _first(scores: NDArray[np.float64], depth: int | None) -> NDArray[np.intp]:
    """Give the places of the ``depth`` highest scores, best first; of equal ones, the earliest."""
    if depth is None or len(scores) < max(_SORTED_WHOLE, 2 * depth):
        return np.argsort(-scores, kind="stable")[:depth]
    bar = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    above = np.flatnonzero(scores > bar)
    equal = np.flatnonzero(scores == bar)[: depth - len(above)]
    chosen = np.concatenate([above, equal])
    return chosen[np.argsort(-scores[chosen], kind="stable")]
