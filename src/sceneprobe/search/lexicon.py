"""Texts → in how many of them each word occurs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sceneprobe.text.words import words


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The number of texts that have a word, for every word there is."""

    text_counts: Mapping[str, int]

    def has_evidence(self, query: str) -> bool:
        """Tell whether any word of a query occurs anywhere."""
        return any(word in self.text_counts for word in words(query))


def lexicon_of(texts: Sequence[str]) -> Lexicon:
    """Count the texts of every word."""
    text_counts: Counter[str] = Counter()
    for text in texts:
        text_counts.update(set(words(text)))
    return Lexicon(text_counts)
