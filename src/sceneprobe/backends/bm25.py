"""BM25, Lucene's variant: how often a text has a query's words, with rare words counting more.

score = Σ ln(1 + (N − n + ½) / (n + ½)) · c / (c + k1 · (1 − b + b · length / mean length)) over the
words of the query, for a word that n of N texts have and this one c times. Each summand is rounded
to whole 2⁻²⁴ths, so that sums are exact and come out the same in any order.

Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; Kamphuis et
al., "Which BM25 Do You Mean?", 2020, compares the variants.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.base import Scores
from sceneprobe.backends.cosine import WholeNumbers
from sceneprobe.backends.options import Choice, Number, Option, OptionValue
from sceneprobe.backends.stems import stem
from sceneprobe.text.words import words

_PARTS = 2**24


@dataclass(frozen=True, slots=True)
class Bm25:
    """The backend; ``terms=stems`` counts stems in place of words."""

    k1: float = 1.2
    b: float = 0.75
    terms: str = "words"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"k1": Number(0, 1_000), "b": Number(0, 1), "terms": Choice(("words", "stems"))}
    )

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "bm25"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """Saturation, the share of length, and what is counted."""
        return MappingProxyType({"k1": self.k1, "b": self.b, "terms": self.terms})

    @property
    def normative(self) -> bool:
        """DS18 does not name it."""
        return False

    def count(self, text: str) -> Counter[str]:
        """Count a text's terms."""
        found = words(text)
        return Counter(map(stem, found) if self.terms == "stems" else found)

    def index(self, texts: Sequence[str]) -> "Bm25Index":
        """Count the terms of every text and note what each adds to its score."""
        holders: defaultdict[str, list[int]] = defaultdict(list)
        counts: defaultdict[str, list[int]] = defaultdict(list)
        lengths = np.zeros(len(texts), dtype=np.int64)
        for place, text in enumerate(texts):
            bag = self.count(text)
            lengths[place] = bag.total()
            for term, count in bag.items():
                holders[term].append(place)
                counts[term].append(count)
        mean = int(lengths.sum()) / max(1, len(texts)) or 1.0
        slowness = self.k1 * (1 - self.b + self.b * lengths / mean)
        postings = {}
        for term, places in holders.items():
            rarity = np.log1p((len(texts) - len(places) + 0.5) / (len(places) + 0.5))
            often = np.array(counts[term], dtype=np.float64)
            added = rarity * often / (often + slowness[places])
            whole = np.rint(_PARTS * added).astype(np.int64)
            postings[term] = np.array(places, dtype=np.int32), whole
        return Bm25Index(self, postings, len(texts))


@dataclass(frozen=True, slots=True)
class Bm25Index:
    """For each term the texts that have it, each with what it adds to the score."""

    backend: Bm25
    postings: Mapping[str, tuple[NDArray[np.int32], WholeNumbers]]
    text_count: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """Add up what the terms of each query find; one that is asked twice counts twice."""
        scores = np.zeros((len(queries), self.text_count))
        for row, query in zip(scores, queries, strict=True):
            sums = np.zeros(self.text_count, dtype=np.int64)
            for term, count in self.backend.count(query).items():
                if term in self.postings:
                    places, added = self.postings[term]
                    sums[places] += count * added
            row[:] = sums / _PARTS
        return scores
