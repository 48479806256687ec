"""Several backends asked together, their scores fused by places or by weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.base import Index, Part, Scores, described
from sceneprobe.backends.blocks import in_blocks
from sceneprobe.backends.options import Option, OptionValue, WholeNumber
from sceneprobe.errors import OptionError
from sceneprobe.ranking.fusion import fuse_by_rank, fuse_by_weight
from sceneprobe.text.words import words

_SHOWN = ".9g"
_SLACK = 1e-9
"""By so much rounding may move a share."""


@dataclass(frozen=True, slots=True)
class Hybrid:
    """The backend; of weights only their proportions count, and one not given is 1."""

    form: str
    parts: tuple[Part, ...]
    rrf_k: int = 60

    FORMS: ClassVar[Mapping[str, Mapping[str, Option]]] = MappingProxyType(
        {
            "rrf": MappingProxyType({"rrf_k": WholeNumber(1, 1_000_000)}),
            "weighted": MappingProxyType({}),
        }
    )

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise OptionError(f"hybrid:{self.form} needs two parts or more, not {len(self.parts)}")
        if self.form == "rrf" and any(part.weight is not None for part in self.parts):
            raise OptionError("hybrid:rrf takes no weights; hybrid:weighted does")
        if not fsum(self._given()):
            raise OptionError("hybrid:weighted needs a weight above 0")

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "hybrid"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The form with its options, and the parts with all their settings."""
        parts = [described(part.backend) for part in self.parts]
        if self.form == "rrf":
            return MappingProxyType({"form": "rrf", "parts": ",".join(parts), "rrf_k": self.rrf_k})
        pairs = zip(parts, self.weights(), strict=True)
        weighted = ",".join(f"{part}*{weight:{_SHOWN}}" for part, weight in pairs)
        return MappingProxyType({"form": "weighted", "parts": weighted})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def weights(self) -> tuple[float, ...]:
        """Give the shares of the parts as they are shown; they add up to 1, but for rounding."""
        given = self._given()
        total = fsum(given)
        if abs(total - 1) <= _SLACK * len(given):  # rounded shares that are read again stay
            total = 1.0
        return tuple(float(f"{weight / total:{_SHOWN}}") for weight in given)

    def index(self, texts: Sequence[str]) -> "HybridIndex":
        """Index the texts with every part."""
        with_words = np.array([bool(words(text)) for text in texts], dtype=bool)
        found = tuple(part.backend.index(texts) for part in self.parts)
        return HybridIndex(self, found, np.flatnonzero(with_words), len(texts))

    def _given(self) -> list[float]:
        return [1.0 if part.weight is None else part.weight for part in self.parts]


@dataclass(frozen=True, slots=True)
class HybridIndex:
    """An index of each part; ``columns`` are the texts with words, the others score 0."""

    backend: Hybrid
    parts: tuple[Index, ...]
    columns: NDArray[np.intp]
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Fuse the scores of the parts."""
        return in_blocks(self._scores, queries, self.text_count, len(self.parts) * self.text_count)

    def _scores(self, queries: Sequence[str]) -> Scores:
        scores = np.zeros((len(queries), self.text_count))
        found = [part.scores(queries)[:, self.columns] for part in self.parts]
        if self.backend.form == "rrf":
            scores[:, self.columns] = fuse_by_rank(found, self.backend.rrf_k)
        else:
            scores[:, self.columns] = fuse_by_weight(found, self.backend.weights())
        return scores
