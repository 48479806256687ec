"""The permutation test: exact where it can be, seeded where not, never 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.errors import OptionError
from sceneprobe.experiments.permutation import Alternative, permutation_test

VALUES = st.lists(st.sampled_from([0.0, 1 / 3, 0.5, 1.0]), min_size=1, max_size=6)
MANY = [1 / (n % 7 + 1) for n in range(40)]


def test_all_ways_to_part_few_values_are_counted() -> None:
    found = permutation_test([1, 1, 1, 1], [0.25, 0.25, 0.5], Alternative.GREATER)

    assert found.exact
    assert found.p == 1 / 35
    assert found.difference == pytest.approx(2 / 3)


def test_both_sides_count_where_either_would_surprise() -> None:
    assert permutation_test([1, 1], [0, 0]).p == 2 / 6


@given(first=VALUES, second=VALUES)
def test_p_is_a_chance_and_never_zero(first: list[float], second: list[float]) -> None:
    for alternative in Alternative:
        assert 0 < permutation_test(first, second, alternative).p <= 1


@given(first=VALUES, second=VALUES)
def test_sides_and_order_do_not_matter_where_both_count(
    first: list[float], second: list[float]
) -> None:
    assert permutation_test(first, second).p == permutation_test(second[::-1], first).p


def test_equal_values_are_no_surprise() -> None:
    assert permutation_test([0.5] * 30, [0.5] * 10).p == 1


def test_draws_are_those_that_no_release_changes() -> None:
    found = permutation_test(MANY, [0.2] * 10, Alternative.GREATER)

    assert not found.exact
    assert found.p == 62 / 10_001
    assert permutation_test(MANY[::-1], [0.2] * 10, Alternative.GREATER) == found
    assert permutation_test(MANY, [0.2] * 10, Alternative.GREATER, seed=7).p != found.p


def test_extreme_difference_has_the_least_chance_that_draws_can_tell() -> None:
    assert permutation_test([1] * 40, [0] * 40).p == 1 / 10_001


def test_empty_sample_is_refused() -> None:
    with pytest.raises(OptionError, match="both sides"):
        permutation_test([1], [])
