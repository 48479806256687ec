"""How long two systems take for a query."""

from dataclasses import dataclass

from sceneprobe.experiments.bootstrap import Interval


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for one query: the median, and what 95 of 100 stay below."""

    median: float
    percentile_95: float


@dataclass(frozen=True, slots=True)
class Latency:
    """Both systems over interleaved repeats, and how much longer B takes than A.

    ``difference`` is the mean over queries of B's median time less A's; ``interval`` lies around
    it, None for a single query.
    """

    queries: int
    repeats: int
    a: Times
    b: Times
    difference: float
    interval: Interval | None
