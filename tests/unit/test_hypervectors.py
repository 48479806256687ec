"""Hypervectors of words, and the algebra on known vectors."""

from hashlib import shake_256
from math import sqrt

import numpy as np
import pytest

from sceneprobe.backends.hypervectors import (
    DIMENSIONS,
    SEED,
    Hypervector,
    bind,
    bundle,
    permute,
    similarity,
    unbind,
    word_vector,
)
from sceneprobe.errors import SceneprobeError


def vector(*components: int) -> Hypervector:
    return np.array(components, dtype=np.int8)


def components_by_definition(word: str, seed: int, dimensions: int) -> list[int]:
    """Spell BCK-5 out: bit i mod 8 of byte i div 8, least significant first."""
    stream = shake_256(f"{seed}:{word}".encode()).digest(dimensions // 8 + 1)
    return [1 if stream[place // 8] >> (place % 8) & 1 else -1 for place in range(dimensions)]


def test_defaults_are_those_of_ds05() -> None:
    assert (DIMENSIONS, SEED) == (10_000, 42)
    assert word_vector("storm").shape == (10_000,)
    assert word_vector("storm").dtype == np.int8


@pytest.mark.parametrize(
    ("word", "beginning"),
    [
        pytest.param("storm", "+-+++-+++++-++--+-+++-+---+---++", id="storm"),
        pytest.param("lamp", "--++-+-++--+++++--+++-++---+---+", id="lamp"),
        pytest.param("école", "++++++++-++-+++-------+-++----++", id="beyond-ascii"),
    ],
)
def test_first_components_never_change(word: str, beginning: str) -> None:
    signs = "".join("+" if component > 0 else "-" for component in word_vector(word)[:32])

    assert signs == beginning


@pytest.mark.parametrize("word", ["storm", "sea", "8", "école", "夜の海", "q\u0323", "_"])
@pytest.mark.parametrize("seed", [0, 42, 2**63 - 1])
def test_components_are_read_off_the_hash_stream(word: str, seed: int) -> None:
    assert word_vector(word, 1_001, seed).tolist() == components_by_definition(word, seed, 1_001)


@pytest.mark.parametrize("dimensions", [1, 7, 8, 9, 63, 64, 65, 9_999])
def test_smaller_dimension_is_a_prefix_of_a_larger(dimensions: int) -> None:
    small = word_vector("storm", dimensions)

    assert small.tolist() == word_vector("storm")[:dimensions].tolist()


def test_unrelated_words_are_nearly_orthogonal() -> None:
    words = [f"word{number}" for number in range(30)]
    vectors = [word_vector(word) for word in words]
    cosines = [
        similarity(first, second)
        for place, first in enumerate(vectors)
        for second in vectors[place + 1 :]
    ]

    assert max(map(abs, cosines)) < 0.05


def test_seeds_give_unrelated_vectors() -> None:
    assert abs(similarity(word_vector("storm", seed=1), word_vector("storm", seed=2))) < 0.05


def test_bind_multiplies_component_by_component() -> None:
    assert bind(vector(1, -1, 0, -1), vector(-1, -1, 1, 1)).tolist() == [-1, 1, 0, -1]


def test_unbind_gives_back_what_was_bound() -> None:
    role, filler = word_vector("hero"), word_vector("anna")

    assert unbind(bind(role, filler), role).tolist() == filler.tolist()


@pytest.mark.parametrize(
    ("vectors", "expected"),
    [
        pytest.param([(1, 1, -1), (1, -1, -1), (-1, -1, -1)], [1, -1, -1], id="majority"),
        pytest.param([(1, 1), (1, -1)], [1, 0], id="tie-abstains"),
        pytest.param([(1, 0), (0, 0), (0, 0)], [1, 0], id="abstention-has-no-vote"),
        pytest.param([(1, -1)], [1, -1], id="one"),
    ],
)
def test_bundle_takes_the_majority(vectors: list[tuple[int, ...]], expected: list[int]) -> None:
    assert bundle([vector(*components) for components in vectors]).tolist() == expected


def test_bundle_of_very_many_does_not_wrap() -> None:
    many = [vector(1, -1)] * 40_000 + [vector(-1, 1)] * 1_000

    assert bundle(many).tolist() == [1, -1]


def test_bundle_of_nothing_is_the_callers_mistake() -> None:
    with pytest.raises(SceneprobeError, match="at least one"):
        bundle([])


def test_bundle_is_like_its_parts_and_binding_is_like_neither() -> None:
    first, second, third = (word_vector(word) for word in ("storm", "sea", "lamp"))

    assert similarity(bundle([first, second]), first) == pytest.approx(sqrt(0.5), abs=0.03)
    assert abs(similarity(bundle([first, second]), third)) < 0.05
    assert abs(similarity(bind(first, second), first)) < 0.05


@pytest.mark.parametrize(
    ("shift", "expected"),
    [(1, [3, 1, 2]), (-1, [2, 3, 1]), (0, [1, 2, 3]), (3, [1, 2, 3]), (4, [3, 1, 2])],
)
def test_permute_shifts_cyclically(shift: int, expected: list[int]) -> None:
    assert permute(vector(1, 2, 3), shift).tolist() == expected


def test_permute_shifts_by_one_unless_told_otherwise() -> None:
    assert permute(vector(1, 2, 3)).tolist() == permute(vector(1, 2, 3), 1).tolist()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param((1, -1, 1), (1, -1, 1), 1.0, id="same"),
        pytest.param((1, -1, 1), (-1, 1, -1), -1.0, id="opposite"),
        pytest.param((1, 1), (1, -1), 0.0, id="orthogonal"),
        pytest.param((1, 1), (1, 0), sqrt(0.5), id="abstention"),
        pytest.param((0, 0), (1, 1), 0.0, id="all-zeros"),
    ],
)
def test_similarity_is_the_cosine(
    first: tuple[int, ...], second: tuple[int, ...], expected: float
) -> None:
    assert similarity(vector(*first), vector(*second)) == expected


def test_similarity_of_long_vectors_does_not_wrap() -> None:
    ones = np.ones(100_000, dtype=np.int8)

    assert similarity(ones, ones) == 1.0
