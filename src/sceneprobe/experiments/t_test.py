"""Paired differences → Student's t-test of whether their mean is 0."""

from collections.abc import Sequence
from math import fsum, sqrt

from sceneprobe.experiments.effect import cohens_d
from sceneprobe.experiments.statistics_model import NoTest, TTest


def paired_t_test(differences: Sequence[float]) -> TTest:
    """Compute t = mean / (s / √n) and its two-sided p with n − 1 degrees of freedom.

    s is the sample standard deviation of the differences. Fewer than two differences, or ones
    without spread, have no t: the reason says so.

    >>> found = paired_t_test([0.0, 0.5, 1.0])
    >>> round(found.t, 4), round(found.p, 4), found.degrees
    (1.7321, 0.2254, 2)

    Student, "The Probable Error of a Mean", 1908.
    """
    count = len(differences)
    if count < 2:
        mean = fsum(differences) if count else None
        return TTest(mean, None, None, None, NoTest.TOO_FEW)
    mean, effect = fsum(differences) / count, cohens_d(differences)
    if effect is None:
        return TTest(mean, None, None, count - 1, NoTest.ZERO_VARIANCE)
    # scipy.stats would compute the same, and takes twice as long to import.
    from scipy.special import stdtr

    t = effect * sqrt(count)
    return TTest(mean, t, 2 * float(stdtr(count - 1, -abs(t))), count - 1)
