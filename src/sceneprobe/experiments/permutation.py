"""Two samples of values → how often chance alone would set their means this far apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import comb, fsum

import numpy as np

from sceneprobe.errors import OptionError
from sceneprobe.experiments.streams import AT_ONCE, fineness, shuffles

RESAMPLES = 10_000
_MOST_EXACT = 50_000


class Alternative(StrEnum):
    """What chance is asked for: a first mean as far above, or means as far apart."""

    GREATER = "greater"
    TWO_SIDED = "two-sided"


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """The difference of the means, first minus second, and its p-value, which is never 0.

    ``exact`` tells that all ways to part the values were counted; else 10,000 were drawn.
    """

    difference: float
    p: float
    alternative: Alternative
    exact: bool


def permutation_test(
    first: Sequence[float],
    second: Sequence[float],
    alternative: Alternative = Alternative.TWO_SIDED,
    seed: int = 42,
) -> PermutationTest:
    """Part all values anew into two samples of the same sizes, and count the differences.

    Values must lie in [0, 1]; neither sample may be empty. Where there are at most 50,000 ways to
    part them, each is counted once, the given one among them. Else 10,000 are drawn, and the given
    one is counted in: p = (hits + 1) / (10,000 + 1). Sums are taken over whole numbers, so that
    equal differences are equal.

    >>> permutation_test([1, 1, 1], [0, 0, 0], Alternative.GREATER).p
    0.05

    Phipson, Smyth, "Permutation p-values should never be zero", 2010.
    """
    if not first or not second:
        raise OptionError("a permutation test needs values on both sides")
    count, size = len(first) + len(second), len(first)
    scale = fineness(count)
    parts = ([round(value * scale) for value in sorted(sample)] for sample in (first, second))
    given, others = parts
    values, total = given + others, sum(given) + sum(others)
    difference = fsum(first) / len(first) - fsum(second) / len(second)
    least = _distance(sum(given), size, count, total, alternative)
    exact = comb(count, size) <= _MOST_EXACT
    if exact:
        sums = [sum(drawn) for drawn in combinations(values, size)]
        hits = sum(_distance(s, size, count, total, alternative) >= least for s in sums)
        p = hits / len(sums)
    else:
        whole = np.array(values, dtype=np.int64)
        drawn = (
            int(found)
            for number in range(RESAMPLES // AT_ONCE)
            for found in whole[shuffles(f"{seed}:{number}", count)[:, :size]].sum(axis=1)
        )
        hits = sum(_distance(s, size, count, total, alternative) >= least for s in drawn)
        p = (hits + 1) / (RESAMPLES + 1)
    return PermutationTest(difference, p, alternative, exact)


def _distance(found: int, size: int, count: int, total: int, alternative: Alternative) -> int:
    """Say how far the first mean lies above the second, times a number that never changes."""
    above = found * count - total * size
    return above if alternative is Alternative.GREATER else abs(above)
