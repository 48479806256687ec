"""Cosines from whole numbers: exact, equal where mathematics says so."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from sceneprobe.backends.cosine import WholeNumbers, cosines


def whole(*numbers: int) -> WholeNumbers:
    return np.array(numbers, dtype=np.int64)


def cosine(dot: int, query_norm: int, text_norm: int) -> float:
    return float(cosines(whole(dot).reshape(1, 1), whole(query_norm), whole(text_norm))[0, 0])


@pytest.mark.parametrize(
    ("dot", "query_norm", "text_norm", "expected"),
    [
        pytest.param(1, 1, 2, sqrt(0.5), id="half"),
        pytest.param(-1, 1, 2, -sqrt(0.5), id="negative"),
        pytest.param(25, 25, 25, 1.0, id="itself"),
        pytest.param(-25, 25, 25, -1.0, id="opposite"),
        pytest.param(4, 1, 25, 0.8, id="rational"),
        pytest.param(0, 3, 5, 0.0, id="nothing-in-common"),
        pytest.param(0, 0, 5, 0.0, id="empty-query"),
        pytest.param(0, 5, 0, 0.0, id="empty-text"),
        pytest.param(0, 0, 0, 0.0, id="both-empty"),
        pytest.param(0, 2**40, 0, 0.0, id="empty-text-beside-a-large-query"),
        pytest.param(2**40, 2**40, 2**40, 1.0, id="itself-beyond-float64"),
        pytest.param(-(2**40), 2**40, 2**40, -1.0, id="opposite-beyond-float64"),
        pytest.param(0, 2**40, 2**40, 0.0, id="nothing-in-common-beyond-float64"),
    ],
)
def test_cosine_of_whole_numbers(
    dot: int, query_norm: int, text_norm: int, expected: float
) -> None:
    assert cosine(dot, query_norm, text_norm) == expected


@pytest.mark.parametrize("large", [1, 2**40], ids=["float64", "python-integers"])
def test_zero_has_no_sign(large: int) -> None:
    score = cosine(0, large, large)

    assert np.copysign(1.0, score) == 1.0


@pytest.mark.parametrize("factor", [3, 7, 1_000, 42_426_407, 1_000_000_007])
def test_scaling_a_text_changes_no_bit_of_its_score(factor: int) -> None:
    scaled = cosine(2 * factor, 3, 5 * factor * factor)

    assert scaled == cosine(2, 3, 5)


@pytest.mark.parametrize(
    ("dot", "query_norm", "text_norm"),
    [(94_906_267, 94_906_267, 94_906_269), (2**52 + 1, 2**52 + 3, 2**52 + 7), (3, 2**61, 2**62)],
    ids=["just-beyond", "far-beyond", "tiny"],
)
def test_quotient_beyond_float64_is_rightly_rounded(
    dot: int, query_norm: int, text_norm: int
) -> None:
    exact = Fraction(dot * dot, query_norm * text_norm)

    assert cosine(dot, query_norm, text_norm) == sqrt(float(exact))


def test_zero_vector_among_large_ones_scores_0() -> None:
    large = 2**40
    dots = np.array([[0, large], [0, 0]], dtype=np.int64)

    assert cosines(dots, whole(large, 0), whole(0, large)).tolist() == [[0.0, 1.0], [0.0, 0.0]]


def test_both_ways_to_compute_agree() -> None:
    dots = whole(3, -7, 0, 12).reshape(2, 2)
    small = cosines(dots, whole(9, 16), whole(25, 49))
    beside_a_giant = cosines(
        np.column_stack([dots, [0, 0]]).astype(np.int64), whole(9, 16), whole(25, 49, 2**60)
    )

    assert beside_a_giant[:, :2].tobytes() == small.tobytes()


@pytest.mark.parametrize(
    ("queries", "texts"), [(0, 3), (3, 0), (0, 0)], ids=["no-query", "no-text", "neither"]
)
def test_nothing_to_compare_keeps_its_shape(queries: int, texts: int) -> None:
    scores = cosines(
        np.zeros((queries, texts), dtype=np.int64),
        np.full(queries, 2**40, dtype=np.int64),
        np.full(texts, 2**40, dtype=np.int64),
    )

    assert scores.shape == (queries, texts)
    assert scores.dtype == np.float64
