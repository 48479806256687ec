"""RQ: the value, the verdict, what was skipped and why."""

from collections.abc import Mapping, Sequence

import pytest

from sceneprobe.judging.model import QrelRow, Qrels, Query
from sceneprobe.measures.rq import Reason, RetrievalQuality, TypeMeans, Verdict, retrieval_quality
from sceneprobe.measures.ties import Bounds
from sceneprobe.ranking.model import Run, TieRule
from sceneprobe.ranking.rank import rank

SCENES = ("Sc1", "Sc2", "Sc3", "Sc4", "Sc5", "Sc6")


def quality(
    labels: Mapping[Query, Mapping[str, int]],
    *,
    scenes: Sequence[str] = SCENES,
    scores: Sequence[float] | None = None,
    threshold: float = 0.6,
    k: int = 5,
    without_evidence: Sequence[str] = (),
) -> RetrievalQuality:
    """Judge a run that ranks the scenes in story order for every query."""
    falling = [1.0 - place / 10 for place in range(len(scenes))]
    rankings = {
        query.id: rank(scenes, scores or falling, TieRule.STORY_ORDER, wanted=judged)
        for query, judged in labels.items()
    }
    rows = [
        QrelRow(query.id, scene, grade)
        for query, judged in labels.items()
        for scene, grade in judged.items()
    ]
    return retrieval_quality(
        list(labels),
        Run(rankings, TieRule.STORY_ORDER),
        Qrels(tuple(rows)),
        k=k,
        threshold=threshold,
        scene_count=len(scenes),
        without_evidence=without_evidence,
    )


def at_places(*numbers: int, threshold: float = 0.6) -> RetrievalQuality:
    """Judge one query for each place at which its right scene stands."""
    labels = {
        Query(f"q{number}", f"text {number}"): {SCENES[place - 1]: 1}
        for number, place in enumerate(numbers, start=1)
    }
    return quality(labels, threshold=threshold)


def test_value_is_the_mean_of_reciprocal_rank_over_the_whole_ranking() -> None:
    assert at_places(1, 3, 2).value == pytest.approx(11 / 18)
    assert at_places(6).value == 1 / 6


@pytest.mark.parametrize(
    ("places", "threshold", "verdict"),
    [
        pytest.param((1, 1), 0.6, Verdict.PASS, id="above"),
        pytest.param((2, 2), 0.6, Verdict.FAIL, id="below"),
        pytest.param((2, 2), 0.5, Verdict.FAIL, id="equal-is-not-above"),
        pytest.param((1, 1), 1.0, Verdict.FAIL, id="nothing-is-above-1"),
        pytest.param((1, 2, 2, 2, 2), 0.6, Verdict.FAIL, id="exactly-three-fifths"),
        pytest.param((6, 6), 0.0, Verdict.PASS, id="above-0"),
    ],
)
def test_verdict_is_pass_strictly_above_the_threshold(
    places: tuple[int, ...], threshold: float, verdict: Verdict
) -> None:
    assert at_places(*places, threshold=threshold).verdict is verdict


def test_order_of_queries_does_not_change_the_value() -> None:
    places = (1, 2, 3, 3, 6, 5, 3, 1, 6, 6, 3)

    assert at_places(*places).value == at_places(*reversed(places)).value


def test_query_may_set_its_own_k() -> None:
    labels = {"Sc1": 1, "Sc6": 1}
    judged = quality({Query("a", "a"): labels, Query("b", "b", k=6): labels}, k=5)

    assert [(row.k, row.recall) for row in judged.rows] == [(5, 0.5), (6, 1.0)]
    assert judged.recall == 0.75


def test_grade_0_is_not_relevant_and_any_other_is() -> None:
    (row,) = quality({Query("a", "a"): {"Sc1": 0, "Sc2": 1, "Sc3": 3}}).rows

    assert row.relevant == ("Sc2", "Sc3")
    assert (row.first_relevant_rank, row.reciprocal_rank) == (2, 0.5)


@pytest.mark.parametrize("judged", [{}, {"Sc1": 0}], ids=["no-label", "grade-0-only"])
def test_unlabelled_query_is_skipped_and_counts_in_no_mean(judged: dict[str, int]) -> None:
    found = quality({Query("a", "a"): judged, Query("b", "b"): {"Sc1": 1}})

    assert [row.skipped for row in found.rows] == [Reason.NO_GROUND_TRUTH, None]
    assert [row.query.id for row in found.labeled] == ["b"]
    assert (found.value, found.recall) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        pytest.param(quality({Query("a", "a"): {"Sc1": 1}}, scenes=()), "no_scenes", id="scenes"),
        pytest.param(quality({}), "missing_retrieval_queries", id="queries"),
        pytest.param(quality({Query("a", "a"): {}}), "no_labeled_queries", id="labels"),
        pytest.param(quality({}, scenes=()), "no_scenes", id="scenes-and-queries"),
    ],
)
def test_metric_is_skipped_with_a_reason(found: RetrievalQuality, reason: str) -> None:
    assert found.reason == reason
    assert found.verdict is Verdict.SKIPPED
    assert (found.value, found.recall, found.value_by_evidence, found.bounds) == (None,) * 4
    assert found.by_type() == ()


def test_metric_that_was_not_skipped_has_no_reason() -> None:
    assert at_places(1).reason is None


def test_label_of_no_scene_lowers_recall_and_is_never_found() -> None:
    first, second = quality(
        {Query("a", "a"): {"Sc1": 1, "Sc9": 1}, Query("b", "b"): {"Sc9": 1}}
    ).rows

    assert (first.reciprocal_rank, first.recall) == (1.0, 0.5)
    assert (second.first_relevant_rank, second.reciprocal_rank, second.recall) == (None, 0.0, 0.0)


def test_queries_without_evidence_count_0_beside_the_value() -> None:
    labels = {Query("a", "a"): {"Sc1": 1}, Query("b", "b"): {"Sc2": 1}}
    found = quality(labels, without_evidence=["a"])

    assert (found.value, found.value_by_evidence) == (0.75, 0.25)
    assert [row.has_evidence for row in found.rows] == [False, True]


def test_ties_that_matter_bound_the_value() -> None:
    labels = {Query("a", "a"): {"Sc2": 1}, Query("b", "b"): {"Sc3": 1}}
    found = quality(labels, scenes=SCENES[:3], scores=[1.0, 1.0, 0.5])

    assert [row.tied for row in found.rows] == [True, False]
    assert found.bounds == Bounds((0.5 + 1 / 3) / 2, (1 + 1 / 3) / 2)


def test_tie_at_the_cut_matters_too() -> None:
    (row,) = quality(
        {Query("a", "a", k=2): {"Sc1": 1, "Sc2": 1}}, scenes=SCENES[:3], scores=[1.0, 0.5, 0.5]
    ).rows

    assert row.tied
    assert (row.rank_bounds.tied, row.recall_bounds) == (False, Bounds(0.5, 1.0))


def test_tie_in_an_unlabelled_query_does_not_matter() -> None:
    (row,) = quality({Query("a", "a"): {}}, scores=[0.0] * 6).rows

    assert not row.tied


def test_results_without_a_judgment_are_counted_up_to_k() -> None:
    (row,) = quality({Query("a", "a", k=3): {"Sc1": 1, "Sc2": 0, "Sc5": 1}}).rows

    assert row.unjudged == 1


def test_types_come_in_order_of_their_first_labelled_query() -> None:
    found = quality(
        {
            Query("a", "a", type="unlabelled"): {},
            Query("b", "b", type="event"): {"Sc1": 1},
            Query("c", "c"): {"Sc2": 1},
            Query("d", "d", type="event"): {"Sc4": 1, "Sc6": 1},
        }
    )

    assert found.by_type() == (
        TypeMeans("event", 2, 0.625, 0.75),
        TypeMeans(None, 1, 0.5, 1.0),
    )


def test_mean_of_exactly_the_threshold_fails() -> None:
    found = at_places(1, 1, 1, 2, 2, 2, 2, 5, 5)

    assert (found.value, found.verdict) == (0.6, Verdict.FAIL)
