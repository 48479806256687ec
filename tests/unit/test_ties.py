"""Bounds by ties, against every order of equal scores."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby, permutations, product

import pytest

from sceneprobe.measures.recall import recall
from sceneprobe.measures.reciprocal_rank import reciprocal_rank
from sceneprobe.measures.ties import Bounds, recall_bounds, reciprocal_rank_bounds

SCORES = (
    (3, 2, 1, 0),
    (3, 3, 3, 3),
    (3, 3, 1, 1),
    (3, 2, 2, 2),
    (3, 3, 3, 0),
    (3, 2, 2, 1, 1),
    (2, 2, 1, 1, 1, 0),
)


def orders(ids: str, scores: Sequence[float]) -> Iterator[list[str]]:
    """Give every ranking in which equal scores stand in any order."""
    levels = [
        [ids[place] for place in places]
        for _, places in groupby(range(len(ids)), key=scores.__getitem__)
    ]
    for chosen in product(*(permutations(level) for level in levels)):
        yield list(chain.from_iterable(chosen))


def subsets(ids: str) -> Iterator[tuple[str, ...]]:
    for size in range(len(ids) + 1):
        yield from combinations(ids, size)


@pytest.mark.parametrize("scores", SCORES, ids=str)
def test_bounds_of_reciprocal_rank_are_those_of_all_orders(scores: tuple[float, ...]) -> None:
    ids = "abcdef"[: len(scores)]
    for relevant in subsets(ids):
        values = [reciprocal_rank(order, relevant) for order in orders(ids, scores)]
        assert reciprocal_rank_bounds(ids, scores, relevant) == Bounds(min(values), max(values))


@pytest.mark.parametrize("scores", SCORES, ids=str)
def test_bounds_of_recall_are_those_of_all_orders(scores: tuple[float, ...]) -> None:
    ids = "abcdef"[: len(scores)]
    for relevant, k in product(subsets(ids + "z"), range(1, len(ids) + 2)):
        values = [recall(order, relevant, k) for order in orders(ids, scores)]
        assert recall_bounds(ids, scores, relevant, k) == Bounds(min(values), max(values))


@pytest.mark.parametrize(
    ("scores", "relevant", "tied"),
    [
        pytest.param((2, 1, 0), "b", False, id="no-equal-scores"),
        pytest.param((1, 1, 0), "b", True, id="tie-at-the-first-relevant-place"),
        pytest.param((2, 1, 1), "a", False, id="tie-behind-it"),
        pytest.param((1, 1, 0), "ab", False, id="tie-of-relevant-ones"),
        pytest.param((1, 1, 0), "c", False, id="tie-before-it"),
        pytest.param((1, 1, 0), "z", False, id="not-ranked"),
    ],
)
def test_tie_matters_where_it_decides_the_value(
    scores: tuple[float, ...], relevant: str, *, tied: bool
) -> None:
    assert reciprocal_rank_bounds("abc", scores, set(relevant)).tied is tied


def test_nothing_ranked_has_value_0_whatever_the_order() -> None:
    assert reciprocal_rank_bounds([], [], {"a"}) == Bounds(0.0, 0.0)
    assert recall_bounds([], [], {"a"}, 5) == Bounds(0.0, 0.0)
