"""Two annotators' grades of the same things → Cohen's kappa, with an interval."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.experiments.bootstrap import RESAMPLES, Interval
from sceneprobe.experiments.streams import AT_ONCE, draws

Pair = tuple[int, int]
"""What the first and the second annotator gave to one thing."""


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement beyond chance: plain, and weighted by the square of the grades' distance.

    ``value`` and ``weighted`` are None where both gave one and the same grade throughout: chance
    alone would agree as much. The interval is that of the plain value.
    """

    pairs: int
    agreed: int
    value: float | None
    weighted: float | None
    interval: Interval | None


def kappa(pairs: Sequence[Pair], seed: int = 42) -> Kappa:
    """Compute both values, and the 95 % percentile interval over 10,000 resamples of the pairs.

    Every hundred resamples read a stream of their own, SHAKE-256 of ``seed:number``; those without
    a value are left out. There is no interval for fewer than two pairs.

    >>> kappa([(0, 0), (0, 1), (1, 1), (1, 1)]).value
    0.5

    Cohen, "A Coefficient of Agreement for Nominal Scales", 1960; "Weighted Kappa", 1968.
    """
    grades = sorted({grade for pair in pairs for grade in pair})
    steps = np.array(grades, dtype=np.int64)
    apart = np.abs(steps[:, None] - steps[None, :])
    plain, weighted = (_disagreement(pairs, grades, w) for w in ((apart > 0) * 1, apart**2))
    return Kappa(
        pairs=len(pairs),
        agreed=sum(first == second for first, second in pairs),
        value=plain,
        weighted=weighted,
        interval=_interval(pairs, grades, seed) if len(pairs) > 1 else None,
    )


def _disagreement(
    pairs: Sequence[Pair], grades: Sequence[int], weights: NDArray[np.int64]
) -> float | None:
    """Give 1 − observed / expected disagreement, over whole numbers and rounded once."""
    place = {grade: number for number, grade in enumerate(grades)}
    table = np.zeros(weights.shape, dtype=np.int64)
    for (first, second), count in Counter(pairs).items():
        table[place[first], place[second]] += count
    observed = len(pairs) * int((weights * table).sum())
    expected = int((weights * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
    return (expected - observed) / expected if expected else None


def _interval(pairs: Sequence[Pair], grades: Sequence[int], seed: int) -> Interval | None:
    place, size = {grade: number for number, grade in enumerate(grades)}, len(grades)
    cells = np.array([place[a] * size + place[b] for a, b in sorted(pairs)], dtype=np.int64)
    found = np.concatenate(
        [
            _resampled(cells[draws(f"{seed}:{number}", len(pairs))], size)
            for number in range(RESAMPLES // AT_ONCE)
        ]
    )
    defined = np.sort(found[~np.isnan(found)])
    if len(defined) < RESAMPLES // 2:
        return None
    tail = len(defined) // 40
    return Interval(float(defined[tail - 1]), float(defined[len(defined) - tail - 1]))


def _resampled(cells: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    """Give the plain value of each row of cells; not a number where it has none."""
    count = cells.shape[1]
    rows = np.arange(len(cells))[:, None] * size * size
    flat = np.bincount((cells + rows).ravel(), minlength=len(cells) * size * size)
    tables = flat.reshape(len(cells), size, size)
    agreed = count * tables.trace(axis1=1, axis2=2)
    chance = (tables.sum(axis=2) * tables.sum(axis=1)).sum(axis=1)
    expected = (count * count - chance).astype(np.float64)
    expected[expected == 0] = np.nan
    values: NDArray[np.float64] = (agreed - chance) / expected
    return values
