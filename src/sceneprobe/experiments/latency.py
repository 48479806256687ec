"""Times of two systems, query by query → Latency."""

from collections.abc import Sequence
from math import fsum

from sceneprobe.experiments.bootstrap import Interval, bootstrap_differences
from sceneprobe.experiments.latency_model import Latency, Times
from sceneprobe.text.numbers import median_of


def latency(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]]) -> Latency:
    """Sum up seconds, a row a query and a column a repeat, of at least one each.

    >>> found = latency([[1.0, 3.0, 2.0]], [[2.0, 2.0, 4.0]])
    >>> found.a.median, found.b.percentile_95, found.difference
    (2.0, 4.0, 0.0)
    """
    differences = [
        median_of(sorted(slower)) - median_of(sorted(faster))
        for faster, slower in zip(a, b, strict=True)
    ]
    return Latency(
        queries=len(a),
        repeats=len(a[0]),
        a=_times(a),
        b=_times(b),
        difference=fsum(differences) / len(differences),
        interval=_interval(differences),
    )


def _times(rows: Sequence[Sequence[float]]) -> Times:
    ordered = sorted(seconds for row in rows for seconds in row)
    # The nearest rank: the least time that 95 of 100 do not pass.
    return Times(median_of(ordered), ordered[-(-95 * len(ordered) // 100) - 1])


def _interval(differences: Sequence[float]) -> Interval | None:
    """Scale differences to the range that the bootstrap takes, and back."""
    scale = max(map(abs, differences)) or 1.0
    (found,) = bootstrap_differences([[value / scale for value in differences]])
    return None if found is None else Interval(found.low * scale, found.high * scale)
