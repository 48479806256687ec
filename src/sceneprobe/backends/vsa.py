"""Vector symbolic architecture (DS05): a text is the majority of its words' hypervectors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from sceneprobe.backends.base import Scores
from sceneprobe.backends.cosine import WholeNumbers, cosines
from sceneprobe.backends.hypervectors import DIMENSIONS, SEED, word_bits
from sceneprobe.backends.options import Option, OptionValue, WholeNumber
from sceneprobe.backends.planes import Planes, majority, packed_rows
from sceneprobe.text.words import words


@dataclass(frozen=True, slots=True)
class Vsa:
    """The backend: ``encode(text) = sign(Σ count(word) · hv(word))`` with ``sign(0) = 0``."""

    dim: int = DIMENSIONS
    seed: int = SEED

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"dim": WholeNumber(1, 1_000_000), "seed": WholeNumber(0, 2**63 - 1)}
    )

    def __post_init__(self) -> None:
        for key, option in self.OPTIONS.items():
            option.read(str(getattr(self, key)), f"vsa:{key}")

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "vsa"

    @property
    def normative(self) -> bool:
        """DS05 fixes dimension and seed."""
        return self.dim == DIMENSIONS and self.seed == SEED

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """Dimension and seed."""
        return MappingProxyType({"dim": self.dim, "seed": self.seed})

    def encode(self, texts: Sequence[str]) -> Planes:
        """Give the hypervector of every text; one without words is all zeros."""
        bags = [Counter(words(text)) for text in texts]
        codebook = {word: row for row, word in enumerate(dict.fromkeys(w for b in bags for w in b))}
        streams = [word_bits(word, self.dim, self.seed) for word in codebook]
        rows = packed_rows(streams, self.dim)
        encoded = Planes(*(np.zeros((len(bags), rows.shape[1]), dtype=np.uint64) for _ in "+-"))
        for place, bag in enumerate(bags):
            if bag:
                chosen = rows[[codebook[word] for word in bag]]
                votes = majority(chosen, tuple(bag.values()), self.dim)
                encoded.positive[place], encoded.negative[place] = votes
        return encoded

    def index(self, texts: Sequence[str]) -> "VsaIndex":
        """Encode the texts."""
        planes = self.encode(texts)
        return VsaIndex(self, planes, planes.squared_norms())


@dataclass(frozen=True, slots=True)
class VsaIndex:
    """Encoded texts with their squared norms."""

    backend: Vsa
    planes: Planes
    norms: WholeNumbers

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score by cosine of hypervectors; queries are encoded as texts are."""
        encoded = self.backend.encode(queries)
        return cosines(encoded.dots(self.planes), encoded.squared_norms(), self.norms)
