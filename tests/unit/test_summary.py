"""Values → mean, median, sample standard deviation and n."""

from fractions import Fraction
from statistics import mean as exact_mean
from statistics import median, stdev

import pytest

from sceneprobe.measures.ndcg import NDCG
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.summary import Summary, summarize


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([0.25, 1.0], id="two"),
        pytest.param([0.3, 0.1, 0.2], id="odd"),
        pytest.param([1.0, 0.0, 0.5, 0.7], id="even"),
        pytest.param([1.0] * 999 + [0.0], id="one-far-off"),
        pytest.param([0.5 + number * 1e-9 for number in range(50)], id="close-together"),
    ],
)
def test_summary_is_that_of_the_standard_library(values: list[float]) -> None:
    summary = summarize(NDCG(), values)

    assert summary.n == len(values)
    assert summary.median == median(values)
    assert summary.mean == pytest.approx(exact_mean(map(Fraction, values)), rel=1e-15)
    assert summary.deviation == pytest.approx(stdev(values), rel=1e-9)


def test_single_value_has_no_deviation() -> None:
    assert summarize(NDCG(), [0.3]) == Summary(mean=0.3, median=0.3, deviation=None, n=1)


@pytest.mark.parametrize("count", [2, 3, 7, 10, 49])
def test_equal_values_do_not_deviate(count: int) -> None:
    assert summarize(NDCG(), [0.1] * count).deviation == 0.0


def test_mean_of_reciprocal_ranks_is_rounded_once() -> None:
    values = [1 / rank for rank in (1, 1, 1, 2, 2, 2, 2, 5, 5)]

    assert summarize(RR(), values).mean == 0.6


@pytest.mark.parametrize("first", [1, 90, 999_983, 999_999_000])
def test_ranks_of_any_depth_are_found_in_their_values(first: int) -> None:
    ranks = range(first, first + 300)
    exact = sum(Fraction(1, rank) for rank in ranks) / 301

    assert summarize(RR(), [0.0, *(1 / rank for rank in ranks)]).mean == float(exact)
