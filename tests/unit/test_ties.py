"""Bounds by ties, against every order of equal scores."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, permutations, product

import pytest

from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.ties import Bounds, bounds
from tests.rankings import places

SCORES = (
    (3, 2, 1, 0),
    (3, 3, 3, 3),
    (3, 3, 1, 1),
    (3, 2, 2, 2),
    (3, 3, 3, 0),
    (3, 2, 2, 1, 1),
)


def orders(ids: str, scores: Sequence[float]) -> Iterator[list[str]]:
    """Give every ranking in which equal scores stand in any order."""
    levels = [
        [ids[place] for place in places]
        for _, places in groupby(range(len(ids)), key=scores.__getitem__)
    ]
    for chosen in product(*(permutations(level) for level in levels)):
        yield list(chain.from_iterable(chosen))


def grades_of(ids: str) -> Iterator[Grades]:
    """Give every choice of judged ids, each with a grade of 0 or 1."""
    for chosen in product((None, 0, 1), repeat=len(ids)):
        yield {id_: grade for id_, grade in zip(ids, chosen, strict=True) if grade is not None}


def assert_bounds_are_those_of_all_orders(measure: Measure, scores: Sequence[float]) -> None:
    ids = "abcdef"[: len(scores)]
    for grades in grades_of(ids):
        values = [measure.value(places(order, grades), grades) for order in orders(ids, scores)]
        found = bounds(measure, places(ids, grades, scores), grades)
        assert found == Bounds(min(values), max(values))


@pytest.mark.parametrize("scores", SCORES, ids=str)
def test_bounds_of_reciprocal_rank_are_those_of_all_orders(scores: tuple[float, ...]) -> None:
    assert_bounds_are_those_of_all_orders(RR(), scores)


@pytest.mark.parametrize("scores", SCORES, ids=str)
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_bounds_of_recall_are_those_of_all_orders(scores: tuple[float, ...], k: int) -> None:
    assert_bounds_are_those_of_all_orders(Recall(k), scores)


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
    grades = dict.fromkeys(relevant, 1)

    assert bounds(RR(), places("abc", grades, scores), grades).tied is tied


def test_nothing_ranked_has_value_0_whatever_the_order() -> None:
    assert bounds(RR(), places([], "a"), {"a": 1}) == Bounds(0.0, 0.0)
    assert bounds(Recall(5), places([], "a"), {"a": 1}) == Bounds(0.0, 0.0)
