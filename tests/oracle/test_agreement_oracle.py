"""Kappa against scikit-learn, the permutation test against scipy."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.experiments.kappa import kappa
from sceneprobe.experiments.permutation import Alternative, permutation_test

stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle")
metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is the oracle")

PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30)
VALUES = st.lists(st.sampled_from([0.125, 0.25, 0.5, 1.0]), min_size=1, max_size=5)


def oracle(pairs: list[tuple[int, int]], weights: str | None) -> float | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it divides by zero where kappa is undefined
        value = metrics.cohen_kappa_score(*zip(*pairs, strict=True), weights=weights)
    return None if math.isnan(value) else float(value)


@given(pairs=PAIRS)
@settings(max_examples=40, deadline=None)
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    if len({grade for pair in pairs for grade in pair}) == 1:
        assert kappa(pairs).value is None
        return

    found = kappa(pairs)

    assert found.value == pytest.approx(oracle(pairs, None), abs=1e-12)
    assert found.weighted == pytest.approx(_quadratic(pairs), abs=1e-12)


def _quadratic(pairs: list[tuple[int, int]]) -> float | None:
    """Weigh by the grades themselves: scikit-learn's weights count places among those given."""
    value = metrics.cohen_kappa_score(
        *zip(*pairs, strict=True), weights="quadratic", labels=[0, 1, 2, 3]
    )
    return float(value)


@given(first=VALUES, second=VALUES)
@settings(max_examples=40, deadline=None)
def test_exact_p_is_that_of_scipy(first: list[float], second: list[float]) -> None:
    def apart(one: list[float], other: list[float]) -> float:
        return float(np.mean(one) - np.mean(other))

    expected = (
        stats.permutation_test(
            (first, second), apart, n_resamples=np.inf, alternative="greater", vectorized=False
        )
        if len(first) > 1 and len(second) > 1
        else None
    )

    if expected is not None:
        found = permutation_test(first, second, Alternative.GREATER)
        assert found.p == pytest.approx(expected.pvalue, abs=1e-12)


def test_two_sided_p_is_that_of_scipy_by_the_distance() -> None:
    first, second = [1.0, 0.5, 1.0, 0.25, 1.0], [0.25, 0.5, 0.125, 0.5]

    expected = stats.permutation_test(
        (first, second),
        lambda one, other: abs(np.mean(one) - np.mean(other)),
        n_resamples=np.inf,
        alternative="greater",
        vectorized=False,
    )

    assert permutation_test(first, second).p == pytest.approx(expected.pvalue, abs=1e-12)


def test_drawn_p_is_near_that_of_scipy() -> None:
    first, second = [1 / (n % 4 + 1) for n in range(40)], [1 / (n % 6 + 1) for n in range(10)]

    expected = stats.permutation_test(
        (first, second),
        lambda one, other, axis: np.mean(one, axis=axis) - np.mean(other, axis=axis),
        n_resamples=20_000,
        alternative="greater",
        rng=np.random.default_rng(1),
    )

    found = permutation_test(first, second, Alternative.GREATER)
    assert found.p == pytest.approx(expected.pvalue, abs=0.015)
