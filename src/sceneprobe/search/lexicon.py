"""Texts → in how many of them each word occurs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sceneprobe.text.words import words


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The number of texts that have a word, for every word there is."""

    occurrences: Mapping[str, int]

    def has_evidence(self, query: str) -> bool:
        """Tell whether any word of a query occurs anywhere."""
        return any(word in self.occurrences for word in words(query))

    def rarest_first(self, found: Iterable[str]) -> list[str]:
        """Order words by how few texts have them; equal ones alphabetically."""
        return sorted(found, key=lambda word: (self.occurrences.get(word, 0), word))


def lexicon_of(texts: Sequence[str]) -> Lexicon:
    """Count the texts of every word."""
    occurrences: Counter[str] = Counter()
    for text in texts:
        occurrences.update(set(words(text)))
    return Lexicon(occurrences)
