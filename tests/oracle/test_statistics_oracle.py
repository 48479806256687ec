"""The statistics of paired differences against scipy and statsmodels."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sceneprobe.experiments.bootstrap import bootstrap_differences
from sceneprobe.experiments.holm import holm
from sceneprobe.experiments.paired_permutation import paired_permutation
from sceneprobe.experiments.power import queries_needed
from sceneprobe.experiments.t_test import paired_t_test

stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle")

DIFFERENCES = st.lists(st.floats(-1, 1, width=32), min_size=2, max_size=40)
FEW = st.lists(st.sampled_from([-1.0, -0.5, -0.125, 0.0, 0.25, 0.5]), min_size=2, max_size=9)
CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=8)
MANY = [math.sin(n) / 2 + 0.05 for n in range(60)]


@given(differences=DIFFERENCES)
def test_t_and_p_are_those_of_scipy(differences: list[float]) -> None:
    assume(max(differences) - min(differences) > 1e-6)

    found, expected = paired_t_test(differences), stats.ttest_1samp(differences, 0)

    assert found.t == pytest.approx(expected.statistic, rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    assert found.degrees == expected.df


@given(differences=FEW)
@settings(max_examples=40, deadline=None)
def test_exact_p_is_that_of_scipy(differences: list[float]) -> None:
    expected = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf
    )

    assert paired_permutation(differences).p == pytest.approx(expected.pvalue, abs=1e-12)


def test_drawn_p_is_near_that_of_scipy() -> None:
    expected = stats.permutation_test(
        (MANY,), np.mean, permutation_type="samples", n_resamples=50_000, rng=1
    )

    assert paired_permutation(MANY).p == pytest.approx(expected.pvalue, abs=0.02)


def test_interval_of_a_difference_is_near_that_of_scipy() -> None:
    (found,) = bootstrap_differences([MANY])
    expected = stats.bootstrap((MANY,), np.mean, method="percentile", rng=1).confidence_interval

    assert found is not None
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.01)


@given(chances=CHANCES)
@settings(deadline=None)
def test_correction_is_that_of_statsmodels(chances: list[float]) -> None:
    multitest = pytest.importorskip(
        "statsmodels.stats.multitest", reason="statsmodels is the oracle"
    )

    assert holm(chances) == pytest.approx(multitest.multipletests(chances, method="holm")[1])


@pytest.mark.parametrize("effect", [0.005, 0.02, 0.1, 0.14, 0.2, 0.35, 0.5, 0.8, 1.2, 2.0])
def test_number_of_queries_is_that_of_statsmodels(effect: float) -> None:
    power = pytest.importorskip("statsmodels.stats.power", reason="statsmodels is the oracle")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its root finder tries sizes below two first
        expected = power.TTestPower().solve_power(effect, power=0.8, alpha=0.05)

    assert queries_needed(effect) == math.ceil(float(np.squeeze(expected)) - 1e-6)
