"""Paired differences → how many queries are won, tied and lost."""

from collections.abc import Sequence

from sceneprobe.experiments.statistics_model import SAME, Outcomes


def outcomes(differences: Sequence[float]) -> Outcomes:
    """Count the differences above 0, at 0 and below 0; within 1e-12 of 0 is a tie.

    >>> outcomes([0.5, 0.0, -1e-16, -0.25])
    Outcomes(wins=1, ties=2, losses=1)
    """
    wins = sum(value > SAME for value in differences)
    losses = sum(value < -SAME for value in differences)
    return Outcomes(wins, len(differences) - wins - losses, losses)
