"""Cohen's kappa: worked by hand, undefined where it must be, with an interval that stays."""

import pytest

from sceneprobe.experiments.kappa import kappa

# Two annotators, 50 things: 20 both yes, 15 both no, 5 and 10 apart.
FIFTY = [(1, 1)] * 20 + [(0, 0)] * 15 + [(1, 0)] * 5 + [(0, 1)] * 10


def test_kappa_of_a_worked_example() -> None:
    found = kappa(FIFTY)

    assert found.value == pytest.approx(0.4)
    assert found.weighted == pytest.approx(0.4)
    assert (found.pairs, found.agreed) == (50, 35)


def test_quadratic_weights_forgive_what_is_near() -> None:
    near = kappa([(0, 0), (1, 2), (2, 1), (3, 3)])
    far = kappa([(0, 3), (1, 1), (2, 2), (3, 0)])

    assert near.value == far.value
    assert near.weighted is not None
    assert far.weighted is not None
    assert near.weighted > 0 > far.weighted


def test_full_agreement_is_one() -> None:
    found = kappa([(0, 0), (3, 3), (1, 1)])

    assert (found.value, found.weighted) == (1, 1)


@pytest.mark.parametrize("pairs", [[], [(2, 2)], [(2, 2), (2, 2)]], ids=len)
def test_one_grade_throughout_has_no_kappa(pairs: list[tuple[int, int]]) -> None:
    found = kappa(pairs)

    assert (found.value, found.weighted, found.interval) == (None, None, None)


def test_interval_is_pinned_and_does_not_know_the_order() -> None:
    interval = kappa(FIFTY).interval

    assert interval is not None
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.1379, 0.64)
    assert interval == kappa(FIFTY[::-1]).interval
    assert interval != kappa(FIFTY, seed=7).interval
