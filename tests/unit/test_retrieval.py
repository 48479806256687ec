"""Any function as a search engine, and test sets by name."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sceneprobe import evaluate, load_test_set
from sceneprobe.errors import OptionError
from sceneprobe.formats.queries import read_query_values
from sceneprobe.judging.model import QuerySet
from sceneprobe.text.model import RefusedError

SET = read_query_values(
    [
        {"id": "a", "query": "storm", "relevant": ["d2"], "type": "event"},
        {"id": "b", "query": "sea", "relevant": ["d1", "d3"]},
        {"id": "c", "query": "unlabelled"},
    ]
)


def test_ids_keep_their_order_and_scores_decide_where_there_are_any() -> None:
    as_ids = evaluate(lambda _, __: ["d1", "d2"], SET, measures=["RR"])
    scored = evaluate(lambda _, __: [("d1", 0.1), ("d2", 0.9)], SET, measures=["RR"])

    assert (as_ids.mean("RR"), scored.mean("RR")) == (0.75, 0.75)
    assert as_ids.systems[0].queries["a"].first_relevant == 2
    assert scored.systems[0].queries["a"].first_relevant == 1


def test_equal_scores_are_ordered_by_id() -> None:
    found = evaluate(lambda _, __: [("d2", 1.0), ("d1", 1.0)], SET, measures=["RR"])

    assert found.systems[0].queries["a"].hits == ("d1", "d2")
    assert found.systems[0].counts.tied == 2


@pytest.mark.parametrize(
    ("results", "said"),
    [
        pytest.param(["d1", "d1"], 'OptionError: the id "d1" is given twice', id="twice"),
        pytest.param(["d1", "d9"], 'OptionError: it gave "d9", which is not', id="unknown"),
        pytest.param([f"x{n}" for n in range(101)], "OptionError: it gave more than", id="many"),
        pytest.param(map(str, count()), "OptionError: it gave more than the 100", id="endless"),
        pytest.param({"d1": 1.0}, "OptionError: it gave a dict; give a list", id="dict"),
        pytest.param({"d1"}, "OptionError: it gave a set", id="set"),
        pytest.param("d1", "OptionError: it gave a str", id="text"),
        pytest.param(b"d1", "OptionError: it gave a bytes", id="bytes"),
        pytest.param(None, "OptionError: it gave a NoneType", id="nothing"),
        pytest.param(7, "OptionError: it gave a int", id="number"),
        pytest.param([1, 2], "OptionError: it gave a result that is neither", id="numbers"),
        pytest.param([("d1",)], "OptionError: it gave a result that is neither", id="single"),
        pytest.param([("d1", 1, 2)], "OptionError: it gave a result that is neither", id="triple"),
        pytest.param([(1.0, "d1")], "OptionError: it gave a result that is neither", id="swapped"),
        pytest.param([("d1", True)], 'OptionError: the score of "d1" is no number', id="bool"),
        pytest.param([("d1", 10**400)], 'OptionError: the score of "d1" is no finite', id="huge"),
        pytest.param(["d1", ("d2", 1.0)], "OptionError: it gave some results", id="mixed"),
        pytest.param([("d1", "high")], 'OptionError: the score of "d1" is no', id="no-number"),
        pytest.param([("d1", float("nan"))], 'OptionError: the score of "d1" is no', id="nan"),
        pytest.param([("d1", float("-inf"))], 'OptionError: the score of "d1" is no', id="inf"),
    ],
)
# Any: what is no list of ids is what is tried.
def test_query_that_goes_wrong_is_told_and_left_out(results: Any, said: str) -> None:
    def search(query: str, _: int) -> Any:
        return results if query == "storm" else ["d1"]

    found = evaluate(search, SET, measures=["RR"], ids={"d1", "d2", "d3"})

    assert found.systems[0].failures["a"].startswith(said)
    assert found.mean("RR") == 1.0


def test_endless_results_are_read_up_to_one_too_many() -> None:
    read = []

    def search(_: str, k: int) -> Iterator[str]:
        for number in count():
            read.append((k, number))
            yield str(number)

    found = evaluate(search, SET, measures=["RR"])

    assert max(read) == (100, 100)
    assert set(found.systems[0].failures) == {"a", "b", "c"}
    assert found.mean("RR") is None


def test_scores_of_numpy_and_results_of_a_generator_are_read() -> None:
    scores = np.array([0.1, 0.9], dtype=np.float32)
    found = evaluate(lambda _, __: zip(["d1", "d2"], scores, strict=True), SET, measures=["RR"])

    assert found.systems[0].queries["a"].hits == ("d2", "d1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"test_set": "set.yaml"}, "test_set must be a QuerySet, not a str", id="path"),
        pytest.param({"test_set": None}, "test_set must be a QuerySet", id="nothing"),
        pytest.param({"retrieval_fn": "bm25"}, "must be a function", id="no-function"),
        pytest.param({"ids": "d1"}, "ids must be a collection of ids", id="ids-as-text"),
        pytest.param({"measures": ["RQ@5"]}, "RQ", id="measure"),
    ],
)
# Any: what has the wrong type is what is tried.
def test_what_cannot_be_evaluated_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        evaluate(**{"retrieval_fn": lambda _, __: ["d1"], "test_set": SET, **arguments})


def test_set_with_one_id_twice_is_refused() -> None:
    twice = read_query_values([{"id": "a", "query": "storm"}, {"id": "a", "query": "sea"}])

    with pytest.raises(RefusedError):
        evaluate(lambda _, __: ["d1"], twice)


def test_function_is_asked_for_as_many_as_the_measures_need() -> None:
    asked = []

    def search(_: str, k: int) -> list[str]:
        asked.append(k)
        return ["d1"]

    evaluate(search, SET, measures=["R@250"])
    evaluate(search, SET, measures=["RR"])

    assert set(asked) == {250, 100}


def test_results_are_remembered_only_with_a_config(tmp_path: Path) -> None:
    calls = []

    def search(query: str, _: int) -> list[str]:
        calls.append(query)
        return ["d1"]

    for config in (None, {"version": 1}, {"version": 1}, {"version": 2}):
        found = evaluate(search, SET, config=config, cache_dir=str(tmp_path))

    assert len(calls) == 3 * len(SET.queries)
    assert found.systems[0].settings == {"version": 2}


def test_mean_of_what_was_not_measured_is_refused() -> None:
    found = evaluate(lambda _, __: ["d1"], SET, measures=["RR"])

    with pytest.raises(OptionError, match="nDCG@10 was not measured"):
        found.mean("nDCG@10")


def test_bare_name_is_looked_for_in_three_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def names() -> list[str]:
        return [load_test_set("set_v1", tmp_path / "story" / "story.cnl").name]

    (tmp_path / "here").mkdir()
    (tmp_path / "listed").mkdir()
    (tmp_path / "story" / "testsets").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("SCENEPROBE_TESTSETS", str(tmp_path / "listed"))
    with pytest.raises(OptionError, match='no test set is called "set_v1"; looked in'):
        names()
    found: list[str] = []
    for place in ("listed", "story/testsets", "here"):
        text = f"name: {place}\nqueries: [{{query: x, relevant: [d1]}}]\n"
        (tmp_path / place / "set_v1.yaml").write_text(text, "utf-8")
        found += names()

    assert found == ["listed", "story/testsets", "here"]


def test_set_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text("queries: 5\n", "utf-8")

    with pytest.raises(RefusedError):
        load_test_set(tmp_path / "wrong.yaml")


def test_fixture_of_fifty_queries_loads() -> None:
    folder = Path(__file__).parents[2] / "fixtures" / "testsets"
    found = load_test_set(folder / "test_set_v1.yaml")

    assert isinstance(found, QuerySet)
    assert len(found.queries) == 50
