"""Sparse neural expansion: a masked language model says which words a text might as well have.

A text weighs each entry of the model's vocabulary max ln(1 + max(0, logit)) over its tokens, and
is compared by dot product, at its best window.

Formal, Piwowarski, Clinchant, "SPLADE: Sparse Lexical and Expansion Model for First Stage
Ranking", 2021; the maximum is that of their second version.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from scipy import sparse

from sceneprobe.backends.base import Scores
from sceneprobe.backends.blocks import in_blocks
from sceneprobe.backends.models import TRANSFORMERS, LocalModel, Model
from sceneprobe.backends.options import Option, OptionValue, Text, WholeNumber
from sceneprobe.backends.windows import WINDOW, first_windows, windows_of
from sceneprobe.errors import OptionError
from sceneprobe.text.words import words

_FILES = ("config.json", "tokenizer.json|vocab.txt", "model.safetensors")
_BATCH = 16


@dataclass(frozen=True, slots=True)
class Splade:
    """The backend; ``model`` is the folder of a masked language model that was trained for this."""

    model: str = ""
    window: int = WINDOW
    folder: LocalModel = field(init=False, repr=False, compare=False)

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"model": Text(), "window": WholeNumber(0, 100_000)}
    )

    def __post_init__(self) -> None:
        if not self.model:
            raise OptionError("splade needs the folder of a model: splade:model=FOLDER")
        folder = LocalModel(self.model, "splade:model", _FILES, TRANSFORMERS, _load)
        object.__setattr__(self, "folder", folder)

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "splade"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The model by its content, what computes with it, and the size of the windows."""
        return MappingProxyType({**self.folder.settings, "window": self.window})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def expand(self, texts: Sequence[str]) -> sparse.csr_array:
        """Weigh the model's vocabulary for each text; one without words weighs nothing."""
        unique = [text for text in dict.fromkeys(texts) if words(text)]
        places = {text: place for place, text in enumerate(unique, start=1)}
        width = int(self.folder.loaded[1].config.vocab_size)
        rows = [sparse.csr_array((1, width), dtype=np.float64), *self._batches(unique)]
        table = sparse.csr_array(sparse.vstack(rows))
        return table[[places.get(text, 0) for text in texts]]

    def _batches(self, texts: Sequence[str]) -> Iterator[sparse.csr_array]:
        import torch

        tokenizer, model = self.folder.loaded
        for start in range(0, len(texts), _BATCH):
            batch = tokenizer(
                list(texts[start : start + _BATCH]),
                padding=True,
                truncation=True,
                max_length=min(512, model.config.max_position_embeddings),
                return_tensors="pt",
            )
            with torch.no_grad():
                logits = model(**batch).logits
            seen = batch["attention_mask"].unsqueeze(-1)
            weights = (torch.log1p(torch.relu(logits)) * seen).amax(dim=1)
            yield sparse.csr_array(weights.double().numpy())

    def index(self, texts: Sequence[str]) -> "SpladeIndex":
        """Weigh the windows of all texts."""
        windows = [windows_of(text, self.window) for text in texts]
        starts = first_windows([len(found) for found in windows])
        return SpladeIndex(self, self.expand([one for found in windows for one in found]), starts)


@dataclass(frozen=True, slots=True)
class SpladeIndex:
    """Weighted windows, and where those of each text begin."""

    backend: Splade
    windows: sparse.csr_array
    starts: Sequence[int]

    def scores(self, queries: Sequence[str]) -> Scores:
        """Give the dot product with the best window."""
        return in_blocks(self._scores, queries, len(self.starts), self.windows.shape[0])

    def _scores(self, queries: Sequence[str]) -> Scores:
        if not queries or not self.starts:
            return np.zeros((len(queries), len(self.starts)))
        dots: Scores = (self.backend.expand(queries) @ self.windows.T).toarray()
        return np.maximum.reduceat(dots, self.starts, axis=1)


def _load(folder: str) -> Model:
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModelForMaskedLM.from_pretrained(
        folder, local_files_only=True, use_safetensors=True
    )
    return tokenizer, model.eval()
