"""Laws of a comparison, whatever two systems found."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.experiments.comparison import compare_measures
from sceneprobe.experiments.comparison_model import MEASURES, Found

RANKS = st.sampled_from([0.0, 0.125, 0.25, 1 / 3, 0.5, 1.0])
VALUES = st.fixed_dictionaries(
    {"recall": st.floats(0, 1), "mrr": RANKS, "ndcg": st.floats(0, 1)},
)
PAIRS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=12)
System = dict[str, Found]
Pairs = list[tuple[dict[str, float], dict[str, float]]]


def systems(pairs: Pairs) -> tuple[System, System]:
    a, b = ({f"q{n}": Found(pair[side], (), {}) for n, pair in enumerate(pairs)} for side in (0, 1))
    return a, b


@given(PAIRS)
def test_a_against_itself_is_all_ties(
    pairs: Pairs,
) -> None:
    a, _ = systems(pairs)

    for found in compare_measures(a, a):
        assert found.difference == 0.0
        assert found.permutation.p == 1.0
        assert found.corrected == 1.0
        assert (found.outcomes.wins, found.outcomes.losses) == (0, 0)
        assert found.t_test.p is None


@given(PAIRS)
def test_swapping_the_sides_turns_the_difference_round(
    pairs: Pairs,
) -> None:
    a, b = systems(pairs)

    for found, turned in zip(compare_measures(a, b), compare_measures(b, a), strict=True):
        assert turned.difference == -found.difference
        assert turned.permutation.p == found.permutation.p
        assert turned.corrected == found.corrected
        assert turned.needed == found.needed
        wins = (found.outcomes.losses, found.outcomes.wins)
        assert (turned.outcomes.wins, turned.outcomes.losses) == wins


@given(PAIRS, st.randoms(use_true_random=False))
def test_order_of_queries_changes_nothing(
    pairs: Pairs,
    random: Random,
) -> None:
    a, b = systems(pairs)
    order = list(a)
    random.shuffle(order)

    shuffled = compare_measures({q: a[q] for q in order}, {q: b[q] for q in reversed(order)})

    for found, other in zip(compare_measures(a, b), shuffled, strict=True):
        assert (found.mean_a, found.mean_b) == (other.mean_a, other.mean_b)
        assert found.permutation == other.permutation
        assert found.interval == other.interval


@given(PAIRS)
def test_holm_never_lowers_a_p(pairs: Pairs) -> None:
    for found in compare_measures(*systems(pairs)):
        assert found.corrected is not None
        assert 0 < found.permutation.p <= found.corrected <= 1
        assert found.measure in MEASURES
