"""The weighted terms of ``rich`` in hypervectors, all of one size, however long a text is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from sceneprobe.backends.base import Scores
from sceneprobe.backends.blocks import MOST_SCORES, in_blocks
from sceneprobe.backends.codes import Codes, codes_of
from sceneprobe.backends.cosine import cosines
from sceneprobe.backends.hypervectors import DIMENSIONS, SEED
from sceneprobe.backends.options import Option, OptionValue, WholeNumber
from sceneprobe.backends.planes import Planes
from sceneprobe.backends.rich import with_best_window
from sceneprobe.backends.weights import WeightedTexts, weigh_texts
from sceneprobe.backends.windows import WINDOW

_QUERIES = 256
"""At most so many queries are added up at a time: 20 MB at 10,000 dimensions."""


@dataclass(frozen=True, slots=True)
class VsaRich:
    """The backend; texts are weighted majorities, queries weighted sums."""

    dim: int = DIMENSIONS
    seed: int = SEED
    window: int = WINDOW

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "dim": WholeNumber(1, 1_000_000),
            "seed": WholeNumber(0, 2**63 - 1),
            "window": WholeNumber(0, 100_000),
        }
    )

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "vsa-rich"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """Dimension, seed and the size of the windows."""
        return MappingProxyType({"dim": self.dim, "seed": self.seed, "window": self.window})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def index(self, texts: Sequence[str]) -> "VsaRichIndex":
        """Encode the texts and their windows."""
        weighted = weigh_texts(texts, self.window)
        codes = codes_of(weighted.vocabulary, self.dim, self.seed)
        return VsaRichIndex(
            weighted, codes, codes.bundle(weighted.texts), codes.bundle(weighted.windows)
        )


@dataclass(frozen=True, slots=True)
class VsaRichIndex:
    """Texts and windows as hypervectors."""

    weighted: WeightedTexts
    codes: Codes
    texts: Planes
    windows: Planes

    def scores(self, queries: Sequence[str]) -> Scores:
        """Give the mean of the cosines with the whole text and with its best window."""
        text_count, window_count = self.weighted.texts.shape[0], self.weighted.windows.shape[0]
        width = max(text_count, window_count, MOST_SCORES // _QUERIES)
        return in_blocks(self._scores, queries, text_count, width)

    def _scores(self, queries: Sequence[str]) -> Scores:
        sums = self.codes.add(self.weighted.weigh_queries(queries))
        norms = np.square(sums.astype(np.int64)).sum(axis=1)
        whole, parts = (
            cosines(planes.products(sums), norms, planes.squared_norms())
            for planes in (self.texts, self.windows)
        )
        return with_best_window(whole, parts, self.weighted)
