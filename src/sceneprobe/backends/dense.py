"""Sentence embeddings: a text is as close to a query as its closest window is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.base import Scores
from sceneprobe.backends.blocks import in_blocks
from sceneprobe.backends.models import SENTENCES, LocalModel, Model
from sceneprobe.backends.options import Option, OptionValue, Text, WholeNumber
from sceneprobe.backends.windows import WINDOW, first_windows, windows_of
from sceneprobe.errors import OptionError
from sceneprobe.text.words import words

Embeddings = NDArray[np.float32]
_FILES = ("modules.json", "config.json|0_Transformer/config.json")


@dataclass(frozen=True, slots=True)
class Dense:
    """The backend; ``model`` is the folder of a sentence-transformers model."""

    model: str = ""
    window: int = WINDOW
    folder: LocalModel = field(init=False, repr=False, compare=False)

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"model": Text(), "window": WholeNumber(0, 100_000)}
    )

    def __post_init__(self) -> None:
        if not self.model:
            raise OptionError("dense needs the folder of a model: dense:model=FOLDER")
        folder = LocalModel(self.model, "dense:model", _FILES, SENTENCES, _load)
        object.__setattr__(self, "folder", folder)

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "dense"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The model by its content, what computes with it, and the size of the windows."""
        return MappingProxyType({**self.folder.settings, "window": self.window})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def embed(self, texts: Sequence[str]) -> Embeddings:
        """Embed texts, one row of length 1 each; equal texts are embedded once."""
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        embedded: Embeddings = self.folder.loaded.encode(
            list(places), normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        return embedded[[places[text] for text in texts]]

    def index(self, texts: Sequence[str]) -> "DenseIndex":
        """Embed the windows of all texts that have words."""
        columns = [place for place, text in enumerate(texts) if words(text)]
        windows = [windows_of(texts[place], self.window) for place in columns]
        if not columns:
            return DenseIndex(self, np.zeros((0, 0), dtype=np.float32), [], [], len(texts))
        embedded = self.embed([window for found in windows for window in found])
        starts = first_windows([len(found) for found in windows])
        return DenseIndex(self, embedded, starts, columns, len(texts))


@dataclass(frozen=True, slots=True)
class DenseIndex:
    """Embedded windows, where those of each text begin, and the columns of these texts."""

    backend: Dense
    windows: Embeddings
    starts: Sequence[int]
    columns: Sequence[int]
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Give the cosine with the closest window; without words it is 0."""
        return in_blocks(self._scores, queries, self.text_count, len(self.windows))

    def _scores(self, queries: Sequence[str]) -> Scores:
        scores = np.zeros((len(queries), self.text_count))
        rows = [place for place, query in enumerate(queries) if words(query)]
        if rows and self.columns:
            asked = self.backend.embed([queries[row] for row in rows])
            cosines = np.clip((asked @ self.windows.T).astype(np.float64), -1, 1)
            best = np.maximum.reduceat(cosines, self.starts, axis=1)
            scores[np.ix_(rows, self.columns)] = best + 0.0  # no −0.0
        return scores


def _load(folder: str) -> Model:
    from sentence_transformers import SentenceTransformer

    for module in json.loads(Path(folder, "modules.json").read_text("utf-8")):
        if not module["type"].startswith("sentence_transformers."):  # any class could be named
            raise OptionError(f'its modules.json names "{module["type"]}", which is not run')
    return SentenceTransformer(
        folder, device="cpu", local_files_only=True, model_kwargs={"use_safetensors": True}
    )
