"""Topics of a block, with scores and ranks → where their judged ids stand, in NumPy."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.runs.borders import Positions
from sceneprobe.formats.runs.hits import Hashes, find_hits
from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties, TopicPlaces
from sceneprobe.formats.runs.numbers import Numbers
from sceneprobe.formats.runs.sections import Sections
from sceneprobe.ranking.model import Place, Places

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Standings:
    """The places of topics in little memory: three numbers an id, as a place has them.

    The ids of a topic begin at its border and end at the next.
    """

    topic_ids: list[str]
    lengths: list[int]
    ascending: list[bool]
    ranks_disagree: list[bool]
    borders: list[int]
    ids: list[str]
    numbers: NDArray[np.int32]

    def places(self) -> Iterator[TopicPlaces]:
        """Give the places as measures take them."""
        found = list(map(Place, self.ids, *self.numbers.tolist()))
        for topic_id, length, start, stop, low, wrong in zip(
            self.topic_ids,
            self.lengths,
            self.borders,
            self.borders[1:],
            self.ascending,
            self.ranks_disagree,
            strict=False,
        ):
            yield TopicPlaces(topic_id, Places(length, tuple(found[start:stop])), low, wrong)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of whole topics: their lines, scores, ranks, and a hash of each id."""

    sections: Sections
    scores: Numbers
    ranks: Numbers
    hashes: Hashes

    def keep(self, lines: Positions) -> "Results":
        """Leave out all other lines."""
        return Results(
            self.sections.keep(lines), self.scores[lines], self.ranks[lines], self.hashes[lines]
        )


def standings(
    results: Results, judgments: Mapping[str, Mapping[str, float]], reading: RunReading
) -> Standings:
    """Order each topic's results and find the judged ones; no id may stand there twice."""
    sections, scores = results.sections, results.scores
    if reading.float32:
        with np.errstate(over="ignore"):
            scores = scores.astype(np.float32).astype(np.float64)
    ascending = _ascending(sections, scores, results.ranks, reading.score_order)
    rising = -scores
    if ascending.any():
        rising = np.where(ascending[sections.topic_of_lines()], scores, rising)
    disagree = _contradict(sections, rising, results.ranks)
    ordered, rising, order = _in_order(sections, results.ranks if reading.trust_ranks else rising)
    names = [name.decode("utf-8") for name in sections.names()]
    hits, ids = find_hits(
        ordered,
        results.hashes if order is None else results.hashes[order],
        [judgments.get(name, ()) for name in names],
    )
    borders = np.searchsorted(hits, np.append(sections.starts, sections.columns.line.size))
    ids, numbers = _numbers(ordered, rising, hits, ids, reading.ties)
    return Standings(
        names,
        (sections.stops - sections.starts).tolist(),
        ascending.tolist(),
        disagree.tolist(),
        borders.tolist(),
        ids,
        numbers,
    )


def _ascending(sections: Sections, scores: Numbers, ranks: Numbers, order: ScoreOrder) -> Flags:
    topics = sections.starts.size
    if order is ScoreOrder.ASCENDING:
        return np.ones(topics, np.bool_)
    if order is ScoreOrder.DESCENDING or scores.min() >= 0:
        return np.zeros(topics, np.bool_)
    negative: Flags = np.maximum.reduceat(scores, sections.starts) < 0
    if order is ScoreOrder.QUEST or not negative.any():
        return negative
    negative &= _contradict(sections, -scores, ranks)
    return negative & ~_contradict(sections, scores, ranks) if negative.any() else negative


def _contradict(sections: Sections, first: Numbers, second: Numbers) -> Flags:
    """Tell for each topic whether two columns order some pair of results in opposite ways."""
    found = np.zeros(sections.starts.size, np.bool_)
    if sections.falls(second).any() or sections.falls(first).any():
        topics = sections.topic_of_lines()
        # Sorted by topic first, so that sections begin and end where they did.
        falls = sections.falls(second[np.lexsort((second, first, topics))])
        found[topics[1:][falls]] = True
    return found


def _in_order(sections: Sections, rising: Numbers) -> tuple[Sections, Numbers, Positions | None]:
    """Sort the lines of each topic, equal ones as they came; None if they were in order."""
    if not sections.falls(rising).any():
        return sections, rising, None
    order = np.lexsort((rising, sections.topic_of_lines()))
    ordered = replace(sections, columns=sections.columns.take(order))
    return ordered, rising[order], order


def _numbers(
    sections: Sections, rising: Numbers, hits: Positions, ids: list[str], ties: Ties
) -> tuple[list[str], NDArray[np.int32]]:
    """Give the ids on some lines, by topic and rank, and their numbers: rank, above, level."""
    topics = np.searchsorted(sections.starts, hits, side="right") - 1
    first, last = sections.starts[topics], sections.stops[topics] - 1
    before, after = np.maximum(hits - 1, first), np.minimum(hits + 1, last)
    above = hits - first
    numbers = np.array((above + 1, above, np.ones_like(above)), np.int32)
    tied = (before < hits) & (rising[before] == rising[hits])
    tied |= (after > hits) & (rising[after] == rising[hits])
    if not tied.any():
        return ids, numbers
    groups = _Groups(sections, rising, ties)
    for hit in np.flatnonzero(tied).tolist():
        (name,) = sections.ids(hits[hit], hits[hit] + 1)
        numbers[:, hit] = groups.place(int(topics[hit]), int(above[hit]), name)
    order = np.lexsort((numbers[0], topics))
    return [ids[hit] for hit in order.tolist()], numbers[:, order]


class _Groups:
    """Results with equal scores; each group is put in order once, when it is asked for."""

    def __init__(self, sections: Sections, rising: Numbers, ties: Ties) -> None:
        self._sections = sections
        self._rising = rising
        self._ties = ties
        self._ordered: dict[int, list[bytes]] = {}

    def place(self, number: int, place: int, name: bytes) -> tuple[int, int, int]:
        """Give rank, above and level of a result that comes after so many of its topic."""
        start, stop = int(self._sections.starts[number]), int(self._sections.stops[number])
        topic = self._rising[start:stop]
        above = int(np.searchsorted(topic, topic[place], side="left"))
        level = int(np.searchsorted(topic, topic[place], side="right")) - above
        if self._ties is Ties.INPUT:
            return place + 1, above, level
        first = start + above
        if first not in self._ordered:
            self._ordered[first] = sorted(self._sections.ids(first, first + level))
        before = bisect_left(self._ordered[first], name)
        if self._ties is Ties.TREC:
            before = level - 1 - before
        return above + 1 + before, above, level
