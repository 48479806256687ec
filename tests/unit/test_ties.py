"""Where equal scores decide a value; that bounds are right is tested for every measure."""

import pytest

from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.ties import Bounds, bounds
from tests.rankings import places


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
