"""What compare writes, against ir_measures and scikit-learn on the very rankings."""

import json
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pytest
from sklearn.metrics import dcg_score

from sceneprobe.backends.registry import backend_of
from sceneprobe.cli.main import run

FIXTURES = Path(__file__).parents[2] / "fixtures" / "rq"
PROFILES = ("bow", "bm25")


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (FIXTURES / name).read_text("utf-8").splitlines()]


# Any: a file holds whatever JSON can hold.
@pytest.fixture(scope="module", params=[1, 3, 10], ids=lambda k: f"k={k}")
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("compare") / "out.json"
    asked = ["--queries", str(FIXTURES / "queries.tsv"), "--truth", str(FIXTURES / "qrels.tsv")]
    sides = ["-a", PROFILES[0], "-b", PROFILES[1], "-k", str(request.param)]
    assert run(["compare", str(FIXTURES / "corpus.jsonl"), *asked, *sides, "-o", str(out)]) == 0
    return json.loads(out.read_bytes())


def judged() -> dict[str, dict[str, int]]:
    qrels: dict[str, dict[str, int]] = {}
    for query, document, grade in rows("qrels.tsv"):
        qrels.setdefault(query, {})[document] = int(grade)
    return qrels


def ranked(profile: str) -> dict[str, list[str]]:
    """Rank once more, by sorting: higher scores first, equal ones by id."""
    texts = [json.loads(line) for line in (FIXTURES / "corpus.jsonl").read_bytes().splitlines()]
    queries = rows("queries.tsv")
    scores = (
        backend_of(profile)
        .index([one["text"] for one in texts])
        .scores([text for _, text in queries])
    )
    return {
        query: [id_ for _, id_ in sorted(zip(-line, (one["id"] for one in texts), strict=True))]
        for (query, _), line in zip(queries, scores, strict=True)
    }


@pytest.mark.parametrize("side", [0, 1], ids=PROFILES)
def test_values_are_those_of_ir_measures(side: int, found: Any) -> None:
    k, qrels, rankings = found["k"], judged(), ranked(PROFILES[side])
    # Places as scores, so that no tie is left to another tool.
    run_scores = {
        query: {id_: float(-place) for place, id_ in enumerate(ids)}
        for query, ids in rankings.items()
    }
    names = {"recall": ir_measures.R @ k, "mrr": ir_measures.RR @ k}
    expected = {
        (one.query_id, str(one.measure)): one.value
        for one in ir_measures.iter_calc(list(names.values()), qrels, run_scores)
    }

    for row in found["per_query"]:
        for name, measure in names.items():
            value = row["AB"[side]][name]
            assert value == pytest.approx(expected[row["qid"], str(measure)], abs=1e-12)


@pytest.mark.parametrize("side", [0, 1], ids=PROFILES)
def test_ndcg_is_that_of_scikit_learn_with_exponential_gain(side: int, found: Any) -> None:
    k, qrels, rankings = found["k"], judged(), ranked(PROFILES[side])

    for row in found["per_query"]:
        ids = rankings[row["qid"]]
        gains = np.array([[2 ** qrels[row["qid"]].get(id_, 0) - 1 for id_ in ids]])
        by_place = np.array([[-place for place in range(len(ids))]])
        ndcg = dcg_score(gains, by_place, k=k) / dcg_score(gains, gains, k=k, ignore_ties=True)
        assert row["AB"[side]]["ndcg"] == pytest.approx(ndcg, abs=1e-12)


@pytest.mark.parametrize("side", [0, 1], ids=PROFILES)
def test_hits_are_the_relevant_among_the_first_k_by_rank(side: int, found: Any) -> None:
    qrels, rankings = judged(), ranked(PROFILES[side])

    for row in found["per_query"]:
        first = rankings[row["qid"]][: found["k"]]
        assert row["AB"[side]]["hits"] == [id_ for id_ in first if qrels[row["qid"]].get(id_, 0)]


def test_means_are_simple_means_and_delta_is_b_minus_a(found: Any) -> None:
    for name in ("recall", "mrr", "ndcg"):
        means = [np.mean([row[side][name] for row in found["per_query"]]) for side in "AB"]
        shown = [found["systems"][side]["metrics"]["macro"][name] for side in "AB"]
        assert shown == pytest.approx(means, abs=1e-12)
        assert found["delta"]["macro"][name] == pytest.approx(means[1] - means[0], abs=1e-12)
