"""A backend's first places, ordered anew by a closer look at each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from sceneprobe.backends.base import Index, Part, Scores, described
from sceneprobe.backends.blocks import in_blocks
from sceneprobe.backends.looks import Chosen, Look, cross_look, encoder_in, window_look
from sceneprobe.backends.models import LocalModel
from sceneprobe.backends.options import Number, Option, OptionValue, Text, WholeNumber
from sceneprobe.backends.windows import WINDOW
from sceneprobe.errors import OptionError
from sceneprobe.ranking.fusion import stretched

_COUNT = WholeNumber(1, 100_000)


@dataclass(frozen=True, slots=True)
class Rerank:
    """The backend; ``n`` texts are looked at again, and those that tie with the last of them.

    Form ``window`` scores a text anew by ``share`` of its best window's score and the rest of its
    own; form ``cross`` by what a cross-encoder says of the query with its best window.
    """

    form: str
    parts: tuple[Part, ...]
    n: int = 20
    window: int = WINDOW
    share: float = 0.5
    model: str = ""
    encoder: LocalModel | None = field(init=False, repr=False, compare=False, default=None)

    FORMS: ClassVar[Mapping[str, Mapping[str, Option]]] = MappingProxyType(
        {
            "window": MappingProxyType({"n": _COUNT, "window": _COUNT, "share": Number(0, 1)}),
            "cross": MappingProxyType({"n": _COUNT, "window": _COUNT, "model": Text()}),
        }
    )

    def __post_init__(self) -> None:
        if len(self.parts) != 1:
            raise OptionError(f"rerank:{self.form} takes one part, not {len(self.parts)}")
        if self.parts[0].weight is not None:
            raise OptionError(f"rerank:{self.form} takes no weights")
        if self.form == "cross":
            if not self.model:
                wanted = f"rerank:cross({self.parts[0].backend.name}),model=FOLDER"
                raise OptionError(f"rerank:cross needs the folder of a model: {wanted}")
            object.__setattr__(self, "encoder", encoder_in(self.model))

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "rerank"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The form with its options, and the part with all its settings."""
        shown = {key: getattr(self, key) for key in self.FORMS[self.form]}
        if self.encoder is not None:
            shown |= self.encoder.settings
        part = described(self.parts[0].backend)
        return MappingProxyType({"form": self.form, "parts": part, **shown})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def index(self, texts: Sequence[str]) -> "RerankIndex":
        """Index the texts, and make ready for the closer look."""
        backend = self.parts[0].backend
        look: Look
        if self.encoder is not None:
            look = cross_look(self.encoder.loaded, texts, self.window)
        else:
            look = window_look(backend, texts, self.window, self.share)
        return RerankIndex(backend.index(texts), look, self.n, len(texts))


@dataclass(frozen=True, slots=True)
class RerankIndex:
    """The index of the part, and the closer look."""

    first: Index
    look: Look
    n: int
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Put the chosen texts first, in their new order, and the others behind, in the old one.

        The former score from ½ to 1, the latter from ⅛ to ¼; what was not found keeps its 0.
        """
        return in_blocks(self._scores, queries, self.text_count, self.look.window_count)

    def _scores(self, queries: Sequence[str]) -> Scores:
        first = self.first.scores(queries)
        chosen = _chosen(first, self.n)
        looked = self.look.scores(queries, first, chosen)
        scores = np.where(first != 0, (1 + stretched(first)) / 8, 0.0)
        for row, new, mask in zip(scores, looked, chosen, strict=True):
            if mask.any():
                row[mask] = 0.5 + stretched(new[np.newaxis, mask])[0] / 2
        return scores


def _chosen(scores: Scores, n: int) -> Chosen:
    """Choose the n highest scores of each row and their ties; what scores 0 was not found."""
    chosen: Chosen = scores != 0
    for place, row in enumerate(scores):
        found = np.sort(row[chosen[place]])[::-1]
        if len(found) > n:
            chosen[place] &= row >= found[n - 1]
    return chosen
