"""Texts that were found → scores from a closer look at their windows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.base import Backend, Index, Scores
from sceneprobe.backends.models import SENTENCES, LocalModel, Model
from sceneprobe.backends.windows import first_windows, windows_of
from sceneprobe.errors import OptionError

Chosen = NDArray[np.bool_]
"""Which texts are looked at, one row a query."""
_FILES = ("config.json", "tokenizer.json|vocab.txt", "model.safetensors")


class Look(Protocol):
    """A second opinion on the chosen texts."""

    @property
    def window_count(self) -> int:
        """How many windows the texts have together."""
        ...

    def scores(self, queries: Sequence[str], first: Scores, chosen: Chosen) -> Scores:
        """Score the chosen texts anew; what is said of others does not matter."""
        ...


@dataclass(frozen=True, slots=True)
class WindowLook:
    """Windows indexed as texts of their own; ``share`` is what the best of them counts."""

    windows: Index
    window_count: int
    starts: Sequence[int]
    share: float

    def scores(self, queries: Sequence[str], first: Scores, chosen: Chosen) -> Scores:
        """Mix each text's score with that of its best window; every text is looked at."""
        if not chosen.any():
            return first
        best = np.maximum.reduceat(self.windows.scores(queries), self.starts, axis=1)
        return (1 - self.share) * first + self.share * best


@dataclass(frozen=True, slots=True)
class CrossLook:
    """A model that reads a query together with a window and says how well they fit."""

    encoder: Model
    windows: Sequence[Sequence[str]]

    @property
    def window_count(self) -> int:
        """How many windows the texts have together."""
        return sum(map(len, self.windows))

    def scores(self, queries: Sequence[str], first: Scores, chosen: Chosen) -> Scores:
        """Give each chosen text what the model says of its best window."""
        scores = np.zeros_like(first)
        for place, query in enumerate(queries):
            columns = np.flatnonzero(chosen[place])
            if not len(columns):
                continue
            windows = [self.windows[column] for column in columns.tolist()]
            pairs = [(query, window) for found in windows for window in found]
            said = self.encoder.predict(pairs, show_progress_bar=False, convert_to_numpy=True)
            starts = first_windows([len(found) for found in windows])
            scores[place, columns] = np.maximum.reduceat(said.astype(np.float64), starts)
        return scores


def window_look(backend: Backend, texts: Sequence[str], window: int, share: float) -> WindowLook:
    """Index the windows of texts with a backend."""
    cut = [windows_of(text, window) for text in texts]
    windows = [one for found in cut for one in found]
    starts = first_windows([len(found) for found in cut])
    return WindowLook(backend.index(windows), len(windows), starts, share)


def cross_look(encoder: Model, texts: Sequence[str], window: int) -> CrossLook:
    """Cut texts into windows for a cross-encoder."""
    return CrossLook(encoder, [windows_of(text, window) for text in texts])


def encoder_in(folder: str) -> LocalModel:
    """Find the cross-encoder of a folder."""
    return LocalModel(folder, "rerank:model", _FILES, SENTENCES, _load)


def _load(folder: str) -> Model:
    from sentence_transformers import CrossEncoder

    encoder = CrossEncoder(
        folder,
        device="cpu",
        max_length=512,
        local_files_only=True,
        model_kwargs={"use_safetensors": True},
    )
    if encoder.num_labels != 1:
        raise OptionError(f"it gives {encoder.num_labels} values for a pair, and 1 is needed")
    return encoder
