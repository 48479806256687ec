"""Texts → terms: stems, pairs of neighbouring stems, and runs of four characters.

Terms are numbered as they are first seen. A text is the numbers of its terms in order, so that a
window of it is a few slices.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.stems import stem
from sceneprobe.text.words import words

Numbers = NDArray[np.int32]
Pair = tuple[str, str]
GRAM = 4
STEM_WEIGHT, PAIR_WEIGHT, GRAM_WEIGHT = 1.0, 0.5, 0.4
_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class TermRow:
    """The terms of one text, by number, in the order in which they stand there.

    ``starts`` are where its words begin in the text of its words, with a blank before and behind
    each; one more tells where a word behind the last would begin.
    """

    stems: Numbers
    pairs: Numbers
    grams: Numbers
    starts: Numbers

    def __len__(self) -> int:
        return len(self.stems)

    def cut(self, first: int, last: int) -> Numbers:
        """Give the known terms of a stretch of words."""
        if first >= last:
            return self.stems[:0]
        begin, end = self.starts[first] - 1, self.starts[last] - GRAM + 1
        grams = self.grams[begin : max(begin, end)]
        terms = np.concatenate([self.stems[first:last], self.pairs[first : last - 1], grams])
        known: Numbers = terms[terms != _UNKNOWN]
        return known


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every term there is, with its number; numbers of the three kinds do not overlap."""

    stems: Mapping[str, int]
    pairs: Mapping[Pair, int]
    grams: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.stems) + len(self.pairs) + len(self.grams)

    def weights(self) -> NDArray[np.float64]:
        """Give the weight of each term's kind, by number."""
        weights = np.empty(len(self))
        weights[list(self.stems.values())] = STEM_WEIGHT
        weights[list(self.pairs.values())] = PAIR_WEIGHT
        weights[list(self.grams.values())] = GRAM_WEIGHT
        return weights

    def row(self, text: str) -> TermRow:
        """Give the terms of a text by number; those not known are left out when it is cut."""
        return _row(
            text,
            lambda found: self.stems.get(found, _UNKNOWN),
            lambda found: self.pairs.get(found, _UNKNOWN),
            lambda found: self.grams.get(found, _UNKNOWN),
        )


def number_terms(texts: Sequence[str]) -> tuple[Vocabulary, list[TermRow]]:
    """Give every term of the texts a number, and every text by its numbers."""
    following = count().__next__
    stems: defaultdict[str, int] = defaultdict(following)
    pairs: defaultdict[Pair, int] = defaultdict(following)
    grams: defaultdict[str, int] = defaultdict(following)
    rows = [_row(text, stems.__getitem__, pairs.__getitem__, grams.__getitem__) for text in texts]
    return Vocabulary(dict(stems), dict(pairs), dict(grams)), rows


def _row(
    text: str,
    stem_number: Callable[[str], int],
    pair_number: Callable[[Pair], int],
    gram_number: Callable[[str], int],
) -> TermRow:
    found = words(text)
    stems = [stem(word) for word in found]
    joined = f" {' '.join(found)} "
    starts = np.cumsum([1, *(len(word) + 1 for word in found)], dtype=np.int32)
    grams = (joined[place : place + GRAM] for place in range(len(joined) - GRAM + 1))
    return TermRow(
        np.fromiter(map(stem_number, stems), dtype=np.int32),
        np.fromiter(map(pair_number, pairwise(stems)), dtype=np.int32),
        np.fromiter(map(gram_number, grams), dtype=np.int32),
        starts,
    )
