"""Bit planes: packing, votes and dot products against plain integers."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from sceneprobe.backends.hypervectors import word_bits, word_vector
from sceneprobe.backends.majority import majorities
from sceneprobe.backends.planes import Bits, Planes, packed_rows

DIMENSIONS = (1, 7, 63, 64, 65, 1_000)
WEIGHTS = {
    "one": [1],
    "one-of-weight-two": [2],
    "two-equal": [1, 1],
    "two-unequal": [1, 2],
    "three": [1, 1, 1],
    "four": [1, 1, 1, 1],
    "one-outweighs-all": [4_097, *[1] * 40],
    "even-sum": [3, 5, 8, 2, 6],
    "one-of-thousands-each": [1_000, 2_000, 3_000, 4_095, 4_096, 4_097, 9_999],
    "powers-of-two": [2**exponent for exponent in range(13)],
    "many": [1 + number % 7 for number in range(500)],
    "beyond-int16": [40_000, 39_999, 70_000],
}


def unpacked(bits: Bits, dimensions: int) -> NDArray[np.int64]:
    """Give one component a bit, and check that nothing stands behind the last."""
    spread = np.unpackbits(np.ascontiguousarray(bits).view(np.uint8), axis=-1, bitorder="little")
    assert not spread[..., dimensions:].any()
    return spread[..., :dimensions].astype(np.int64)


def voted(weights: Sequence[int], dimensions: int) -> tuple[list[int], list[int]]:
    """Give the majority, and the sign of the plain sum."""
    words = [f"w{number}" for number in range(len(weights))]
    streams = [word_bits(word, dimensions) for word in words]
    codebook = packed_rows(streams, len(streams), dimensions)
    bag = (range(1, len(words) + 1), weights)
    voted = majorities(codebook, [bag], dimensions)
    positive, negative = (
        unpacked(bits[0], dimensions) for bits in (voted.positive, voted.negative)
    )
    plain = sum(
        weight * word_vector(word, dimensions).astype(np.int64)
        for word, weight in zip(words, weights, strict=True)
    )
    return (positive - negative).tolist(), np.sign(plain).tolist()


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
def test_majority_is_the_sign_of_the_sum(weights: list[int], dimensions: int) -> None:
    found, expected = voted(weights, dimensions)

    assert found == expected


def test_every_number_of_voters_is_counted() -> None:
    outcomes = [voted([1] * count, 65) for count in range(1, 70)]

    assert all(found == expected for found, expected in outcomes)


def test_tie_is_in_neither_plane() -> None:
    voted = majorities(packed_rows([b"\x0f", b"\x33"], 2, 8), [([1, 2], [1, 1])], 8)

    assert unpacked(voted.positive, 8).tolist() == [[1, 1, 0, 0, 0, 0, 0, 0]]
    assert unpacked(voted.negative, 8).tolist() == [[0, 0, 0, 0, 0, 0, 1, 1]]


def test_texts_of_all_lengths_vote_at_once_as_each_alone() -> None:
    words = [f"w{number}" for number in range(300)]
    codebook = packed_rows([word_bits(word, 65) for word in words], len(words), 65)
    bags = [
        ([1 + (7 * n + i) % 300 for i in range(length)], [1 + (n + i) % 9 for i in range(length)])
        for n, length in enumerate((3, 0, 250, 1, 2, 300, 41, 0, 299, 12))
    ]
    together = majorities(codebook, bags, 65)

    for place, bag in enumerate(bags):
        alone = majorities(codebook, [bag], 65)
        assert together.positive[place].tolist() == alone.positive[0].tolist()
        assert together.negative[place].tolist() == alone.negative[0].tolist()


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_nothing_stands_behind_the_last_component(dimensions: int) -> None:
    rows = packed_rows([b"\xff" * ((dimensions + 7) // 8)] * 2, 2, dimensions)

    assert unpacked(rows[1:], dimensions).tolist() == [[1] * dimensions] * 2


def test_row_0_stands_for_no_word() -> None:
    assert packed_rows([], 0, 65).tolist() == [[0, 0]]


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_dots_and_norms_are_those_of_the_vectors(dimensions: int) -> None:
    first, second = _planes(range(4), dimensions), _planes(range(2, 9), dimensions)
    vectors = [
        unpacked(planes.positive, dimensions) - unpacked(planes.negative, dimensions)
        for planes in (first, second)
    ]

    assert first.dots(second).tolist() == (vectors[0] @ vectors[1].T).tolist()
    assert first.squared_norms().tolist() == (vectors[0] ** 2).sum(axis=1).tolist()


def _planes(numbers: range, dimensions: int) -> Planes:
    """Encode pairs of words, so that about half of the components are 0."""
    streams = [word_bits(f"{letter}{n}", dimensions) for n in numbers for letter in "ab"]
    codebook = packed_rows(streams, len(streams), dimensions)
    pairs = [([number, number + 1], [1, 1]) for number in range(1, len(streams), 2)]
    return majorities(codebook, pairs, dimensions)


def test_dots_of_many_vectors_are_those_of_few() -> None:
    few, many = _planes(range(9), 1_000), _planes(range(5, 1_200), 1_000)
    one_by_one = [
        Planes(few.positive[at : at + 1], few.negative[at : at + 1]).dots(many)[0].tolist()
        for at in range(9)
    ]

    assert few.dots(many).tolist() == one_by_one
