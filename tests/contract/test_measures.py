"""What holds for every measure."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, permutations, product

import pytest

from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.names import KINDS, measure_of
from sceneprobe.measures.ties import Bounds, bounds
from tests.rankings import places, untied_places

NAMES = (
    *("RR", "RR@2", "RR(rel=2)", "R", "R@2", "R(rel=2)@3", "P@1", "P@3", "P(rel=2)@2"),
    *("nDCG", "nDCG@2", "nDCG(gain=linear)", "nDCG(gain=linear)@3", "AP", "AP@2", "AP(rel=2)@3"),
    *("Success@1", "Success(rel=2)@2", "Judged@1", "Judged@3"),
)
SCORES = ((3, 2, 1, 0), (3, 3, 3, 3), (3, 3, 1, 1), (3, 2, 2, 2), (3, 3, 3, 0), (3, 2, 2, 1, 1))

pytestmark = pytest.mark.parametrize("name", [*NAMES, *(f"{kind}@5" for kind in KINDS)])


@pytest.fixture
def measure(name: str) -> Measure:
    return measure_of(name)


def orders(ids: str, scores: Sequence[float]) -> Iterator[list[str]]:
    """Give every ranking in which equal scores stand in any order."""
    levels = [
        [ids[place] for place in level]
        for _, level in groupby(range(len(ids)), key=scores.__getitem__)
    ]
    for chosen in product(*(permutations(level) for level in levels)):
        yield list(chain.from_iterable(chosen))


def judgments_of(ids: str, scale: Sequence[float]) -> Iterator[Grades]:
    """Give every choice of judged ids with grades of a scale."""
    for chosen in product((None, *scale), repeat=len(ids)):
        yield {id_: grade for id_, grade in zip(ids, chosen, strict=True) if grade is not None}


def test_name_makes_the_measure_again(measure: Measure, name: str) -> None:
    assert measure.name == name
    assert measure_of(measure.name) == measure
    assert measure_of(name.lower()) == measure


def test_equal_measures_are_one_key(measure: Measure, name: str) -> None:
    assert len({measure, measure_of(name)}) == 1


def test_nothing_ranked_has_value_0(measure: Measure) -> None:
    assert measure.value(places([], "a"), {"a": 3}) == 0.0


def test_nothing_judged_has_value_0(measure: Measure) -> None:
    assert measure.value(places("abc", ""), {}) == 0.0


def test_perfect_ranking_has_value_1(measure: Measure) -> None:
    ids = "abcdef"[: measure.cutoff or 4]
    grades = dict.fromkeys(ids, 3)

    assert measure.value(places(ids, grades), grades) == 1.0


def test_value_lies_between_0_and_1_and_is_the_same_every_time(measure: Measure) -> None:
    for grades in judgments_of("abcz", (-1, 0, 0.5, 1, 2.25, 40)):
        values = {measure.value(untied_places("abc", grades), grades) for _ in range(2)}
        assert len(values) == 1
        assert 0 <= values.pop() <= 1


def test_order_of_judgments_does_not_matter(measure: Measure) -> None:
    grades = {"a": 1, "b": 3, "c": 0, "d": 2, "z": 3}
    values = {
        measure.value(untied_places("abcd", grades), dict(pairs))
        for pairs in permutations(grades.items())
    }

    assert len(values) == 1


@pytest.mark.parametrize("scores", SCORES, ids=str)
def test_bounds_are_those_of_all_orders(measure: Measure, scores: Sequence[float]) -> None:
    ids = "abcdef"[: len(scores)]
    every = list(orders(ids, scores))
    for grades in judgments_of(ids, (0, 1, 2)):
        values = [measure.value(untied_places(order, grades), grades) for order in every]
        found = bounds(measure, places(ids, grades, scores), grades)
        assert found == Bounds(min(values), max(values))
