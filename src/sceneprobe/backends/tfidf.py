"""Word counts weighted by rarity and compared by cosine, as scikit-learn does it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from sceneprobe.backends.base import Scores
from sceneprobe.backends.options import Choice, Option, OptionValue
from sceneprobe.text.words import words


@dataclass(frozen=True, slots=True)
class Tfidf:
    """The backend; a word that a text has c times counts 1 + ln c, or c with ``tf=raw``."""

    tf: str = "log"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType({"tf": Choice(("log", "raw"))})

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "tfidf"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """How counts are taken, and by which release of the library."""
        return MappingProxyType({"tf": self.tf, "scikit-learn": version("scikit-learn")})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def index(self, texts: Sequence[str]) -> "TfidfIndex":
        """Learn the words of the texts and how rare they are."""
        if not any(map(words, texts)):
            return TfidfIndex(None, None, len(texts))
        vectorizer = TfidfVectorizer(analyzer=words, sublinear_tf=self.tf == "log")
        return TfidfIndex(vectorizer, vectorizer.fit_transform(texts), len(texts))


@dataclass(frozen=True, slots=True)
class TfidfIndex:
    """Weighted texts of length 1; None where no text has a word."""

    vectorizer: TfidfVectorizer | None
    weighted: Any  # a sparse matrix; scikit-learn has no types
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score by cosine of weighted counts."""
        if self.vectorizer is None or not queries:
            return np.zeros((len(queries), self.text_count))
        asked = self.vectorizer.transform(queries)
        found: Scores = (asked @ self.weighted.T).toarray()
        return np.minimum(found, 1.0)  # nothing beyond 1 by rounding
