"""Topics of a block, with scores and ranks → where their judged ids stand, in NumPy."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.run_borders import FRONT, Column, Positions
from sceneprobe.formats.run_model import RunReading, ScoreOrder, Ties, TopicPlaces
from sceneprobe.formats.run_numbers import Numbers
from sceneprobe.formats.run_sections import Sections
from sceneprobe.formats.run_words import hashes, words_in
from sceneprobe.ranking.model import Place, Places

Hashes = NDArray[np.uint32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Standing:
    """A topic's places in little memory: three numbers an id, as a place has them."""

    topic_id: str
    length: int
    ascending: bool
    ranks_disagree: bool
    ids: tuple[str, ...]
    numbers: bytes

    def places(self) -> TopicPlaces:
        """Give the places as measures take them."""
        numbers = np.frombuffer(self.numbers, np.int64).reshape(-1, 3).tolist()
        found = tuple(map(Place, self.ids, *zip(*numbers, strict=True))) if numbers else ()
        places = Places(self.length, found)
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
    names = [name.decode("utf-8") for name in sections.names()]
    rising = results.ranks if reading.trust_ranks else rising
    ordered, rising, order = _in_order(sections, rising)
    hits = _candidates(results.hashes if order is None else results.hashes[order], names, judgments)
    found = _find(ordered, rising, hits, [judgments.get(name, {}) for name in names], reading.ties)
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
        # Within a topic the order of lines sorted by topic is as the sections have it.
        falls = sections.falls(second[np.lexsort((second, first, topics))])
        found[topics[1:][falls]] = True
    return found


def _in_order(
    sections: Sections, rising: Numbers
) -> tuple[Sections, Numbers, Positions | None]:
    """Sort the lines of each topic, equal ones as they came; None if they were in order."""
    if not sections.falls(rising).any():
        return sections, rising, None
    order = np.lexsort((rising, sections.topic_of_lines()))
    columns = sections.columns.take(order)
    ordered = Sections(sections.text, sections.words, columns, sections.starts)
    return ordered, rising[order], order


def _candidates(
    lines: Hashes, names: Sequence[str], judgments: Mapping[str, Mapping[str, float]]
) -> Positions:
    """Find the lines whose id may be one that is judged for a topic here."""
    judged = [
        name.encode("utf-8", errors="surrogatepass")
        for topic in names
        for name in judgments.get(topic, ())
    ]
    text = b"".join((FRONT, *judged, FRONT))
    borders = np.cumsum([len(FRONT), *map(len, judged)])
    wanted = hashes(words_in(text), Column(borders[:-1], borders[1:]))
    bits = max(10, (128 * wanted.size).bit_length())
    shift = np.uint32(max(0, 32 - bits))
    table = np.zeros(1 << min(bits, 32), np.bool_)
    table[wanted >> shift] = True
    return np.flatnonzero(table[lines >> shift])


def _find(
    sections: Sections,
    rising: Numbers,
    hits: Positions,
    wanted: Sequence[Mapping[str, float]],
    ties: Ties,
) -> list[tuple[tuple[str, ...], bytes]]:
    """Give for each topic the wanted ids among the hits, by rank, and their numbers."""
    starts, stops = sections.starts, sections.stops
    topics = np.searchsorted(starts, hits, side="right") - 1
    level_before = (hits > starts[topics]) & (rising[hits] == rising[np.maximum(hits - 1, 0)])
    after = np.minimum(hits + 1, rising.size - 1)
    level_after = (hits + 1 < stops[topics]) & (rising[hits] == rising[after])
    column = sections.columns.id.take(hits)
    groups = _Groups(sections, rising, ties)
    found: list[list[tuple[int, int, int, str]]] = [[] for _ in wanted]
    for hit, topic, start, stop, tied in zip(
        hits.tolist(),
        topics.tolist(),
        column.start.tolist(),
        column.stop.tolist(),
        (level_before | level_after).tolist(),
        strict=True,
    ):
        name = sections.text[start:stop]
        shown = name.decode("utf-8")
        if shown in wanted[topic]:
            first = int(starts[topic])
            if tied:
                rank, above, level = groups.place(hit, name, first, int(stops[topic]))
            else:
                rank, above, level = hit - first + 1, hit - first, 1
            found[topic].append((rank, above, level, shown))
    return [_packed(places) for places in found]


class _Groups:
    """Results with equal scores; each group is put in order once, when it is asked for."""

    def __init__(self, sections: Sections, rising: Numbers, ties: Ties) -> None:
        self._sections = sections
        self._rising = rising
        self._ties = ties
        self._ordered: dict[int, list[bytes]] = {}

    def place(self, hit: int, name: bytes, start: int, stop: int) -> tuple[int, int, int]:
        """Give rank, above and level of a result of the topic between start and stop."""
        topic = self._rising[start:stop]
        first = start + int(np.searchsorted(topic, self._rising[hit], side="left"))
        last = start + int(np.searchsorted(topic, self._rising[hit], side="right"))
        above, level = first - start, last - first
        if self._ties is Ties.INPUT:
            return hit - start + 1, above, level
        if first not in self._ordered:
            self._ordered[first] = sorted(self._sections.ids(first, last))
        if self._ties is Ties.LEX:
            return above + 1 + bisect_left(self._ordered[first], name), above, level
        return above + 1 + level - bisect_right(self._ordered[first], name), above, level


def _packed(places: list[tuple[int, int, int, str]]) -> tuple[tuple[str, ...], bytes]:
    places.sort()
    numbers = np.array([place[:3] for place in places], np.int64)
    return tuple(place[3] for place in places), numbers.tobytes()
