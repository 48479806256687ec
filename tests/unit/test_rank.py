"""Scores → ranking; ties by rule."""

import numpy as np
import pytest

from sceneprobe.errors import OptionError
from sceneprobe.ranking.model import Hit, Places, Ranking, TieRule
from sceneprobe.ranking.rank import rank

STORY, LEX = TieRule.STORY_ORDER, TieRule.LEX_ID


@pytest.mark.parametrize(
    ("ids", "scores", "ties", "expected"),
    [
        pytest.param("abc", [0.1, 0.3, 0.2], STORY, "bca", id="best-first"),
        pytest.param("ba", [0.5, 0.5], STORY, "ba", id="equal-scores-keep-story-order"),
        pytest.param("ba", [0.5, 0.5], LEX, "ab", id="equal-scores-by-id"),
        pytest.param("dcba", [0.1, 0.9, 0.1, 0.9], STORY, "cadb", id="story-order-at-each-score"),
        pytest.param("dcba", [0.1, 0.9, 0.1, 0.9], LEX, "acbd", id="ids-at-each-score"),
        pytest.param("abc", [-0.3, -0.1, -0.2], STORY, "bca", id="all-negative-still-descending"),
        pytest.param("abc", [-0.1, 0.0, 0.1], LEX, "cba", id="both-signs"),
        pytest.param("ba", [0.0, -0.0], LEX, "ab", id="zeros-are-equal"),
        pytest.param("", [], STORY, "", id="nothing"),
        pytest.param("", [], LEX, "", id="nothing-by-id"),
    ],
)
def test_ids_are_ordered_by_score(
    ids: str, scores: list[float], ties: TieRule, expected: str
) -> None:
    assert "".join(rank(list(ids), scores, ties).ids) == expected


def test_ranking_has_the_score_of_each_place() -> None:
    assert rank(["a", "b", "c"], np.array([0.5, 1.0, -0.25]), STORY) == Ranking(
        ("b", "a", "c"), (1.0, 0.5, -0.25), Places(3, ())
    )


@pytest.mark.parametrize("ties", TieRule)
@pytest.mark.parametrize("depth", [0, 1, 5, 100, 2_400, 10_000])
def test_first_places_of_many_are_those_of_the_whole_ranking(ties: TieRule, depth: int) -> None:
    ids = [f"Sc{number}" for number in range(5_000)]
    scores = [float(number * 7919 % 611) for number in range(5_000)]
    whole, first = rank(ids, scores, ties), rank(ids, scores, ties, depth)

    assert (first.ids, first.scores) == (whole.ids[:depth], whole.scores[:depth])


@pytest.mark.parametrize("ties", TieRule)
def test_wanted_ids_have_their_place_wherever_they_stand(ties: TieRule) -> None:
    ids = ["e", "d", "c", "b", "a"]
    scores = [0.5, 0.9, 0.5, 0.5, 0.1]
    ranking = rank(ids, scores, ties, 1, wanted=[*ids, "unknown"])

    whole = rank(ids, scores, ties)
    assert [place.id for place in ranking.places.found] == list(whole.ids)
    assert [place.rank for place in ranking.places.found] == [1, 2, 3, 4, 5]
    assert [(place.above, place.level) for place in ranking.places.found] == [
        *[(0, 1), (1, 3), (1, 3), (1, 3), (4, 1)]
    ]


@pytest.mark.parametrize("ties", TieRule)
def test_many_wanted_ids_have_the_places_of_few(ties: TieRule) -> None:
    ids = [f"Sc{number}" for number in range(400)]
    scores = [float(number * 7919 % 61) for number in range(400)]
    together = rank(ids, scores, ties, 0, wanted=ids).places.found

    one_by_one = [
        rank(ids, scores, ties, 0, wanted=[place.id]).places.found[0] for place in together
    ]
    assert list(together) == one_by_one
    assert [place.rank for place in together] == list(range(1, 401))


def test_ids_given_twice_are_refused() -> None:
    with pytest.raises(OptionError, match='the id "b" is given twice'):
        rank(["a", "b", "b"], [0.0, 0.0, 0.0], STORY)


def test_many_equal_scores_keep_story_order() -> None:
    ids = [f"Sc{number}" for number in range(1_000)]
    ranking = rank(ids, [float(number % 2) for number in range(1_000)], STORY)

    assert ranking.ids == (*ids[1::2], *ids[::2])


def test_ids_are_ordered_by_character() -> None:
    ids = ["b", "B", "a10", "a2", "é"]

    assert rank(ids, [0.0] * 5, LEX).ids == ("B", "a10", "a2", "b", "é")


def test_given_ids_and_scores_stay_as_they_are() -> None:
    ids, scores = ["b", "a"], np.array([0.1, 0.2])
    rank(ids, scores, LEX)

    assert (ids, scores.tolist()) == (["b", "a"], [0.1, 0.2])


@pytest.mark.parametrize(("k", "expected"), [(0, "b"[:0]), (1, "b"), (2, "ba"), (9, "ba")])
def test_top_gives_the_first_places(k: int, expected: str) -> None:
    hits = rank(["a", "b"], [0.1, 0.2], STORY).top(k)

    assert hits == tuple(Hit(id_, {"a": 0.1, "b": 0.2}[id_]) for id_ in expected)
