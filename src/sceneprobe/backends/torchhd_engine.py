"""torchhd as the engine of ``vsa`` (DS05): the same components, other models, other devices.

Only this file imports torch, which takes more than a second.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
import torchhd
from numpy.typing import NDArray

from sceneprobe.backends.base import Scores
from sceneprobe.backends.cosine import cosines
from sceneprobe.backends.hypervectors import word_stream, word_vector
from sceneprobe.errors import OptionError
from sceneprobe.text.words import words

Tensor = Any  # torch's types are not read: that would take longer than all the rest of mypy
_AT_ONCE = 16_000_000
"""So many components of words are gathered at a time."""
_BLOCK_SIZE = 256
"""The models of blocks take one byte of a word's stream for each component."""
_BLOCKS = ("BSBC", "CGR", "MCR")
_TIE_BREAKER = ""
"""No text has the empty word; where torchhd would break ties by chance, its vector does."""


@dataclass(frozen=True, slots=True)
class TorchhdEngine:
    """Encodes and compares texts with one of torchhd's models."""

    dim: int
    seed: int
    model: str
    device: str

    def __post_init__(self) -> None:
        try:
            torch.zeros(1, device=self.device).cpu().numpy()
        except (RuntimeError, AssertionError, ImportError, TypeError) as error:
            # Which of them torch raises depends on the kind of device.
            raise OptionError(
                f'torch has no device "{self.device}" here; device=cpu always works'
            ) from error
        if self.model == "VTB" and round(self.dim**0.5) ** 2 != self.dim:
            raise OptionError(f"the model VTB needs a square number as dim, not {self.dim:,}")

    def encode(self, texts: Sequence[str]) -> Tensor:
        """Bundle the word vectors of every text, one row each; a text must have words."""
        rows = defaultdict(count(1).__next__, {_TIE_BREAKER: 0})
        # Sums of floats depend on their order: sorted, equal bags give equal vectors.
        bags = [[rows[word] for word in sorted(words(text))] for text in texts]
        components = COMPONENTS[self.model]
        codebook = torch.from_numpy(
            np.stack([components(word, self.dim, self.seed) for word in rows])
        ).to(self.device)
        encoded = [self._bundle(codebook, bag) for bag in bags]
        return torch.stack(encoded) if encoded else codebook[:0]

    def index(self, texts: Sequence[str]) -> "TorchhdIndex":
        """Encode the texts that have words."""
        places = _with_words(texts)
        vectors = self.encode([texts[place] for place in places])
        return TorchhdIndex(self, vectors, places, len(texts))

    def similarities(self, queries: Tensor, texts: Tensor) -> Scores:
        """Give the cosine of each query with each text; with MAP from whole numbers."""
        if self.model == "MAP":
            dots, query_norms, text_norms = _dots(queries, texts)
            return cosines(dots, query_norms, text_norms)
        one_by_one = queries.split(1) if self.model in _BLOCKS else (queries,)
        compared = [
            _plain(torchhd.cosine_similarity(self._typed(some), self._typed(texts)))
            for some in one_by_one
        ]
        found: Scores = torch.cat(compared).double().cpu().numpy()
        return np.clip(found, -1, 1) + 0.0  # no −0.0, and nothing beyond 1 by rounding

    def _bundle(self, codebook: Tensor, bag: Sequence[int]) -> Tensor:
        if self.model == "BSC" and len(bag) % 2 == 0:
            bag = [*bag, 0]  # the row of the tie-breaker
        chosen = torch.tensor(bag, device=self.device)
        width = max(1, _AT_ONCE // len(bag))  # bundling works component by component
        parts = [
            _plain(torchhd.multiset(self._typed(columns.index_select(0, chosen))))
            for columns in codebook.split(width, dim=1)
        ]
        bundled = torch.cat(parts)
        # torchhd's own normalize makes a tie −1; ours abstains.
        return torch.sign(bundled).to(torch.int8) if self.model == "MAP" else bundled

    def _typed(self, vectors: Tensor) -> Tensor:
        # MAP adds up in the type it is given, and int8 wraps above 127 words.
        wide = vectors.to(torch.int32) if self.model == "MAP" else vectors
        typed = wide.as_subclass(torchhd.functional.get_vsa_tensor_class(self.model))
        if self.model in _BLOCKS:
            typed.block_size = _BLOCK_SIZE
        return typed


@dataclass(frozen=True, slots=True)
class TorchhdIndex:
    """Encoded texts, and the columns they stand in; texts without words score 0."""

    engine: TorchhdEngine
    vectors: Tensor
    columns: Sequence[int]
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score by cosine of hypervectors; queries are encoded as texts are."""
        rows = _with_words(queries)
        scores = np.zeros((len(queries), self.text_count), dtype=np.float64)
        if rows and self.columns:
            encoded = self.engine.encode([queries[row] for row in rows])
            found = self.engine.similarities(encoded, self.vectors)
            scores[np.ix_(rows, self.columns)] = found
        return scores


def _with_words(texts: Sequence[str]) -> list[int]:
    return [place for place, text in enumerate(texts) if words(text)]


def _plain(vectors: Tensor) -> Tensor:
    return vectors.as_subclass(torch.Tensor)


def _dots(
    queries: Tensor, texts: Tensor
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Give dot products and squared norms: whole numbers below 2²⁴, exact in float32."""
    wide = queries.float()
    parts = [wide @ some.float().T for some in texts.split(1_000)]
    norms = [vectors.abs().sum(dim=1, dtype=torch.int64) for vectors in (queries, texts)]
    dots = torch.cat(parts, dim=1).to(torch.int64)
    return dots.cpu().numpy(), norms[0].cpu().numpy(), norms[1].cpu().numpy()


def _binary(word: str, dim: int, seed: int) -> NDArray[np.bool_]:
    return word_vector(word, dim, seed) > 0


def _uniform(word: str, dim: int, seed: int) -> NDArray[np.float64]:
    """Read numbers between 0 and 1 off a word's stream, 32 bits each."""
    return (np.frombuffer(word_stream(word, 4 * dim, seed), dtype="<u4") + 0.5) / 2**32


def _normal(word: str, dim: int, seed: int) -> NDArray[np.float32]:
    """Give a direction that is equally likely everywhere, of length 1."""
    normal = torch.special.ndtri(torch.from_numpy(_uniform(word, dim, seed))).numpy()
    direction: NDArray[np.float32] = (normal / np.linalg.norm(normal)).astype(np.float32)
    return direction


def _phases(word: str, dim: int, seed: int) -> NDArray[np.complex64]:
    angles = 2 * np.pi * _uniform(word, dim, seed)
    return (np.cos(angles) + 1j * np.sin(angles)).astype(np.complex64)


def _levels(word: str, dim: int, seed: int) -> NDArray[np.int64]:
    return np.frombuffer(word_stream(word, dim, seed), dtype=np.uint8).astype(np.int64)


COMPONENTS: Mapping[str, Callable[[str, int, int], NDArray[Any]]] = MappingProxyType(
    {
        "MAP": word_vector,
        "BSC": _binary,
        "HRR": _normal,
        "VTB": _normal,
        "FHRR": _phases,
        "BSBC": _levels,
        "CGR": _levels,
        "MCR": _levels,
    }
)
"""How each model reads a word's components off our codebook stream."""
