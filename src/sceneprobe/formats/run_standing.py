"""Topics of a block, with scores and ranks → where their judged ids stand, in NumPy."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.run_borders import FRONT, Positions, column_of
from sceneprobe.formats.run_model import RunReading, ScoreOrder, Ties, TopicPlaces
from sceneprobe.formats.run_numbers import Numbers
from sceneprobe.formats.run_sections import Sections
from sceneprobe.formats.run_words import hashes, words_in
from sceneprobe.ranking.model import Place, Places

Hashes = NDArray[np.uint32]
Flags = NDArray[np.bool_]
_Packed = tuple[tuple[str, ...], "array[int]"]
_NONE: _Packed = ((), array("i"))


@dataclass(frozen=True, slots=True)
class Standing:
    """A topic's places in little memory: three numbers an id, as a place has them."""

    topic_id: str
    length: int
    ascending: bool
    ranks_disagree: bool
    ids: tuple[str, ...]
    numbers: "array[int]"

    def places(self) -> TopicPlaces:
        """Give the places as measures take them."""
        numbers, count = self.numbers, len(self.ids)
        above, level = numbers[count : 2 * count], numbers[2 * count :]
        places = Places(self.length, tuple(map(Place, self.ids, numbers, above, level)))
        return TopicPlaces(self.topic_id, places, self.ascending, self.ranks_disagree)


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
) -> list[Standing]:
    """Order each topic's results and find the judged ones; no id may stand there twice."""
    sections, scores = results.sections, results.scores
    if not sections.starts.size:
        return []
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
    wanted = [_by_bytes(judgments.get(name, ())) for name in names]
    hits = _candidates(results.hashes if order is None else results.hashes[order], wanted)
    found = _find(ordered, rising, hits, wanted, reading.ties)
    lengths = (sections.stops - sections.starts).tolist()
    return [
        Standing(name, length, low, wrong, *where)
        for name, length, low, wrong, where in zip(
            names, lengths, ascending.tolist(), disagree.tolist(), found, strict=True
        )
    ]


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


def _by_bytes(ids: Iterable[str]) -> Mapping[bytes, str]:
    # What no file can hold, half a surrogate pair, is no mistake here: it is never found.
    return {name.encode("utf-8", "surrogatepass"): name for name in ids}


def _candidates(lines: Hashes, wanted: Sequence[Mapping[bytes, str]]) -> Positions:
    """Find the lines whose id may be one that is wanted for a topic here."""
    judged = list(chain.from_iterable(wanted))
    text = b"".join((FRONT, *judged, FRONT))
    borders = np.cumsum([len(FRONT), *map(len, judged)])
    bits = min(24, (256 * len(judged)).bit_length())
    shift = np.uint32(32 - bits)
    table = np.zeros(1 << bits, np.bool_)
    table[hashes(words_in(text), column_of(borders[:-1], borders[1:])) >> shift] = True
    return np.flatnonzero(table.take((lines >> shift).astype(np.intp)))


def _find(
    sections: Sections,
    rising: Numbers,
    hits: Positions,
    wanted: Sequence[Mapping[bytes, str]],
    ties: Ties,
) -> list[_Packed]:
    """Give for each topic the wanted ids among the hits, by rank, and their numbers."""
    starts, stops = sections.starts, sections.stops
    topics = np.searchsorted(starts, hits, side="right") - 1
    first = starts[topics]
    before, after = np.maximum(hits - 1, first), np.minimum(hits + 1, stops[topics] - 1)
    level = (before < hits) & (rising[before] == rising[hits])
    level |= (after > hits) & (rising[after] == rising[hits])
    column = sections.columns.id.take(hits)
    groups = _Groups(sections, rising, ties)
    found: list[list[tuple[int, int, int, str]]] = [[] for _ in wanted]
    for topic, above, start, stop, tied in zip(
        topics.tolist(),
        (hits - first).tolist(),
        column.start.tolist(),
        column.stop.tolist(),
        level.tolist(),
        strict=True,
    ):
        name = wanted[topic].get(sections.text[start:stop])
        if name is None:
            continue
        if tied:
            numbers = groups.place(topic, above, sections.text[start:stop])
            found[topic].append((*numbers, name))
        else:
            found[topic].append((above + 1, above, 1, name))
    return [_packed(places) for places in found]


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


def _packed(places: list[tuple[int, int, int, str]]) -> _Packed:
    if not places:
        return _NONE
    places.sort()
    ranks, above, level, ids = zip(*places, strict=True)
    return ids, array("i", ranks + above + level)
