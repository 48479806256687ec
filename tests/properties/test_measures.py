"""What holds for any ranking, any judgments and any measure."""

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.names import KINDS, Kind, measure_of, measures_of
from sceneprobe.measures.ties import bounds
from tests.rankings import places, untied_places

steady = settings(deadline=None, derandomize=True, max_examples=200)

T = TypeVar("T")
IDS = "abcdefgh"
MEASURES = measures_of("RR RR(rel=2)@3 R@3 P@2 nDCG nDCG(gain=linear)@4 AP AP@3 Success@2 Judged@3")

grade_values = st.integers(-2, 4) | st.floats(0, 1e308)
judgments = st.dictionaries(st.sampled_from(IDS + "xyz"), grade_values)
rankings = st.permutations(IDS).flatmap(lambda ids: st.integers(0, 8).map(lambda n: ids[:n]))
a_measure = st.sampled_from(MEASURES)


@st.composite
def names(draw: st.DrawFn) -> str:
    """Draw the canonical name of any measure."""
    name, kind = draw(st.sampled_from(sorted(KINDS.items())))
    cutoffs = st.integers(1, 10**9).map(lambda k: f"@{k}")
    cutoff = draw(cutoffs if kind.needs_cutoff else st.just("") | cutoffs)
    return name + draw(parameters_of(kind)) + cutoff


def parameters_of(kind: Kind) -> st.SearchStrategy[str]:
    values = {"rel": st.integers(1, 10**9).map(str), "gain": st.just("linear")}
    given_ones = [values[key].map(f"({key}={{}})".format) for key in kind.parameters]
    return st.one_of(st.just(""), *given_ones)


@steady
@given(names())
def test_name_makes_the_measure_that_has_it(name: str) -> None:
    assert measure_of(name).name == name


@steady
@given(a_measure, rankings, judgments)
def test_value_lies_between_0_and_1(measure: Measure, ids: list[str], grades: Grades) -> None:
    assert 0 <= measure.value(untied_places(ids, grades), grades) <= 1


@steady
@given(a_measure, rankings, judgments, st.randoms(use_true_random=False))
def test_value_lies_within_its_bounds(
    measure: Measure, ids: list[str], grades: Grades, random: Random
) -> None:
    scores = sorted((random.randrange(3) for _ in ids), reverse=True)
    found = places(ids, grades, scores)
    between = bounds(measure, found, grades)

    assert between.worst <= measure.value(found, grades) <= between.best


@steady
@given(judgments)
def test_best_order_of_all_judged_is_perfect(grades: Grades) -> None:
    best = sorted(grades, key=lambda id_: -grades[id_])
    relevant = any(grade > 0 for grade in grades.values())
    found = untied_places(best, grades)

    for measure in measures_of("RR R nDCG nDCG@2 nDCG(gain=linear) AP Success@1"):
        assert measure.value(found, grades) == float(relevant)


@steady
@given(a_measure, st.permutations(IDS), judgments, st.integers(0, 6))
def test_moving_a_better_id_up_never_costs(
    measure: Measure, ids: list[str], grades: Grades, at: int
) -> None:
    above, below = ids[at], ids[at + 1]
    swapped = [*ids[:at], below, above, *ids[at + 2 :]]

    # An id that is not judged is as good as one of grade 0, but to Judged.
    if below in grades and grades[below] >= grades.get(above, 0):
        before, after = (untied_places(order, grades) for order in (ids, swapped))
        assert measure.value(after, grades) >= measure.value(before, grades) - 1e-15


@steady
@given(rankings, judgments, st.integers(1, 8))
def test_recall_and_success_grow_with_k(ids: list[str], grades: Grades, k: int) -> None:
    found = untied_places(ids, grades)

    for name in ("R", "Success", "RR", "AP"):
        smaller, larger = (measure_of(f"{name}@{cut}") for cut in (k, k + 1))
        assert smaller.value(found, grades) <= larger.value(found, grades)


@steady
@given(
    st.dictionaries(st.text(max_size=3), st.tuples(rankings, judgments), min_size=1),
    st.randoms(use_true_random=False),
)
def test_order_of_queries_changes_no_mean(
    queries: Mapping[str, tuple[list[str], Grades]], random: Random
) -> None:
    run = {topic: untied_places(ids, grades) for topic, (ids, grades) in queries.items()}
    judged = {topic: {"x": 1, **grades} for topic, (_, grades) in queries.items()}
    shuffled = random.sample(sorted(queries), len(queries))
    first = apply_measures(run, judged, MEASURES, OnMissing.ERROR)
    second = apply_measures(
        ordered(run, shuffled), ordered(judged, shuffled), MEASURES, OnMissing.ERROR
    )

    assert first.counts == second.counts
    for one, other in zip(first.results, second.results, strict=True):
        assert (one.summary, one.bounds) == (other.summary, other.bounds)
        assert one.values == other.values


def ordered(values: Mapping[str, T], keys: list[str]) -> dict[str, T]:
    return {key: values[key] for key in keys}
