"""Values → an interval for their mean, by resampling.

The draws are read off a SHAKE-256 stream, which no release of a library can change, and sums are
taken over whole numbers, which no machine adds up differently: the same values give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import shake_256

import numpy as np

RESAMPLES = 10_000
_SCALE = 2**40
_BLOCK = 2_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the mean lies with the given confidence."""

    low: float
    high: float
    confidence: float = 0.95


def bootstrap_mean(values: Sequence[float], seed: int = 42) -> Interval | None:
    """Give the 95 % percentile interval of the mean over 10,000 resamples; None for fewer than two.

    Values must lie in [0, 1]; they are resolved to 2⁻⁴⁰.

    Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3.
    """
    count = len(values)
    if count < 2:
        return None
    whole = np.rint(np.asarray(values, dtype=np.float64) * _SCALE).astype(np.int64)
    rows_at_once = max(1, _BLOCK // count)
    sums = np.concatenate(
        [
            whole[_draws(f"{seed}:{start}", min(rows_at_once, RESAMPLES - start), count)].sum(
                axis=1
            )
            for start in range(0, RESAMPLES, rows_at_once)
        ]
    )
    sums.sort()
    tail = RESAMPLES // 40
    low, high = (int(sums[place - 1]) / (count * _SCALE) for place in (tail, RESAMPLES - tail))
    return Interval(low, high)


def _draws(stream: str, rows: int, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Draw rows of ``count`` places below ``count``: 32 bits of the stream each, scaled down."""
    raw = np.frombuffer(shake_256(stream.encode()).digest(4 * rows * count), dtype="<u4")
    scaled = (raw.astype(np.uint64) * np.uint64(count)) >> np.uint64(32)
    return scaled.astype(np.intp).reshape(rows, count)
