"""Paired differences → how large their mean is, measured by their spread."""

from collections.abc import Sequence
from math import fsum, sqrt

from sceneprobe.experiments.statistics_model import SAME


def cohens_d(differences: Sequence[float]) -> float | None:
    """Give d = mean / s for pairs, s the sample standard deviation; None where s is 0 or unknown.

    Differences that lie within 1e-12 of each other have no spread; fewer than two tell none.

    >>> cohens_d([0.0, 0.5, 1.0])
    1.0

    Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, section 2.3.5 (d_z).
    """
    count = len(differences)
    if count < 2 or max(differences) - min(differences) <= SAME:
        return None
    mean = fsum(differences) / count
    spread = sqrt(fsum((value - mean) ** 2 for value in differences) / (count - 1))
    return mean / spread
