"""RR and Recall@k, with the worked examples of DS18."""

import random
from fractions import Fraction
from math import fsum

import pytest

from sceneprobe.measures import reciprocal_rank
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR, mean_reciprocal_rank
from sceneprobe.measures.summary import mean
from tests.rankings import places


def test_recall_of_the_worked_example_of_ds18() -> None:
    top = ["Scene 4", "Scene 8", "Scene 3", "Scene 1", "Scene 2"]

    grades = {"Scene 3": 1, "Scene 4": 1, "Scene 7": 1}

    assert Recall(5).value(places(top, grades), grades) == 2 / 3


def test_mean_reciprocal_rank_of_the_worked_example_of_ds18() -> None:
    rankings = ["Rxy", "xyR", "xRy"]
    values = [RR().value(places(ranking, "R"), {"R": 1}) for ranking in rankings]

    assert values == [1.0, 1 / 3, 0.5]
    assert round(mean(values), 2) == 0.61


@pytest.mark.parametrize(
    ("relevant", "place", "value"),
    [
        pytest.param("a", 1, 1.0, id="first"),
        pytest.param("b", 2, 0.5, id="second"),
        pytest.param("f", 6, 1 / 6, id="whole-ranking-not-only-the-top-five"),
        pytest.param("fc", 3, 1 / 3, id="first-of-several"),
        pytest.param("z", None, 0.0, id="not-ranked"),
        pytest.param("", None, 0.0, id="nothing-relevant"),
    ],
)
def test_reciprocal_rank(relevant: str, place: int | None, value: float) -> None:
    grades = dict.fromkeys(relevant, 1)
    found = places("abcdef", grades)
    first = RR().first(found, grades)

    assert (first and first.rank) == place
    assert RR().value(found, grades) == value


@pytest.mark.parametrize(
    ("relevant", "k", "value"),
    [
        pytest.param("a", 1, 1.0, id="found"),
        pytest.param("b", 1, 0.0, id="behind-the-cut"),
        pytest.param("abz", 2, 2 / 3, id="one-that-is-not-ranked"),
        pytest.param("ace", 3, 2 / 3, id="some"),
        pytest.param("ace", 99, 1.0, id="k-beyond-the-ranking"),
        pytest.param("z", 5, 0.0, id="none"),
        pytest.param("", 5, 0.0, id="nothing-relevant"),
    ],
)
def test_recall(relevant: str, k: int, value: float) -> None:
    grades = dict.fromkeys(relevant, 1)

    assert Recall(k).value(places("abcdef", grades), grades) == value


def test_nothing_is_found_in_an_empty_ranking() -> None:
    nothing = places([], "a")

    assert (RR().value(nothing, {"a": 1}), Recall(5).value(nothing, {"a": 1})) == (0.0, 0.0)


def test_mean_is_rounded_once() -> None:
    assert mean([0.1] * 10) == 0.1
    assert mean([1e-17, 1.0, -1.0, 1e-17]) == 5e-18


@pytest.mark.parametrize(
    "ranks",
    [
        pytest.param([1, 1, 1, 2, 2, 2, 2, 5, 5], id="three-fifths"),
        pytest.param([3, 3, 3], id="one-third"),
        pytest.param([1, 2**53], id="half-way-between-two-numbers"),
        pytest.param([1, 2**53, 2**300], id="a-little-above-half-way"),
        pytest.param([7, None, 10**9], id="deep"),
        pytest.param([None, None], id="none"),
    ],
)
def test_mean_of_reciprocal_ranks_is_the_nearest_number(ranks: list[int | None]) -> None:
    exact = sum((Fraction(1, rank) for rank in ranks if rank), Fraction()) / len(ranks)

    assert mean_reciprocal_rank(ranks) == float(exact)


def test_mean_of_many_deep_ranks_needs_no_common_denominator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # That of 20,000 such ranks has a hundred thousand digits, and takes seconds.
    monkeypatch.delattr(reciprocal_rank, "_exact_mean")
    ranks = random.Random(1).sample(range(1, 10**6), 20_000)  # noqa: S311 - no secret

    assert mean_reciprocal_rank(ranks) == pytest.approx(fsum(1 / r for r in ranks) / 20_000)
