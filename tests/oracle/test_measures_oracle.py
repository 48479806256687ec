"""Our measures against pytrec_eval, ir_measures and scikit-learn, on runs drawn with a seed."""

from collections.abc import Mapping
from random import Random
from statistics import fmean

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from sklearn.metrics import ndcg_score

from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.model import OnMissing, RunEvaluation
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.trec_eval import as_trec_eval
from sceneprobe.ranking.model import Places
from tests.rankings import places

Run = Mapping[str, Mapping[str, float]]
Judgments = Mapping[str, Mapping[str, int]]

SEEDS = pytest.mark.parametrize("seed", [1, 2, 3])
LOWEST = -9.0
"""Below any score that is drawn."""


def drawn_judgments(seed: int, scale: tuple[int, ...] = (0, 0, 0, 1, 2, 3)) -> Judgments:
    """Draw up to 30 judgments for each of 60 queries; some have no grade above 0."""
    random = Random(seed)  # noqa: S311 - no secret
    return {
        f"q{number}": {
            # pytrec_eval writes where it may not if all grades of a query are negative.
            "never ranked": 0,
            **{
                f"d{random.randrange(60)}": random.choice(scale) if number % 9 else 0
                for _ in range(random.randint(1, 30))
            },
        }
        for number in range(60)
    }


def drawn_run(seed: int, *, tied: bool = False) -> Run:
    """Draw up to 40 of 60 ids for each of 60 queries, of which 10 are not judged."""
    random = Random(-seed)  # noqa: S311 - no secret
    run = {}
    for number in range(10, 70):
        ids = random.sample([f"d{id_}" for id_ in range(60)], random.randint(1, 40))
        scores = [float(random.randrange(6)) if tied else random.random() for _ in ids]
        run[f"q{number}"] = dict(zip(ids, scores, strict=True))
    return run


def ranked(run: Run, judgments: Judgments) -> dict[str, Places]:
    """Rank as trec_eval does: equal scores by id, descending."""
    found = {}
    for topic, scores in run.items():
        ids = sorted(scores, reverse=True)
        given = [scores[id_] for id_ in ids]
        found[topic] = places(ids, judgments.get(topic, {}), given)
    return found


def evaluated(run: Run, judgments: Judgments, name: str, on_missing: OnMissing) -> RunEvaluation:
    return apply_measures(ranked(run, judgments), judgments, [measure_of(name)], on_missing)


PYTREC_EVAL = (
    ("RR", "recip_rank", "recip_rank"),
    ("P@5", "P.5", "P_5"),
    ("P@100", "P.100", "P_100"),
    ("R@5", "recall.5", "recall_5"),
    ("R@100", "recall.100", "recall_100"),
    ("AP", "map", "map"),
    ("AP@10", "map_cut.10", "map_cut_10"),
    ("nDCG", "ndcg", "ndcg"),
    ("nDCG@10", "ndcg_cut.10", "ndcg_cut_10"),
    ("Success@5", "success.5", "success_5"),
)


@SEEDS
@pytest.mark.parametrize("tied", [False, True], ids=["no-ties", "ties"])
@pytest.mark.parametrize("scale", [(0, 0, 1, 2, 3), (-2, -1, 0, 1, 2)], ids=["0-3", "negative"])
@pytest.mark.parametrize(("name", "asked", "key"), PYTREC_EVAL)
def test_pytrec_eval_gives_our_values(
    name: str, asked: str, key: str, scale: tuple[int, ...], seed: int, *, tied: bool
) -> None:
    run, judgments = drawn_run(seed, tied=tied), drawn_judgments(seed, scale)
    theirs = pytrec_eval.RelevanceEvaluator(judgments, {asked}).evaluate(run)
    measure = as_trec_eval(measure_of(name))
    ours = apply_measures(ranked(run, judgments), judgments, [measure], OnMissing.SKIP)

    (result,) = ours.results
    assert len(result.values) == 50
    assert result.values == pytest.approx(
        {topic: values[key] for topic, values in theirs.items()}, abs=1e-12
    )


@SEEDS
@pytest.mark.parametrize("rel", [2, 3])
@pytest.mark.parametrize(
    ("name", "asked", "key"),
    [("R(rel={})@10", "recall.10", "recall_10"), ("AP(rel={})", "map", "map")],
)
def test_pytrec_eval_has_our_bar_of_relevance(
    name: str, asked: str, key: str, rel: int, seed: int
) -> None:
    run, judgments = drawn_run(seed), drawn_judgments(seed)
    evaluator = pytrec_eval.RelevanceEvaluator(judgments, {asked}, relevance_level=rel)
    theirs = {topic: values[key] for topic, values in evaluator.evaluate(run).items()}

    (result,) = evaluated(run, judgments, name.format(rel), OnMissing.SKIP).results
    assert result.values == pytest.approx(theirs, abs=1e-12)


IR_MEASURES = (
    *(("RR", "RR"), ("RR@10", "RR@10"), ("RR(rel=2)@10", "RR(rel=2)@10"), ("R@10", "R@10")),
    *(("R(rel=2)@5", "R(rel=2)@5"), ("P@5", "P@5"), ("P(rel=3)@5", "P(rel=3)@5"), ("AP", "AP")),
    *(("AP(rel=2)@100", "AP(rel=2)@100"), ("nDCG(gain=linear)@10", "nDCG@10")),
    ("nDCG@10", "nDCG(gains={0:0,1:1,2:3,3:7})@10"),
    ("nDCG", "nDCG(gains={0:0,1:1,2:3,3:7})"),
    *(("Success@5", "Success@5"), ("Success(rel=2)@1", "Success(rel=2)@1")),
    *(("Judged@10", "Judged@10"), ("Judged@100", "Judged@100")),
)


@SEEDS
@pytest.mark.parametrize(("name", "theirs"), IR_MEASURES)
def test_ir_measures_gives_our_values_and_mean(name: str, theirs: str, seed: int) -> None:
    run, judgments = drawn_run(seed), drawn_judgments(seed)
    measure = ir_measures.parse_measure(theirs)
    each = ir_measures.iter_calc([measure], judgments, run)
    values = {metric.query_id: metric.value for metric in each}
    mean = ir_measures.calc_aggregate([measure], judgments, run)[measure]

    ours = evaluated(run, judgments, name, OnMissing.ZERO)
    (result,) = ours.results
    assert (ours.counts.missing_in_run, ours.counts.missing_in_qrels) == (10, 10)
    assert result.values == pytest.approx(values, abs=1e-12)
    assert result.summary.mean == pytest.approx(mean, abs=1e-12)
    assert result.summary.mean == pytest.approx(fmean(values.values()), abs=1e-12)


@SEEDS
@pytest.mark.parametrize("k", [1, 5, 20])
@pytest.mark.parametrize("gain", ["exponential", "linear"])
def test_scikit_learn_gives_our_ndcg_when_fed_our_gains(gain: str, k: int, seed: int) -> None:
    run, judgments = drawn_run(seed), drawn_judgments(seed)
    (result,) = evaluated(run, judgments, f"nDCG(gain={gain})@{k}", OnMissing.SKIP).results

    # It ranks all that is judged; what our run lacks stands last, behind k if that many are ranked.
    for topic in (topic for topic in result.values if len(run[topic]) >= k):
        grades, scores = judgments[topic], run[topic]
        ids = sorted({*grades, *scores})
        gains = np.array([float(grades.get(id_, 0)) for id_ in ids])
        fed = 2**gains - 1 if gain == "exponential" else gains
        theirs = ndcg_score([fed], [[scores.get(id_, LOWEST) for id_ in ids]], k=k)
        assert result.values[topic] == pytest.approx(theirs, abs=1e-12)
