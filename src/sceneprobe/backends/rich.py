"""Stems, word pairs and character runs, weighted by rarity and compared by cosine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from sceneprobe.backends.base import Scores
from sceneprobe.backends.blocks import in_blocks
from sceneprobe.backends.cosine import WholeNumbers, cosines
from sceneprobe.backends.options import Option, OptionValue, WholeNumber
from sceneprobe.backends.weights import WeightedTexts, Weights, squared_norms, weigh_texts
from sceneprobe.backends.windows import WINDOW


@dataclass(frozen=True, slots=True)
class Rich:
    """The backend; ``window=0`` compares whole texts only."""

    window: int = WINDOW

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType({"window": WholeNumber(0, 100_000)})

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "rich"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The size of the windows."""
        return MappingProxyType({"window": self.window})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def index(self, texts: Sequence[str]) -> "RichIndex":
        """Weigh the terms of every text and of its windows."""
        weighted = weigh_texts(texts, self.window)
        return RichIndex(weighted, squared_norms(weighted.texts), squared_norms(weighted.windows))


@dataclass(frozen=True, slots=True)
class RichIndex:
    """Weighted texts and windows, with their squared norms."""

    weighted: WeightedTexts
    text_norms: WholeNumbers
    window_norms: WholeNumbers

    def scores(self, queries: Sequence[str]) -> Scores:
        """Give the mean of the cosines with the whole text and with its best window."""
        counts = len(self.text_norms), len(self.window_norms)
        return in_blocks(self._scores, queries, counts[0], max(counts))

    def _scores(self, queries: Sequence[str]) -> Scores:
        asked = self.weighted.weigh_queries(queries)
        norms = squared_norms(asked)
        whole = cosines(_dots(asked, self.weighted.texts), norms, self.text_norms)
        parts = cosines(_dots(asked, self.weighted.windows), norms, self.window_norms)
        return with_best_window(whole, parts, self.weighted)


def with_best_window(whole: Scores, parts: Scores, weighted: WeightedTexts) -> Scores:
    """Give the mean of each text's score and its best window's; one without windows is its own."""
    if not weighted.long:
        return whole
    best = whole.copy()
    best[:, weighted.long] = np.maximum.reduceat(parts, weighted.starts, axis=1)
    return (whole + best) / 2


def _dots(queries: Weights, texts: Weights) -> WholeNumbers:
    found: WholeNumbers = (queries @ texts.T).toarray()
    return found
