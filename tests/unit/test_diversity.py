"""Maximal marginal relevance: what is like an earlier place comes later."""

import numpy as np
import pytest

from sceneprobe.backends.likeness import likeness
from sceneprobe.ranking.diversity import diversify

TEXTS = ("sea storm", "storm sea", "lamp", "lamp oil")


@pytest.mark.parametrize(
    ("balance", "expected"),
    [
        pytest.param(1.0, (0, 1, 2, 3), id="relevance only"),
        pytest.param(0.5, (0, 2, 1, 3), id="both"),
        pytest.param(0.0, (0, 2, 3, 1), id="diversity only"),
    ],
)
def test_order(balance: float, expected: tuple[int, ...]) -> None:
    scores = np.array([4.0, 3.5, 2.0, 1.0])

    assert diversify(scores, likeness(TEXTS), balance) == expected


def test_equal_ones_keep_their_order() -> None:
    assert diversify(np.ones(3), np.ones((3, 3)), 0.5) == (0, 1, 2)


def test_nothing_stays_nothing() -> None:
    assert diversify(np.zeros(0), np.zeros((0, 0)), 0.5) == ()
