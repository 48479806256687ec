"""Ids, scores and a tie rule → ranking."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sceneprobe.errors import OptionError
from sceneprobe.ranking.model import Place, Places, Ranking, TieRule

_SORTED_WHOLE = 1_000
"""Below this length, sorting everything takes no longer than looking for the first places."""
_FEW = 16
"""For fewer wanted ids, comparing each with all scores is faster than sorting."""

Standing = tuple[int, int, int]
"""The rank of an id, how many have a higher score, and how many have its own."""


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
        standings = _compared(ordered, known) if len(known) < _FEW else _sorted(ordered, known)
        found = [
            Place(self.ids[at], *numbers) for at, numbers in zip(known, standings, strict=True)
        ]
        return Ranking(
            tuple(self.ids[place] for place in first.tolist()),
            tuple(ordered[first].tolist()),
            Places(len(ordered), tuple(sorted(found, key=lambda place: place.rank))),
        )


def ranker_of(ids: Sequence[str], ties: TieRule) -> Ranker:
    """Make ready to rank ids many times; under story order they come in the story's order."""
    columns = list(range(len(ids)))
    if ties is TieRule.LEX_ID:
        columns.sort(key=ids.__getitem__)
    ordered = [ids[column] for column in columns]
    places = {id_: place for place, id_ in enumerate(ordered)}
    if len(places) < len(ids):
        twice = next(id_ for place, id_ in enumerate(ordered) if places[id_] != place)
        raise OptionError(f'the id "{twice}" is given twice; a ranking needs ids of their own')
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


def _compared(scores: NDArray[np.float64], wanted: Sequence[int]) -> Iterator[Standing]:
    """Compare the scores of a few places with all others."""
    for at in wanted:
        above = int(np.count_nonzero(scores > scores[at]))
        equal = scores == scores[at]
        before = int(np.count_nonzero(equal[:at]))
        yield above + before + 1, above, int(np.count_nonzero(equal))


def _sorted(scores: NDArray[np.float64], wanted: Sequence[int]) -> Iterator[Standing]:
    """Sort all scores once, for many places."""
    ranks = np.empty(len(scores), dtype=np.intp)
    best_first = np.argsort(-scores, kind="stable")
    ranks[best_first] = np.arange(1, len(scores) + 1)
    falling = -scores[best_first]
    above = np.searchsorted(falling, -scores[wanted], side="left")
    until = np.searchsorted(falling, -scores[wanted], side="right")
    yield from zip(ranks[wanted].tolist(), above.tolist(), (until - above).tolist(), strict=True)


def _first(scores: NDArray[np.float64], depth: int | None) -> NDArray[np.intp]:
    """Give the places of the ``depth`` highest scores, best first; of equal ones, the earliest."""
    if not depth or len(scores) < max(_SORTED_WHOLE, 2 * depth):
        return np.argsort(-scores, kind="stable")[:depth]
    bar = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    above = np.flatnonzero(scores > bar)
    equal = np.flatnonzero(scores == bar)[: depth - len(above)]
    chosen = np.concatenate([above, equal])
    return chosen[np.argsort(-scores[chosen], kind="stable")]
