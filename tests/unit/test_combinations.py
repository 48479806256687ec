"""Backends that combine others."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.backends import blocks
from sceneprobe.backends.base import Part, described
from sceneprobe.backends.hybrid import Hybrid
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.rich import Rich
from sceneprobe.errors import OptionError

LONG = "the lamp went out. " * 30 + "anna lost the brass key in the storm. " + "he slept. " * 150
SHORT = "the key was of brass and the storm was near"
TEXTS = (LONG, SHORT, "a bell", "the brass bell", "")


def order(profile: str, query: str) -> list[int]:
    scores = backend_of(profile).index(TEXTS).scores([query])[0]
    places: list[int] = np.argsort(-scores, kind="stable").tolist()
    return places


def test_reranking_changes_an_order() -> None:
    asked = "where anna lost the brass key in the storm"

    assert order("bow", asked)[:2] == [1, 3]
    assert order("rerank:window(bow),window=10,share=1", asked)[:2] == [0, 1]


def test_reranking_leaves_the_places_behind_n_as_they_are() -> None:
    asked = "where anna lost the brass key in the storm"

    assert order("rerank:window(bow),n=1,window=10", asked) == order("bow", asked)


def test_reranking_takes_in_what_ties_with_the_last() -> None:
    texts = ["storm x", "storm y", "storm z z", "lamp"]
    index = backend_of("rerank:window(bow),n=1").index(texts)
    (scores,) = index.scores(["storm"])

    assert scores.tolist() == [0.5, 0.5, scores[2], 0.0]
    assert 0 < scores[2] <= 0.25


def test_window_takes_its_share() -> None:
    texts = ["storm " + "lamp " * 9, "storm sea"]
    (none,) = backend_of("rerank:window(bow),window=2,share=0").index(texts).scores(["storm"])
    (all_,) = backend_of("rerank:window(bow),window=2,share=1").index(texts).scores(["storm"])

    assert none.tolist() == [0.5, 1.0]
    assert all_.tolist() == [0.5, 0.5]


def test_weights_count_by_proportion() -> None:
    small, large = (
        backend_of(f"hybrid:weighted(bm25*{first},rich*{second})")
        for first, second in (("0.6", "0.2"), ("3", "1"))
    )

    assert dict(small.settings) == dict(large.settings)


@pytest.mark.parametrize("first", ["1", "0.333333333333", "2e-3", "0.1234567891234"])
def test_weights_that_are_shown_are_those_that_count(first: str) -> None:
    backend = backend_of(f"hybrid:weighted(bm25*{first},rich*0.7,bow*3)")
    again = backend_of(described(backend))
    asked = ["the brass key", "anna"]

    assert dict(again.settings) == dict(backend.settings)
    assert (again.index(TEXTS).scores(asked) == backend.index(TEXTS).scores(asked)).all()


@given(st.lists(st.floats(1e-6, 1e6), min_size=2, max_size=9))
@settings(deadline=None, derandomize=True)
def test_shown_weights_are_read_as_themselves(weights: list[float]) -> None:
    first = Hybrid("weighted", tuple(Part(Rich(), weight) for weight in weights))
    second = Hybrid("weighted", tuple(Part(Rich(), weight) for weight in first.weights()))

    assert second.weights() == first.weights()


def test_text_that_nothing_was_found_in_is_not_level_with_a_match() -> None:
    index = backend_of("hybrid:weighted(bm25,bow)").index(["storm", "lamp", ""])

    assert index.scores(["storm", "lamp", "key"]).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_only_text_that_is_found_counts() -> None:
    assert backend_of("hybrid:weighted(bm25,bow)").index(["storm"]).scores(["storm"]) == [[1]]


@pytest.mark.parametrize("written", ["1e-3", "1E-3", "0.1e-2", ".001"])
def test_numbers_may_have_exponents(written: str) -> None:
    weighted = backend_of(f"hybrid:weighted(bm25*{written},rich*0.999)")

    assert backend_of(f"bm25:k1={written}").settings["k1"] == 0.001
    assert str(weighted.settings["parts"]).endswith("*0.001,rich:window=120*0.999")


def test_found_texts_behind_n_score_above_those_that_were_not_found() -> None:
    texts = ["storm storm", "storm lamp", "lamp"]
    (scores,) = backend_of("rerank:window(bow),n=1").index(texts[:2]).scores(["storm"])

    assert scores.tolist() == [0.5, 0.125]


@pytest.mark.parametrize(
    "profile",
    [
        *("bm25", "rich:window=3", "vsa-rich:dim=64,window=3", "rerank:window(rich),window=4"),
        *("hybrid:weighted(rich,bm25)", "hybrid:rrf(bow,bm25)"),
    ],
)
def test_blocks_of_queries_change_no_score(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = ["the lamp", "", "brass key", "anna lost", "bell"]
    index = backend_of(profile).index(TEXTS)
    at_once = index.scores(queries)
    monkeypatch.setattr(blocks, "MOST_SCORES", 10)

    assert index.scores(queries).tobytes() == at_once.tobytes()


@pytest.mark.parametrize("profile", ["rich:window=2", "rerank:window(rich:window=0),window=2"])
def test_memory_does_not_grow_with_queries_times_windows(profile: str) -> None:
    texts = [" ".join(f"word{n % 97}" for n in range(start, start + 4_000)) for start in range(20)]
    index = backend_of(profile).index(texts)
    tracemalloc.start()
    index.scores(["word1 word2"] * 400)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 400 * 80_000 * 8  # one float for each query and window


def test_settings_hold_those_of_every_part() -> None:
    backend = backend_of("hybrid:weighted(rerank:window(bm25),n=5*3,basic)")

    assert dict(backend.settings) == {
        "form": "weighted",
        "parts": "rerank:window(bm25:k1=1.2,b=0.75,terms=words),n=5,window=120,share=0.5*0.75"
        ",bow*0.25",
    }


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("hybrid", "hybrid needs a form and parts: hybrid:rrf(…), hybrid:weighted(…)"),
        ("hybrid:rrf_k=3", "hybrid needs a form and parts: hybrid:rrf(…), hybrid:weighted(…)"),
        (
            "hybrid:sum(bm25,bow)",
            'hybrid has no form "sum"; it has hybrid:rrf(…), hybrid:weighted(…)',
        ),
        ("hybrid:rrf(bm25)", "hybrid:rrf needs two parts or more, not 1"),
        ("hybrid:rrf(bm25*2,rich)", "hybrid:rrf takes no weights; hybrid:weighted does"),
        ("hybrid:weighted(bm25*0,rich*0)", "hybrid:weighted needs a weight above 0"),
        (
            "hybrid:weighted(bm25*x,rich)",
            'a weight in hybrid:weighted takes a number from 0 to 1e+06, not "x"',
        ),
        ("hybrid:rrf(bm25,rihc)", 'no backend is called "rihc"; did you mean "rich"?'),
        ("hybrid:rrf(bm25,rich),rrfk=3", 'hybrid:rrf has no option "rrfk"; did you mean "rrf_k"?'),
        (
            "hybrid:rrf(bm25:windows=3,rich)",
            'bm25 has no option "windows"; it takes k1, b, terms',
        ),
        ("bm25(rich)", "a combination is written name:form(part,part), as hybrid:rrf(bm25,rich),"),
        ("bm25:sum(rich)", "bm25 combines no others; hybrid and rerank do"),
        ("rerank:window(bm25,rich)", "rerank:window takes one part, not 2"),
        ("rerank:window(bm25*2)", "rerank:window takes no weights"),
        (
            "rerank:cross(bm25)",
            "rerank:cross needs the folder of a model: rerank:cross(bm25),model=FOLDER",
        ),
        ("bm25:k1=-1", 'bm25:k1 takes a number from 0 to 1,000, not "-1"'),
        ("bm25:b=1e3", 'bm25:b takes a number from 0 to 1, not "1e3"'),
        ("bm25:b=1e", 'bm25:b takes a number from 0 to 1, not "1e"'),
        (
            "rich:window=1e2",
            'rich:window takes a whole number from 0 to 100,000, not "1e2"',
        ),
        ("bm25:b=nan", 'bm25:b takes a number from 0 to 1, not "nan"'),
    ],
)
def test_wrong_combination_is_refused_in_one_line(profile: str, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        backend_of(profile)

    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)
