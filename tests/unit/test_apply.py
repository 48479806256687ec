"""A run and judgments → values, means, bounds and counts."""

from collections.abc import Mapping

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades
from sceneprobe.measures.model import Counts, OnMissing, RunEvaluation
from sceneprobe.measures.names import measures_of
from sceneprobe.measures.ties import Bounds
from sceneprobe.ranking.model import Places
from tests.rankings import places

JUDGMENTS: Mapping[str, Grades] = {
    "first": {"a": 1},
    "third": {"c": 1, "b": 0},
    "nothing": {"a": 0, "b": 0},
    "unlabeled": {},
    "absent": {"a": 2},
}


def run_of(*topics: str, ids: str = "abcd") -> dict[str, Places]:
    return {topic: places(ids, JUDGMENTS.get(topic, {})) for topic in topics}


RUN = run_of("extra", "nothing", "third", "first", "unlabeled")


def means(evaluation: RunEvaluation) -> list[float]:
    return [result.summary.mean for result in evaluation.results]


def test_skip_leaves_out_what_is_in_only_one() -> None:
    evaluation = apply_measures(RUN, JUDGMENTS, measures_of("RR R@2"), OnMissing.SKIP)

    assert means(evaluation) == [(1 + 1 / 3) / 3, 1 / 3]
    assert evaluation.counts == Counts(
        evaluated=3,
        unlabeled=1,
        missing_in_run=1,
        missing_in_qrels=1,
        no_relevant=1,
        tied=0,
        unjudged=2,
    )


def test_zero_counts_what_is_missing_in_the_run() -> None:
    evaluation = apply_measures(RUN, JUDGMENTS, measures_of("RR R@2"), OnMissing.ZERO)

    assert means(evaluation) == [(1 + 1 / 3) / 4, 1 / 4]
    assert evaluation.results[0].values["absent"] == 0.0
    assert (evaluation.counts.evaluated, evaluation.counts.missing_in_run) == (4, 1)


def test_error_names_what_is_in_only_one() -> None:
    with pytest.raises(OptionError) as refused:
        apply_measures(RUN, JUDGMENTS, measures_of("RR"), OnMissing.ERROR)

    assert str(refused.value) == (
        "run and judgments differ in their queries: "
        'the run lacks "absent", the judgments lack "extra"'
    )


def test_error_accepts_queries_that_fit() -> None:
    judgments = {topic: JUDGMENTS[topic] for topic in ("first", "third", "unlabeled")}

    evaluation = apply_measures(
        run_of("third", "first"), judgments, measures_of("RR"), OnMissing.ERROR
    )
    assert (evaluation.counts.evaluated, evaluation.counts.unlabeled) == (2, 1)


def test_values_come_in_the_order_of_the_judgments() -> None:
    evaluation = apply_measures(RUN, JUDGMENTS, measures_of("RR nDCG"), OnMissing.ZERO)

    assert [list(result.values) for result in evaluation.results] == [
        ["first", "third", "nothing", "absent"]
    ] * 2


@pytest.mark.parametrize(
    ("measures", "unjudged"),
    [
        pytest.param("R@1", 0, id="cutoff"),
        pytest.param("P@1 nDCG@3 RR", 2, id="deepest-cutoff"),
        pytest.param("RR AP", 3, id="no-cutoff"),
        pytest.param("P@99", 3, id="beyond-the-ranking"),
    ],
)
def test_unjudged_are_results_before_the_deepest_cutoff(measures: str, unjudged: int) -> None:
    run = run_of("first")

    evaluation = apply_measures(run, JUDGMENTS, measures_of(measures), OnMissing.SKIP)
    assert evaluation.counts.unjudged == unjudged


def test_ties_that_decide_a_value_are_counted_and_bound_the_mean() -> None:
    grades = {"b": 1}
    judgments = {"apart": grades, "tied": grades, "tied behind": grades}
    run = {
        "apart": places("abc", grades, [3, 2, 1]),
        "tied": places("abc", grades, [3, 3, 1]),
        "tied behind": places("bca", grades, [3, 1, 1]),
    }

    evaluation = apply_measures(run, judgments, measures_of("RR R@5"), OnMissing.ERROR)
    rank, recall = evaluation.results
    assert evaluation.counts.tied == 1
    assert (rank.summary.mean, rank.bounds) == (2 / 3, Bounds(2 / 3, 2.5 / 3))
    assert recall.bounds == Bounds(1.0, 1.0)


def test_negative_grade_is_judged_and_not_relevant() -> None:
    judgments = {"q": {"a": -1.0}}
    run = {"q": places("ab", "a")}

    evaluation = apply_measures(run, judgments, measures_of("RR nDCG P@1 Judged@1"), OnMissing.SKIP)
    assert means(evaluation) == [0.0, 0.0, 0.0, 1.0]
    assert evaluation.counts.no_relevant == 1


NO_OVERLAP = "no query is in both: the run has "


@pytest.mark.parametrize("on_missing", OnMissing)
@pytest.mark.parametrize(
    ("ran", "judged", "said"),
    [
        pytest.param(["q1"], ["t1"], '"q1", the judgments have "t1"', id="one-each"),
        pytest.param(
            ["q1", "q2", "q3", "q4"],
            ["t1", "t2", "t3", "t4", "t5"],
            '"q1", "q2", "q3" and 1 more, the judgments have "t1", "t2", "t3" and 2 more',
            id="three-each",
        ),
        pytest.param([], ["t1"], 'none, the judgments have "t1"', id="empty-run"),
        pytest.param(["q1"], [], '"q1", the judgments have none', id="no-judgments"),
        pytest.param(
            ["Q1 ", "Q2", "Q9"],
            ["q1", "q2", "t3"],
            '"Q1 ", "Q2", "Q9", the judgments have "q1", "q2", "t3"; hint: but for case and'
            ' blanks 2 are the same, such as "Q1 " and "q1", "Q2" and "q2"',
            id="blanks-and-case",
        ),
    ],
)
def test_no_query_in_both_is_an_error(
    ran: list[str], judged: list[str], said: str, on_missing: OnMissing
) -> None:
    run = {topic: places("ab", "a") for topic in ran}
    judgments = {topic: {"a": 1} for topic in judged}

    with pytest.raises(OptionError) as refused:
        apply_measures(run, judgments, measures_of("RR"), on_missing)

    assert str(refused.value) == NO_OVERLAP + said


def test_queries_without_any_judgment_do_not_overlap() -> None:
    with pytest.raises(OptionError, match='the run has "q", the judgments have none'):
        apply_measures({"q": places("a", "")}, {"q": {}}, measures_of("RR"), OnMissing.SKIP)


def test_hint_names_three_pairs_of_those_that_differ() -> None:
    judgments = {"same": {"a": 1}, **{f"t{number}": {"a": 1} for number in range(5)}}
    run = dict.fromkeys(["same", *(f"T{number}" for number in range(5))], places("a", "a"))

    with pytest.raises(OptionError, match=r'5 are the same, such as "T0" and "t0", .* "t2"$'):
        apply_measures(run, judgments, measures_of("RR"), OnMissing.ERROR)
