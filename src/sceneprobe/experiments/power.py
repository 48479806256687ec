"""The size of an effect → how many queries a paired t-test needs to see it."""

from math import isnan, sqrt

MOST_QUERIES = 1_000_000
"""More than anyone will label; an effect that needs more is as good as none."""


def queries_needed(effect: float | None, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """Give the least n at which a two-sided paired t-test finds this effect so often.

    The power at n is 1 − F(c) + F(−c): F is the noncentral t-distribution with n − 1 degrees of
    freedom and noncentrality d · √n, and c the (1 − alpha / 2) quantile of Student's t. None where
    there is no effect, or more than 1,000,000 queries would be needed.

    >>> queries_needed(0.5), queries_needed(0.14), queries_needed(0.0)
    (34, 403, None)

    Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, section 2.3.5.
    """
    if not effect or _power(abs(effect), MOST_QUERIES, alpha) < power:
        return None
    enough = 2
    while _power(abs(effect), enough, alpha) < power:
        enough *= 2
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if _power(abs(effect), middle, alpha) < power:
            too_few = middle
        else:
            enough = middle
    return enough


def _power(effect: float, count: int, alpha: float) -> float:
    # scipy.stats would compute the same, and takes twice as long to import.
    from scipy.special import stdtrit

    degrees, shift = count - 1, effect * sqrt(count)
    bar = float(stdtrit(degrees, 1 - alpha / 2))
    return 1 - _below(bar, degrees, shift) + _below(-bar, degrees, shift)


def _below(bar: float, degrees: int, shift: float) -> float:
    """Give F(bar) of the noncentral t-distribution."""
    from scipy.special import nctdtr

    found = float(nctdtr(degrees, shift, bar))
    # A large shift leaves so little below the bar that scipy cannot tell it from nothing.
    return 0.0 if isnan(found) else found
