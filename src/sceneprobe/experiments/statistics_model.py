"""What the tests of paired differences give; they know no system and no measure."""

from dataclasses import dataclass
from enum import StrEnum

SAME = 1e-12
"""Values no further apart are equal: what lies between is the rounding of their differences."""

SIGNIFICANT = 0.05
"""Chances below this are taken for more than chance."""


class NoTest(StrEnum):
    """Why there is no t-test."""

    TOO_FEW = "too_few_queries"
    ZERO_VARIANCE = "zero_variance"


@dataclass(frozen=True, slots=True)
class TTest:
    """The mean difference with its t, p and degrees of freedom; a reason where there is no t."""

    difference: float | None
    t: float | None
    p: float | None
    degrees: int | None
    reason: NoTest | None = None

    @property
    def significant(self) -> bool:
        """Whether chance alone would seldom move the mean this far."""
        return self.p is not None and self.p < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class PairedPermutation:
    """The mean difference and its two-sided p-value, which is never 0.

    ``exact`` tells that all signs were counted; else 10,000 were drawn.
    """

    difference: float
    p: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many queries the second system wins, neither wins, and it loses."""

    wins: int
    ties: int
    losses: int
