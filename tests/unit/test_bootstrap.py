"""The bootstrap interval: reproducible, right, and quick enough."""

import random
from hashlib import shake_256
from math import fsum
from statistics import NormalDist, fmean, stdev
from struct import iter_unpack

import pytest

from sceneprobe.experiments.bootstrap import RESAMPLES, bootstrap_mean

VALUES = [1.0, 0.5, 0.25, 1.0, 1 / 3, 0.0, 1.0, 0.2, 1.0, 0.5, 1.0, 1 / 7]


def test_interval_is_of_ten_thousand_resamples_at_95_percent() -> None:
    interval = bootstrap_mean(VALUES)

    assert RESAMPLES == 10_000
    assert interval is not None
    assert interval.confidence == 0.95


@pytest.mark.parametrize("values", [[], [0.5]], ids=["none", "one"])
def test_fewer_than_two_values_have_no_interval(values: list[float]) -> None:
    assert bootstrap_mean(values) is None


def test_same_values_give_the_same_interval() -> None:
    assert bootstrap_mean(VALUES) == bootstrap_mean(list(VALUES))


@pytest.mark.parametrize("size", [2, 5, 12])
def test_interval_is_the_percentile_of_draws_that_no_release_changes(size: int) -> None:
    values = sorted(VALUES[:size])
    stream = b"".join(
        shake_256(f"42:{number}".encode()).digest(4 * 100 * size) for number in range(100)
    )
    draws = [number * size >> 32 for (number,) in iter_unpack("<I", stream)]
    means = sorted(
        fmean(values[place] for place in draws[start : start + size])
        for start in range(0, RESAMPLES * size, size)
    )
    interval = bootstrap_mean(values)

    assert interval is not None
    # A fortieth of 10,000 means lies at or below the lower end, and as much above the upper.
    assert (interval.low, interval.high) == pytest.approx((means[249], means[9_749]), abs=1e-11)


def test_order_of_values_changes_nothing() -> None:
    assert bootstrap_mean(VALUES) == bootstrap_mean(VALUES[::-1])


@pytest.mark.parametrize("value", [0.0, 1 / 3, 0.1, 1.0])
def test_interval_of_equal_values_holds_their_mean(value: float) -> None:
    interval = bootstrap_mean([value] * 8)

    assert interval is not None
    assert interval.low <= fsum([value] * 8) / 8 <= interval.high


def test_seed_changes_the_draws_but_not_the_picture() -> None:
    first, second = bootstrap_mean(VALUES, seed=1), bootstrap_mean(VALUES, seed=2)

    assert first is not None
    assert second is not None
    assert first != second
    assert (first.low, first.high) == pytest.approx((second.low, second.high), abs=0.02)


@pytest.mark.parametrize("value", [0.0, 1 / 3, 0.5, 1.0])
def test_interval_of_equal_values_is_that_value(value: float) -> None:
    interval = bootstrap_mean([value] * 9)

    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((value, value), abs=1e-11)


@pytest.mark.parametrize("size", [2, 3, 5, 12, 60])
def test_interval_lies_within_the_values_and_around_their_mean(size: int) -> None:
    values = (VALUES * 5)[:size]
    interval = bootstrap_mean(values)

    assert interval is not None
    assert min(values) - 1e-11 <= interval.low <= sum(values) / size <= interval.high
    assert interval.high <= max(values) + 1e-11


@pytest.mark.parametrize("size", [5, 12, 40])
def test_interval_is_the_percentile_of_independent_resamples(size: int) -> None:
    generator = random.Random(7)  # noqa: S311 - resampling, no secret
    values = (VALUES * 4)[:size]
    means = sorted(sum(generator.choices(values, k=size)) / size for _ in range(20_000))
    interval = bootstrap_mean(values)

    assert interval is not None
    assert interval.low == pytest.approx(means[500], abs=0.02)
    assert interval.high == pytest.approx(means[19_499], abs=0.02)


def test_interval_of_two_values_has_the_exact_tails() -> None:
    # Each mean of a resample of {0, 1} is 0, ½ or 1 with probability ¼, ½, ¼.
    interval = bootstrap_mean([0.0, 1.0])

    assert interval is not None
    assert (interval.low, interval.high) == (0.0, 1.0)


def test_tail_of_less_than_a_fortieth_is_cut_off() -> None:
    # Of 10 values one is 0: no resample is all zeros, one in 2.9 has no zero at all,
    # and four zeros or more come in 1.3 % of them, three or more in 7 %.
    interval = bootstrap_mean([0.0] + [1.0] * 9)

    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.7, 1.0))


def test_interval_of_many_values_is_nearly_normal() -> None:
    values = VALUES * 250
    interval = bootstrap_mean(values)
    half = NormalDist().inv_cdf(0.975) * stdev(values) / len(values) ** 0.5
    mean = sum(values) / len(values)

    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((mean - half, mean + half), abs=0.002)


def test_order_of_values_moves_the_interval_only_by_chance() -> None:
    first, second = bootstrap_mean(VALUES), bootstrap_mean(VALUES[::-1])

    assert first is not None
    assert second is not None
    assert (first.low, first.high) == pytest.approx((second.low, second.high), abs=0.02)


def test_interval_of_very_many_values_is_that_of_the_normal_distribution() -> None:
    interval = bootstrap_mean([0.0, 1.0] * 5_001)

    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.4902, 0.5098), abs=1e-4)
