"""Any function as a search engine, and test sets by name."""

from pathlib import Path

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
        pytest.param([f"x{n}" for n in range(101)], "OptionError: it gave 101 results", id="many"),
        pytest.param(["d1", ("d2", 1.0)], "OptionError: it gave some results", id="mixed"),
        pytest.param([("d1", "high")], "ValueError", id="no-number"),
        pytest.param([("d1", float("nan"))], "OptionError: a score must be", id="nan"),
    ],
)
def test_query_that_goes_wrong_is_told_and_left_out(results: list[str], said: str) -> None:
    def search(query: str, _: int) -> list[str]:
        return results if query == "storm" else ["d1"]

    found = evaluate(search, SET, measures=["RR"], ids={"d1", "d2", "d3"})

    assert found.systems[0].failures["a"].startswith(said)
    assert found.mean("RR") == 1.0


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
