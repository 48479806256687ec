"""Values → an interval for their mean, by resampling.

The draws are read off a SHAKE-256 stream, which no release of a library can change, and sums are
taken over whole numbers, which no machine adds up differently: the same values give the same bytes.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from sceneprobe.experiments.streams import AT_ONCE, draws, fineness

RESAMPLES = 10_000
_NORMAL_97_5 = 1.959963984540054
_ENOUGH_FOR_NORMAL = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the mean lies with the given confidence."""

    low: float
    high: float
    confidence: float = 0.95


def bootstrap_mean(values: Sequence[float], seed: int = 42) -> Interval | None:
    """Give the 95 % percentile interval of the mean over 10,000 resamples; None for fewer than two.

    Values must lie in [0, 1]; their order does not matter. Every hundred resamples read a stream of
    their own, SHAKE-256 of ``seed:number``. The mean of more than 10,000 values is as good as
    normally distributed, and the interval is that of the normal distribution.

    Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3.
    """
    return bootstrap_means([values], seed)[0]


def bootstrap_means(
    columns: Sequence[Sequence[float]], seed: int = 42
) -> tuple[Interval | None, ...]:
    """Give the interval of each column; those of one length share their draws, which cost most."""
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    found: dict[int, Interval | None] = {}
    for place, column in enumerate(columns):
        if len(column) < 2:
            found[place] = None
        elif len(column) > _ENOUGH_FOR_NORMAL:
            found[place] = _normal(column)
        else:
            by_length[len(column)].append(place)
    for count, places in by_length.items():
        intervals = _resampled([columns[place] for place in places], count, seed)
        found |= zip(places, intervals, strict=True)
    return tuple(found[place] for place in range(len(columns)))


def bootstrap_differences(
    columns: Sequence[Sequence[float]], seed: int = 42
) -> tuple[Interval | None, ...]:
    """Give the same intervals for differences, which lie between −1 and 1."""
    found = bootstrap_means([[(value + 1) / 2 for value in column] for column in columns], seed)
    return tuple(one and Interval(2 * one.low - 1, 2 * one.high - 1) for one in found)


def _resampled(columns: Sequence[Sequence[float]], count: int, seed: int) -> Iterator[Interval]:
    scale = fineness(count)
    whole = [
        np.rint(np.sort(np.asarray(values, dtype=np.float64)) * scale).astype(np.int64)
        for values in columns
    ]
    sums = np.empty((len(columns), RESAMPLES), dtype=np.int64)
    for start in range(0, RESAMPLES, AT_ONCE):
        drawn = draws(f"{seed}:{start // AT_ONCE}", count)
        for row, values in zip(sums, whole, strict=True):
            row[start : start + AT_ONCE] = values[drawn].sum(axis=1)
    sums.sort(axis=1)
    tail = RESAMPLES // 40
    for row, column in zip(sums, columns, strict=True):
        low, high = (int(row[place - 1]) / (count * scale) for place in (tail, RESAMPLES - tail))
        mean = fsum(column) / count
        yield Interval(min(low, mean), max(high, mean))


def _normal(values: Sequence[float]) -> Interval:
    count = len(values)
    mean = fsum(values) / count
    error = sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Interval(max(0.0, mean - _NORMAL_97_5 * error), min(1.0, mean + _NORMAL_97_5 * error))
