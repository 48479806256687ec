"""Ids that are judged, topic by topic → the lines of a block on which they stand."""

from collections.abc import Collection, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.runs.borders import FRONT, Column, Positions, column_of, padded
from sceneprobe.formats.runs.sections import Sections
from sceneprobe.formats.runs.words import Words, equal, hashes, words_in

Hashes = NDArray[np.uint32]
_HALF = np.uint64(32)
_HIGHEST = np.uint64(2**64 - 1)
_TABLE = 64
"""Places in the table for each judged id: so few lines share one by chance."""


def find_hits(
    sections: Sections, lines: Hashes, wanted: Sequence[Collection[str]]
) -> tuple[Positions, list[str]]:
    """Give the lines, in order, that have an id which is wanted for their topic, and these ids.

    Lines are given by the hashes of their ids; what has the same hash is compared byte by byte.
    """
    names = list(chain.from_iterable(wanted))
    if not names:
        return np.zeros(0, np.intp), names
    words, column = _joined(names)
    judged = hashes(words, column)
    candidates = _candidates(lines, judged)
    topics = np.searchsorted(sections.starts, candidates, side="right") - 1
    keys = _keys(np.repeat(np.arange(len(wanted)), list(map(len, wanted))), judged)
    order = np.argsort(keys)
    # One more, higher than all, so that each key has its place before another.
    keys = np.append(keys.take(order), _HIGHEST)
    sought = _keys(topics, lines.take(candidates))
    places = np.searchsorted(keys, sought)
    alike = np.flatnonzero(keys.take(places) == sought)
    hits, which = candidates.take(alike), order.take(places.take(alike))
    if equal(sections.words, sections.columns.id.take(hits), words, column.take(which)).all():
        return hits, [names[number] for number in which.tolist()]
    return _compared_singly(sections, hits, topics.take(alike), wanted)


def _compared_singly(
    sections: Sections, hits: Positions, topics: Positions, wanted: Sequence[Collection[str]]
) -> tuple[Positions, list[str]]:
    """Look up each id, as is needed where different ones have the same hash."""
    kept, names = [], []
    known = [{_encoded(name): name for name in ids} for ids in wanted]
    for hit, topic in zip(hits.tolist(), topics.tolist(), strict=True):
        (content,) = sections.ids(hit, hit + 1)
        if content in known[topic]:
            kept.append(hit)
            names.append(known[topic][content])
    return np.array(kept, np.intp), names


def _joined(names: Sequence[str]) -> tuple[Words, Column]:
    """Write ids one after the other, and tell where each of them is."""
    text = "".join(names)
    lengths = np.fromiter(map(len, names), np.intp, len(names))
    if text.isascii():
        content = text.encode()
    else:
        each = list(map(_encoded, names))
        lengths = np.fromiter(map(len, each), np.intp, len(each))
        content = b"".join(each)
    stops = np.cumsum(lengths) + len(FRONT)
    return words_in(padded((content,))), column_of(stops - lengths, stops)


def _encoded(name: str) -> bytes:
    # What no file can hold, half a surrogate pair, is no mistake here: it is never found.
    return name.encode("utf-8", "surrogatepass")


def _candidates(lines: Hashes, judged: Hashes) -> Positions:
    """Find the lines whose hash begins like that of an id that is wanted for some topic."""
    bits = min(24, (_TABLE * judged.size).bit_length())
    shift = np.uint32(32 - bits)
    table = np.zeros(1 << bits, np.bool_)
    table[judged >> shift] = True
    return np.flatnonzero(table.take((lines >> shift).astype(np.intp)))


def _keys(topics: Positions, found: Hashes) -> Words:
    return (topics.astype(np.uint64) << _HALF) | found
