"""Weighted terms and their cosines."""

from math import log, log1p, sqrt

import numpy as np
import pytest

from sceneprobe.backends.hypervectors import bind, permute, word_vector
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.rich import Rich
from sceneprobe.backends.vsa_rich import VsaRich
from sceneprobe.backends.weights import WeightedTexts, squared_norms, weigh_texts

TEXTS = ("Storms at sea", "the sea, the sea storm", "", "a")


def weights_of(weighted: WeightedTexts, place: int) -> dict[object, int]:
    """Give the weights of a text by term; runs of characters are in one list."""
    vocabulary = weighted.vocabulary
    names: dict[int, object] = {
        number: term
        for terms in (vocabulary.stems, vocabulary.pairs)
        for term, number in terms.items()
    }
    names |= {number: f"#{gram}" for gram, number in vocabulary.grams.items()}
    row = weighted.texts.toarray()[place]
    return {names[number]: int(row[number]) for number in np.flatnonzero(row).tolist()}


def test_weight_is_kind_times_count_times_root_of_rarity_in_16ths() -> None:
    found = weights_of(weigh_texts(TEXTS, 0), 1)
    in_one, in_two = log1p(3.5 / 1.5), log1p(2.5 / 2.5)

    assert found["the"] == round(16 * (1 + log(2)) * sqrt(in_one))
    assert found["storm"] == round(16 * sqrt(in_two))
    assert found["sea", "storm"] == round(16 * 0.5 * sqrt(in_one))
    assert found["#the "] == round(16 * 0.4 * (1 + log(2)) * sqrt(in_one))


def test_query_takes_all_of_rarity() -> None:
    weighted = weigh_texts(TEXTS, 0)
    (row,) = weighted.weigh_queries(["STORM"]).toarray()

    assert row[weighted.vocabulary.stems["storm"]] == round(16 * log1p(2.5 / 2.5))


def test_terms_that_no_text_has_are_dropped() -> None:
    index = Rich().index(TEXTS)

    assert index.scores(["sea"]).tolist() == index.scores(["sea ocean qqqq"]).tolist()


def test_order_of_words_matters() -> None:
    (scores,) = Rich().index(["sea storm", "storm sea"]).scores(["the sea storm"])

    assert scores[0] > scores[1]


def test_parts_of_words_are_found() -> None:
    (scores,) = Rich().index(["a lighthouse", "a lantern"]).scores(["house light"])

    assert scores[0] > scores[1]


def test_common_words_still_count_when_nothing_else_does() -> None:
    (scores,) = Rich().index(["anna", "anna and the bell"] * 500).scores(["anna"])

    assert scores[0] > scores[1] > 0


def test_window_helps_a_long_text() -> None:
    texts = ["the storm broke the mast. " + "he told of home and hearth. " * 40, "storm clouds"]
    whole, windowed = (
        backend_of(profile).index(texts).scores(["the storm broke the mast"])[0]
        for profile in ("rich:window=0", "rich:window=20")
    )

    assert windowed[0] > whole[0]
    assert windowed[1] == whole[1]


@pytest.mark.parametrize("dim", [1, 64, 65, 1_000])
def test_hypervectors_are_weighted_majorities_and_sums(dim: int) -> None:
    index = VsaRich(dim, window=3).index(TEXTS)
    vocabulary = index.weighted.vocabulary
    vectors = np.zeros((len(vocabulary), dim), dtype=np.int64)
    for stem, number in vocabulary.stems.items():
        vectors[number] = word_vector(stem, dim)
    for gram, number in vocabulary.grams.items():
        vectors[number] = word_vector(f"#{gram}", dim)
    for (first, second), number in vocabulary.pairs.items():
        vectors[number] = bind(permute(word_vector(first, dim)), word_vector(second, dim))
    queries = index.weighted.weigh_queries(["the sea", ""])

    for planes, weights in (
        (index.texts, index.weighted.texts),
        (index.windows, index.weighted.windows),
    ):
        expected = np.sign(weights.toarray() @ vectors)
        assert np.array_equal(planes.components()[:, :dim], expected)
    assert np.array_equal(index.codes.add(queries)[:, :dim], queries.toarray() @ vectors)


def test_many_texts_are_encoded_in_blocks_as_one_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"the sea and word{number} at {number % 7}" for number in range(40)]
    queries = ["the sea at 3", "word7", "and"]
    at_once = VsaRich(100).index(texts).scores(queries)
    monkeypatch.setattr("sceneprobe.backends.codes._COMPONENTS", 700)
    monkeypatch.setattr("sceneprobe.backends.codes._AT_ONCE", 3)
    monkeypatch.setattr("sceneprobe.backends.vsa_rich._QUERIES", 2)

    assert VsaRich(100).index(texts).scores(queries).tobytes() == at_once.tobytes()


def test_norms_are_those_of_whole_numbers() -> None:
    weights = weigh_texts(TEXTS, 0).texts

    assert squared_norms(weights).tolist() == (weights.toarray() ** 2).sum(axis=1).tolist()
