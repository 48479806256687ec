"""Our exact scores against the same in plain floats."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from sceneprobe.backends.bow import BagOfWords
from sceneprobe.backends.hypervectors import word_vector
from sceneprobe.backends.vsa import Vsa
from sceneprobe.text.words import words

Floats = NDArray[np.float64]
VOCABULARY = [f"word{number}" for number in range(300)]


def made_texts(count: int, length: int, seed: int) -> list[str]:
    """Draw texts in which a few words are frequent and most are rare."""
    generator = np.random.Generator(np.random.PCG64(seed))
    weights = 1 / np.arange(1, len(VOCABULARY) + 1)
    draws = generator.choice(VOCABULARY, (count, length), p=weights / weights.sum())
    return [" ".join(row) for row in draws.tolist()]


def count_matrix(texts: Sequence[str]) -> Floats:
    bags = [Counter(words(text)) for text in texts]
    return np.array([[bag[word] for word in VOCABULARY] for bag in bags], dtype=np.float64)


def plain_cosines(queries: Floats, texts: Floats) -> Floats:
    norms = np.outer(np.linalg.norm(queries, axis=1), np.linalg.norm(texts, axis=1))
    scores: Floats = queries @ texts.T / norms
    return scores


SIZES = pytest.mark.parametrize(
    ("text_length", "query_length"),
    [(1, 1), (2, 2), (40, 3), (1_000, 6), (4_000, 400)],
    ids=["words", "pairs", "sentences", "scenes", "chapters"],
)


@SIZES
def test_bow_is_the_cosine_of_counts(text_length: int, query_length: int) -> None:
    texts, queries = made_texts(30, text_length, 1), made_texts(20, query_length, 2)
    scores = BagOfWords().index(texts).scores(queries)

    expected = plain_cosines(count_matrix(queries), count_matrix(texts))
    assert np.abs(scores - expected).max() < 1e-12


def encoded(texts: Sequence[str], dim: int, seed: int) -> Floats:
    codebook = np.array([word_vector(word, dim, seed) for word in VOCABULARY], dtype=np.float64)
    signs: Floats = np.sign(count_matrix(texts) @ codebook)
    return signs


@SIZES
@pytest.mark.parametrize(("dim", "seed"), [(10_000, 42), (1_001, 7)])
def test_hypervector_is_the_sign_of_a_matrix_product(
    text_length: int, query_length: int, dim: int, seed: int
) -> None:
    texts = made_texts(10, text_length, 3) + made_texts(10, query_length, 4)
    planes = Vsa(dim, seed).encode(texts)
    positive, negative = (
        np.unpackbits(plane.view(np.uint8), axis=1, count=dim, bitorder="little").astype(np.int64)
        for plane in (planes.positive, planes.negative)
    )

    assert np.array_equal(positive - negative, encoded(texts, dim, seed))


@SIZES
def test_vsa_is_the_cosine_of_hypervectors(text_length: int, query_length: int) -> None:
    texts, queries = made_texts(15, text_length, 5), made_texts(10, query_length, 6)
    scores = Vsa(2_000, 42).index(texts).scores(queries)

    expected = plain_cosines(encoded(queries, 2_000, 42), encoded(texts, 2_000, 42))
    assert np.abs(scores - expected).max() < 1e-12
