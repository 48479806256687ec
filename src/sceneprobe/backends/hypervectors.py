"""Hypervectors (DS05): words as fixed random directions, and the algebra that combines them.

A hypervector is an int8 array of −1, 0 and +1. A word's has no 0; a majority that is tied abstains.
"""

from collections.abc import Sequence
from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.cosine import cosines
from sceneprobe.errors import OptionError

Hypervector = NDArray[np.int8]
DIMENSIONS = 10_000
SEED = 42


def word_stream(word: str, size: int, seed: int = SEED) -> bytes:
    """Give the first bytes of a word's hash stream: SHAKE-256 of ``seed:word``.

    So a vector depends on these two alone, and a smaller dimension is a prefix of a larger.
    """
    return shake_256(f"{seed}:{word}".encode()).digest(size)


def word_bits(word: str, dimensions: int = DIMENSIONS, seed: int = SEED) -> bytes:
    """Read a word's components off its stream, one bit each, least significant bit first."""
    return word_stream(word, (dimensions + 7) // 8, seed)


def word_vector(word: str, dimensions: int = DIMENSIONS, seed: int = SEED) -> Hypervector:
    """Give a word's hypervector: bit 1 is +1, bit 0 is −1."""
    packed = np.frombuffer(word_bits(word, dimensions, seed), dtype=np.uint8)
    bits = np.unpackbits(packed, count=dimensions, bitorder="little").astype(np.int8)
    return 2 * bits - 1


def bind(first: Hypervector, second: Hypervector) -> Hypervector:
    """Multiply component by component; the result is like neither."""
    return first * second


def unbind(bound: Hypervector, key: Hypervector) -> Hypervector:
    """Undo ``bind``: multiplying by ±1 twice changes nothing."""
    return bound * key


def bundle(vectors: Sequence[Hypervector]) -> Hypervector:
    """Take the majority of each component; the result is like all of them. A tie abstains: 0."""
    if not vectors:
        raise OptionError("a bundle needs at least one hypervector")
    return np.sign(np.sum(vectors, axis=0, dtype=np.int64)).astype(np.int8)


def permute(vector: Hypervector, shift: int = 1) -> Hypervector:
    """Shift the components cyclically; the result is unlike the vector. Shifting back undoes it."""
    return np.roll(vector, shift)


def similarity(first: Hypervector, second: Hypervector) -> float:
    """Give the cosine, from whole-number dot products; 0 where a vector is all zeros."""
    wide_first, wide_second = first.astype(np.int64), second.astype(np.int64)
    dot = np.array([[wide_first @ wide_second]])
    norms = [np.array([vector @ vector]) for vector in (wide_first, wide_second)]
    return float(cosines(dot, norms[0], norms[1])[0, 0])
