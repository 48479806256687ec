"""Bag of words: a text is its word counts, compared by cosine (DS18, ``basic``/``bow``)."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from sceneprobe.backends.base import Scores
from sceneprobe.backends.cosine import WholeNumbers, cosines
from sceneprobe.backends.options import Option, OptionValue
from sceneprobe.text.words import words


@dataclass(frozen=True, slots=True)
class BagOfWords:
    """The backend; it has no settings."""

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType({})

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "bow"

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """No settings."""
        return MappingProxyType({})

    @property
    def normative(self) -> bool:
        """DS18 names it."""
        return True

    def index(self, texts: Sequence[str]) -> "BagOfWordsIndex":
        """Count the words of every text and note where each word occurs."""
        postings: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        norms = np.zeros(len(texts), dtype=np.int64)
        for place, text in enumerate(texts):
            bag = Counter(words(text))
            for word, count in bag.items():
                postings[word].extend((place, count))
            norms[place] = _squared_norm(bag)
        return BagOfWordsIndex(postings, norms)


@dataclass(frozen=True, slots=True)
class BagOfWordsIndex:
    """For each word the texts that have it, each with how often; and their squared norms."""

    postings: "Mapping[str, array[int]]"
    norms: WholeNumbers

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score by cosine of word counts."""
        bags = [Counter(words(query)) for query in queries]
        dots = np.zeros((len(bags), len(self.norms)), dtype=np.int64)
        for row, bag in zip(dots, bags, strict=True):
            for word, count in bag.items():
                if word in self.postings:
                    found = np.frombuffer(self.postings[word], dtype=np.int64)
                    row[found[::2]] += count * found[1::2]
        return cosines(
            dots, np.array([_squared_norm(bag) for bag in bags], dtype=np.int64), self.norms
        )


def _squared_norm(bag: Counter[str]) -> int:
    counts = bag.values()
    return sum(map(mul, counts, counts))
