"""A run and judgments → ids of the run that are judged ids but for case or blanks."""

from collections.abc import Iterable, Mapping
from itertools import islice

from sceneprobe.formats.runs.rows import read_row
from sceneprobe.formats.runs.source import RunSource
from sceneprobe.text.names import folded

Pair = tuple[str, str]
"""An id of the run, and the judged one that it resembles."""

_LOOKED_AT = 1 << 20
_SHOWN = 3


def near_results(
    source: RunSource, judgments: Mapping[str, Mapping[str, float]]
) -> tuple[Pair, ...]:
    """Give up to three pairs of a retrieved and a judged id, from the first megabyte of a run."""
    by_folded = {
        (topic, folded(judged)): judged for topic, grades in judgments.items() for judged in grades
    }
    pairs: dict[Pair, None] = {}
    start = next(source.pieces(_LOOKED_AT), b"")
    for row in map(read_row, start.split(b"\n")):
        if row is not None:
            topic, retrieved = (part.decode("utf-8", "replace") for part in row[:2])
            judged = by_folded.get((topic, folded(retrieved)))
            if judged is not None and retrieved not in judgments[topic]:
                pairs[retrieved, judged] = None
    return tuple(islice(pairs, _SHOWN))


def near_topics(topics: Iterable[str], judged: Iterable[str]) -> tuple[Pair, ...]:
    """Give up to three pairs of a query of the run and a judged one, of those in one file only."""
    by_folded = {folded(topic): topic for topic in judged}
    near = ((topic, by_folded.get(folded(topic))) for topic in topics)
    return tuple(islice(((topic, other) for topic, other in near if other is not None), _SHOWN))
