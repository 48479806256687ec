"""The values of a measure, one a query → their mean, median and spread."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from sceneprobe.measures.base import Measure
from sceneprobe.measures.reciprocal_rank import RR, mean_reciprocal_rank
from sceneprobe.text.numbers import median_of


@dataclass(frozen=True, slots=True)
class Summary:
    """What stands for n values; ``deviation`` is that of a sample, None of a single value."""

    mean: float
    median: float
    deviation: float | None
    n: int


def summarize(measure: Measure, values: Sequence[float]) -> Summary:
    """Sum up the values of a measure, of which there is at least one."""
    median = median_of(sorted(values))
    return Summary(mean_of(measure, values), median, _deviation(values, median), len(values))


def mean_of(measure: Measure, values: Sequence[float]) -> float:
    """Give the mean of a measure's values; that of RR is the one of RQ, rounded once."""
    if isinstance(measure, RR):
        # 1 / value is within a rounding error of the rank it comes from.
        return mean_reciprocal_rank([round(1 / value) if value else None for value in values])
    return mean(values)


def mean(values: Sequence[float]) -> float:
    """Give the mean of at least one value; the sum is rounded once."""
    return fsum(values) / len(values)


def _deviation(values: Sequence[float], median: float) -> float | None:
    """Give √(Σ (value − mean)² / (n − 1)).

    It is computed by differences from the median, which are 0 where all values are equal, while
    those from a rounded mean need not be; the median is never farther from the mean than this.
    """
    n = len(values)
    if n < 2:
        return None
    differences = [value - median for value in values]
    squares = fsum(difference * difference for difference in differences)
    return sqrt(max(0.0, squares - fsum(differences) ** 2 / n) / (n - 1))
