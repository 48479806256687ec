"""Statistics of paired differences: what they say, and what they say where there is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import bootstrap_differences
from sceneprobe.experiments.effect import cohens_d
from sceneprobe.experiments.holm import holm
from sceneprobe.experiments.outcomes import outcomes
from sceneprobe.experiments.paired_permutation import MOST_EXACT, paired_permutation
from sceneprobe.experiments.power import queries_needed
from sceneprobe.experiments.statistics_model import NoTest, Outcomes, TTest
from sceneprobe.experiments.streams import AT_ONCE, signs
from sceneprobe.experiments.t_test import paired_t_test

DIFFERENCES = st.lists(st.sampled_from([-1.0, -1 / 3, 0.0, 0.125, 1 / 3, 2 / 3]), min_size=1)
MANY = [1 / (n % 7 + 1) - 0.3 for n in range(60)]


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        pytest.param([], TTest(None, None, None, None, NoTest.TOO_FEW), id="none"),
        pytest.param([0.5], TTest(0.5, None, None, None, NoTest.TOO_FEW), id="one"),
        pytest.param([0.5, 0.5], TTest(0.5, None, None, 1, NoTest.ZERO_VARIANCE), id="equal"),
        pytest.param([0.0, 0.0], TTest(0.0, None, None, 1, NoTest.ZERO_VARIANCE), id="nothing"),
    ],
)
def test_where_there_is_no_t_a_reason_stands(differences: list[float], expected: TTest) -> None:
    assert paired_t_test(differences) == expected


def test_rounding_of_differences_is_no_spread() -> None:
    assert 1 - 2 / 3 != 1 / 3
    assert paired_t_test([1 - 2 / 3, 1 / 3, 1 / 3]).reason is NoTest.ZERO_VARIANCE
    assert cohens_d([1 - 2 / 3, 1 / 3, 1 / 3]) is None


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        pytest.param([0.5], 1.0, id="one"),
        pytest.param([0.5] * 5, 2 / 32, id="five alike"),
        pytest.param([0.0, 0.0], 1.0, id="nothing"),
        pytest.param([0.5, 0.5, 0.0], 0.5, id="zeros do not count"),
        pytest.param([1 / 3, 1 / 3, 1 / 3, 1.0], 2 / 16, id="thirds"),
        pytest.param([1 / 3, 1 / 3, 1 / 3, -1.0], 1.0, id="thirds that cancel out"),
        pytest.param([1.0] * MOST_EXACT, 2 / 2**MOST_EXACT, id="as many as are counted"),
        pytest.param([1.0] * (MOST_EXACT + 1), 1 / 10_001, id="one more"),
    ],
)
def test_signs_are_counted(differences: list[float], p: float) -> None:
    assert paired_permutation(differences).p == p


@given(differences=DIFFERENCES)
def test_order_and_sides_do_not_matter_and_p_is_never_zero(differences: list[float]) -> None:
    found = paired_permutation(differences)

    assert 0 < found.p <= 1
    assert paired_permutation(differences[::-1]) == found
    assert paired_permutation([-value for value in differences]).p == found.p


def test_draws_are_those_that_no_release_changes() -> None:
    found = paired_permutation(MANY)

    assert not found.exact
    assert found.p == 336 / 10_001
    assert paired_permutation(MANY, seed=7).p != found.p


def test_signs_are_even() -> None:
    drawn = signs("42:0", 13)

    assert drawn.shape == (AT_ONCE, 13)
    assert set(drawn.ravel().tolist()) == {-1, 1}
    assert abs(int(drawn.sum())) < 150


def test_no_difference_is_refused() -> None:
    with pytest.raises(OptionError, match="needs a difference"):
        paired_permutation([])


def test_interval_of_differences_may_lie_below_zero() -> None:
    (found,) = bootstrap_differences([[-0.5, -0.25, -0.75]])

    assert found is not None
    assert -0.75 <= found.low < -0.5 < found.high <= -0.25
    assert bootstrap_differences([[0.5]]) == (None,)


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        pytest.param([], Outcomes(0, 0, 0), id="none"),
        pytest.param([1e-12, -1e-12, 1e-11, -1e-11], Outcomes(1, 2, 1), id="bar"),
    ],
)
def test_ties_are_within_rounding(differences: list[float], expected: Outcomes) -> None:
    assert outcomes(differences) == expected


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        pytest.param([], (), id="none"),
        pytest.param([None], (None,), id="no test"),
        pytest.param([0.5, 0.75], (1.0, 1.0), id="at most 1"),
        pytest.param([0.25, None, 0.0625], (0.25, None, 0.125), id="order given"),
        pytest.param([0.125, 0.25, 0.125], (0.375, 0.375, 0.375), id="never falls"),
    ],
)
def test_correction(chances: list[float | None], expected: tuple[float | None, ...]) -> None:
    assert holm(chances) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        pytest.param(None, None, id="unknown"),
        pytest.param(0.0, None, id="none"),
        pytest.param(0.001, None, id="more than anyone labels"),
        pytest.param(-0.5, 34, id="other direction"),
        pytest.param(7.0, 3, id="so large that nearly nothing lies below"),
        pytest.param(8.0, 3, id="larger, and no fewer"),
        pytest.param(50.0, 2, id="so large that two suffice"),
        pytest.param(1e11, 2, id="larger than scipy can tell"),
    ],
)
def test_number_of_queries(effect: float | None, expected: int | None) -> None:
    assert queries_needed(effect) == expected
