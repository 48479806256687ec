"""Texts as hypervectors, and their scores."""

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from sceneprobe.backends.hypervectors import bundle, similarity, word_vector
from sceneprobe.backends.vsa import Vsa


def encoded(text: str, dim: int = 1_001, seed: int = 42) -> NDArray[np.int64]:
    planes = Vsa(dim, seed).encode([text])
    plus, minus = (
        np.unpackbits(plane[0].view(np.uint8), count=dim, bitorder="little").astype(np.int64)
        for plane in (planes.positive, planes.negative)
    )
    difference: NDArray[np.int64] = plus - minus
    return difference


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("storm", ["storm"], id="one-word"),
        pytest.param("storm sea", ["storm", "sea"], id="two-words"),
        pytest.param("Storm, STORM sea!", ["storm", "storm", "sea"], id="counted-twice"),
        pytest.param("a b c d a", ["a", "a", "b", "c", "d"], id="even-beside-odd"),
        pytest.param("sea " * 300 + "lamp", ["sea"] * 300 + ["lamp"], id="hundreds"),
    ],
)
def test_text_is_the_bundle_of_its_words(text: str, words: list[str]) -> None:
    expected = bundle([word_vector(word, 1_001) for word in words])

    assert encoded(text).tolist() == expected.tolist()


def test_two_words_abstain_where_they_differ() -> None:
    differ = word_vector("storm", 1_001) != word_vector("sea", 1_001)

    assert (encoded("storm sea") == 0).tolist() == differ.tolist()


def test_text_without_words_is_all_zeros() -> None:
    assert not encoded("...").any()


def test_more_words_than_int16_holds_do_not_wrap() -> None:
    assert encoded("sea " * 40_000).tolist() == word_vector("sea", 1_001).tolist()


def test_score_is_the_similarity_of_hypervectors() -> None:
    backend = Vsa()
    (scores,) = backend.index(["storm", "storm lamp", "key"]).scores(["storm"]).tolist()
    storm, lamp, key = (word_vector(word) for word in ("storm", "lamp", "key"))

    assert scores == [
        similarity(storm, storm),
        similarity(storm, bundle([storm, lamp])),
        similarity(storm, key),
    ]


def test_unrelated_short_texts_are_not_alike() -> None:
    (scores,) = Vsa().index(["storm sea", "lamp key"]).scores(["hat coat"]).tolist()

    assert max(map(abs, scores)) < 0.05


def test_half_of_a_text_has_a_cosine_of_about_the_root_of_a_half() -> None:
    (scores,) = Vsa().index(["storm lamp"]).scores(["lamp"]).tolist()

    assert scores == [pytest.approx(sqrt(0.5), abs=0.02)]


@pytest.mark.parametrize(
    ("backend", "normative"),
    [(Vsa(), True), (Vsa(dim=2_000), False), (Vsa(seed=7), False), (Vsa(10_000, 42), True)],
    ids=["default", "other-dimension", "other-seed", "spelt-out"],
)
def test_only_the_dimension_and_seed_of_ds05_are_normative(
    backend: Vsa, *, normative: bool
) -> None:
    assert backend.normative is normative


def test_settings_have_defaults_filled_in() -> None:
    assert dict(Vsa().settings) == {"dim": 10_000, "seed": 42}
    assert dict(Vsa(dim=64).settings) == {"dim": 64, "seed": 42}


@pytest.mark.parametrize("dim", [1, 7, 63, 64, 65])
def test_any_dimension_works(dim: int) -> None:
    scores = Vsa(dim).index(["storm", ""]).scores(["storm", ""])

    assert scores.tolist() == [[1.0, 0.0], [0.0, 0.0]]
