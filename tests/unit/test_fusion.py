"""Several scores → one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sceneprobe.ranking.fusion import fuse_by_rank, fuse_by_weight, stretched


def test_places_are_added_up_as_fractions() -> None:
    first, second = np.array([[0.9, 0.5, 0.1]]), np.array([[0.2, 0.8, 0.4]])

    assert fuse_by_rank([first, second], 60).tolist() == [
        [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62]
    ]


def test_equal_scores_share_the_first_place_of_them() -> None:
    (fused,) = fuse_by_rank([np.array([[0.5, 0.9, 0.5, 0.1]])], 1)

    assert fused.tolist() == [1 / 3, 1 / 2, 1 / 3, 1 / 5]


def test_what_was_not_found_adds_nothing() -> None:
    assert fuse_by_rank([np.array([[0.0, -0.5, 0.7]])], 1).tolist() == [[0.0, 1 / 4, 1 / 2]]


def test_scores_are_shares_of_the_highest_before_they_are_weighted() -> None:
    first, second = np.array([[10.0, 20.0, 30.0]]), np.array([[-0.1, 0.1, 0.05]])

    assert fuse_by_weight([first, second], [0.75, 0.25])[0] == pytest.approx([0.25, 0.75, 0.875])


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param([7.0, 7.0, 7.0], [1.0, 1.0, 1.0], id="equal"),
        pytest.param([0.3], [1.0], id="the-only-text"),
        pytest.param([0.0, 0.3, 0.0], [0.0, 1.0, 0.0], id="the-only-match"),
        pytest.param([0.0, 0.3, 0.3], [0.0, 1.0, 1.0], id="equal-matches"),
        pytest.param([-0.2, 0.0, -0.1], [0.0, 0.0, 0.0], id="nothing-found"),
        pytest.param([-0.2, 0.0, 0.1], [0.0, 0.0, 1.0], id="below-0"),
    ],
)
def test_only_what_was_found_adds_to_a_sum(row: list[float], expected: list[float]) -> None:
    assert fuse_by_weight([np.array([row])], [1.0]).tolist() == [expected]


@given(arrays(np.float64, (2, 3, 5), elements=st.floats(0, 1e6, allow_subnormal=False)))
@settings(deadline=None, derandomize=True)
def test_what_was_found_scores_above_what_was_not(scores: np.ndarray) -> None:
    scores[scores < 1e-6] = 0
    fused = fuse_by_weight([*scores], [0.5, 0.5])

    assert ((fused > 0) == (scores > 0).any(axis=0)).all()


@given(arrays(np.float64, (4, 2, 9), elements=st.integers(-9, 9)), st.permutations(range(4)))
@settings(deadline=None, derandomize=True)
def test_order_of_parts_changes_nothing(scores: np.ndarray, order: list[int]) -> None:
    weights = (0.1, 0.2, 0.3, 0.4)
    moved = [scores[place] for place in order]
    by_rank, by_weight = fuse_by_rank([*scores], 60), fuse_by_weight([*scores], weights)

    assert fuse_by_rank(moved, 60).tolist() == by_rank.tolist()
    assert fuse_by_weight(moved, [weights[n] for n in order]).tolist() == by_weight.tolist()


def test_same_places_in_other_parts_tie() -> None:
    parts = np.array([[[3.0, 2.0, 1.0]], [[2.0, 1.0, 3.0]], [[1.0, 3.0, 2.0]]])
    (fused,) = fuse_by_rank([*parts], 60)

    assert len(set(fused.tolist())) == 1


@given(arrays(np.float64, (2, 5), elements=st.floats(-1e6, 1e6)))
@settings(deadline=None, derandomize=True)
def test_stretching_keeps_the_order_and_reaches_from_0_to_1(scores: np.ndarray) -> None:
    moved = stretched(scores)

    assert moved.min() == 0
    assert moved.max() <= 1
    for row, new in zip(scores, moved, strict=True):
        assert (np.diff(new[np.argsort(row, kind="stable")]) >= 0).all()
