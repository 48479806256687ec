"""P, Success, Judged, AP and nDCG on small rankings."""

from math import log2

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.measures.average_precision import AveragePrecision
from sceneprobe.measures.base import Grades
from sceneprobe.measures.judged import Judged
from sceneprobe.measures.ndcg import NDCG
from sceneprobe.measures.precision import Precision
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.success import Success
from sceneprobe.measures.trec_eval import as_trec_eval
from tests.rankings import places

SECOND = 1 / log2(3)
"""What a result at the second place counts in nDCG."""


@pytest.mark.parametrize(
    ("relevant", "k", "value"),
    [
        pytest.param("a", 1, 1.0, id="found"),
        pytest.param("b", 1, 0.0, id="behind-the-cut"),
        pytest.param("ace", 4, 0.5, id="some"),
        pytest.param("abcdef", 8, 0.75, id="k-beyond-the-ranking-divides-by-k"),
        pytest.param("z", 5, 0.0, id="not-ranked"),
        pytest.param("", 5, 0.0, id="nothing-relevant"),
    ],
)
def test_precision(relevant: str, k: int, value: float) -> None:
    grades = dict.fromkeys(relevant, 1)

    assert Precision(k).value(places("abcdef", grades), grades) == value


@pytest.mark.parametrize(
    ("relevant", "k", "value"),
    [
        pytest.param("b", 1, 0.0, id="behind-the-cut"),
        pytest.param("b", 2, 1.0, id="at-the-cut"),
        pytest.param("abc", 5, 1.0, id="several"),
        pytest.param("z", 5, 0.0, id="not-ranked"),
    ],
)
def test_success(relevant: str, k: int, value: float) -> None:
    grades = dict.fromkeys(relevant, 1)

    assert Success(k).value(places("abcdef", grades), grades) == value


@pytest.mark.parametrize(
    ("judged", "k", "value"),
    [
        pytest.param("ab", 2, 1.0, id="all"),
        pytest.param("ac", 2, 0.5, id="behind-the-cut"),
        pytest.param("abc", 10, 0.5, id="short-ranking-is-taken-whole"),
        pytest.param("z", 3, 0.0, id="none"),
    ],
)
def test_judged_counts_every_grade(judged: str, k: int, value: float) -> None:
    grades = {id_: grade for grade, id_ in enumerate(judged)}

    assert Judged(k).value(places("abcdef", grades), grades) == value


@pytest.mark.parametrize(
    ("relevant", "k", "value"),
    [
        pytest.param("ab", None, 1.0, id="perfect"),
        pytest.param("ac", None, (1 + 2 / 3) / 2, id="gap"),
        pytest.param("acz", None, (1 + 2 / 3) / 3, id="one-that-is-not-ranked"),
        pytest.param("acf", 3, (1 + 2 / 3) / 3, id="one-behind-the-cut"),
        pytest.param("f", None, 1 / 6, id="last"),
        pytest.param("", None, 0.0, id="nothing-relevant"),
    ],
)
def test_average_precision(relevant: str, k: int | None, value: float) -> None:
    grades = dict.fromkeys(relevant, 1)

    assert AveragePrecision(k).value(places("abcdef", grades), grades) == value


@pytest.mark.parametrize(
    ("grades", "measure", "value"),
    [
        pytest.param({"a": 3, "b": 1}, NDCG(), 1.0, id="perfect"),
        pytest.param(
            {"a": 1, "b": 2}, NDCG(), (1 + 3 * SECOND) / (3 + SECOND), id="wrong-way-round"
        ),
        pytest.param(
            {"a": 1, "b": 2},
            NDCG(gain="linear"),
            (1 + 2 * SECOND) / (2 + SECOND),
            id="linear",
        ),
        pytest.param({"b": 5, "a": 0}, NDCG(1), 0.0, id="behind-the-cut"),
        pytest.param({"b": 5, "z": 5}, NDCG(2), SECOND / (1 + SECOND), id="one-is-not-ranked"),
        pytest.param({"a": 1, "b": 1, "c": 1}, NDCG(2), 1.0, id="ideal-ends-at-the-cut"),
        pytest.param({"a": 0.5, "b": 0}, NDCG(), 1.0, id="fraction"),
        pytest.param({"a": -3, "b": 1}, NDCG(gain="linear"), SECOND, id="negative-has-no-gain"),
        pytest.param({"a": 0, "b": 0}, NDCG(), 0.0, id="no-gain-at-all"),
        pytest.param({"a": -1}, NDCG(), 0.0, id="negative-only"),
        pytest.param({}, NDCG(), 0.0, id="nothing-judged"),
    ],
)
def test_ndcg(grades: Grades, measure: NDCG, value: float) -> None:
    assert measure.value(places("abcdef", grades), grades) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("top", [2, 60, 899, 900, 901, 1_023, 1_024, 2_000, 10**6, 1e12])
def test_grades_of_any_size_have_an_exponential_gain(top: float) -> None:
    grades = {"a": top - 1, "b": top}
    half = (2 ** (top - 1) - 1) / (2**top - 1) if top < 60 else 0.5

    value = NDCG().value(places("ab", grades), grades)
    assert value == pytest.approx((half + SECOND) / (1 + half * SECOND), abs=1e-15)


@pytest.mark.parametrize("gain", ["exponential", "linear"])
@pytest.mark.parametrize("top", [5e-324, 1e-17, 1e-9, 0.3, 1e300, 1.7e308])
def test_no_grade_is_too_small_or_too_large(top: float, gain: str) -> None:
    measure = NDCG(gain="linear") if gain == "linear" else NDCG()

    assert measure.value(places("ab", "ab"), {"a": top, "b": top}) == 1.0
    assert measure.value(places("ba", "a"), {"a": top}) == pytest.approx(
        SECOND if top > 1e-300 else 1.0
    )


def test_small_fractions_keep_their_ratio() -> None:
    grades = {"a": 1e-12, "b": 2e-12}

    value = NDCG().value(places("ab", grades), grades)
    assert value == pytest.approx((1 + 2 * SECOND) / (2 + SECOND), abs=1e-9)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        pytest.param(RR(rel=2), 1 / 3, id="RR"),
        pytest.param(Recall(3, rel=2), 1 / 2, id="R"),
        pytest.param(Precision(4, rel=2), 1 / 4, id="P"),
        pytest.param(AveragePrecision(rel=2), 1 / 6, id="AP"),
        pytest.param(Success(2, rel=2), 0.0, id="Success"),
    ],
)
def test_rel_sets_another_bar(
    measure: RR | Recall | Precision | AveragePrecision | Success, value: float
) -> None:
    grades = {"a": 1, "b": 1.9, "c": 2, "z": 3.5}

    assert measure.value(places("abcdef", grades), grades) == value


@pytest.mark.parametrize("k", [0, -1, 1_000_000_001])
@pytest.mark.parametrize("make", [RR, Recall, Precision, NDCG, AveragePrecision, Success, Judged])
def test_cutoff_outside_its_bounds_is_refused(
    make: type[RR | Recall | Precision | NDCG | AveragePrecision | Success | Judged], k: int
) -> None:
    with pytest.raises(OptionError, match=r"@k takes a whole number from 1 to 1,000,000,000, not"):
        make(k)


def test_trec_eval_has_linear_gain() -> None:
    assert as_trec_eval(NDCG(10)) == NDCG(10, gain="linear")
    assert as_trec_eval(RR(10)) == RR(10)
