"""Queries → pairs of them that have nearly the same words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sceneprobe.judging.model import Query
from sceneprobe.text.words import words

ALIKE = Fraction(4, 5)
"""The share of their words that two queries must have in common to be near duplicates."""

_OF_BOTH = ALIKE / (1 + ALIKE)
_DIGITS = 5
_Words = frozenset[str]


def near_duplicates(queries: Sequence[Query]) -> Iterator[tuple[Query, Query]]:
    """Give each query that is like an earlier one of its story, with the first that it is like."""
    by_story: defaultdict[str | None, list[int]] = defaultdict(list)
    for place, query in enumerate(queries):
        by_story[query.story].append(place)
    pairs = (
        (places[number], places[like])
        for places in by_story.values()
        for number, like in near_places([queries[place].text for place in places])
    )
    for number, like in sorted(pairs):
        yield queries[number], queries[like]


def near_places(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give the place of each text that is like an earlier one, and of the first that it is like.

    Alike means: of all words that occur in either, four fifths occur in both. A text without words
    is like none.
    """
    sets = [frozenset(words(text)) for text in texts]
    frequency = Counter(word for found in sets for word in found)
    earlier = _Earlier(sets)
    first_like: dict[_Words, int] = {}
    for number, found in enumerate(sets):
        if not found:
            continue
        like = first_like.get(found)
        if like is None:
            rarest = sorted(found, key=lambda word: (frequency[word], word))
            like = earlier.first_like(found, rarest)
            first_like[found] = number if like is None else like
            earlier.add(number, rarest)
        if like is not None:
            yield number, like


class _Earlier:
    """Sets that came before, by size and by the rarest words of each.

    Two sets of n and m words are alike where they share s = 4 (n + m) / 9 of them or more. Then the
    n - s + 1 rarest words of one and the m - s + 1 rarest of the other have one in common, so that
    only those are looked at which have.
    """

    def __init__(self, sets: Sequence[_Words]) -> None:
        self._sets = sets
        self._by_size: dict[int, defaultdict[str, list[int]]] = {}

    def add(self, number: int, rarest: Sequence[str]) -> None:
        """Keep a set under as many of its words as any that is like it could need."""
        size = len(rarest)
        by_word = self._by_size.setdefault(_rounded(size), defaultdict(list))
        for word in rarest[: size - _smallest(size) + 1]:
            by_word[word].append(number)

    def first_like(self, found: _Words, rarest: Sequence[str]) -> int | None:
        """Find the first set that is like this one, but not the same."""
        size = len(rarest)
        smallest, largest = _smallest(size), size * ALIKE.denominator // ALIKE.numerator
        first = None
        for least, by_word in self._by_size.items():
            if not _rounded(smallest) <= least <= largest:
                continue
            shared = _shared(size, max(least, smallest))
            if shared == size == least:  # such sets would have to be the same
                continue
            for word in rarest[: size - shared + 1]:
                for other in by_word.get(word, ()):
                    if first is not None and other >= first:
                        break
                    if self._alike(found, other):
                        first = other
                        break
        return first

    def _alike(self, found: _Words, number: int) -> bool:
        other = self._sets[number]
        return len(found & other) >= _shared(len(found), len(other))


def _smallest(size: int) -> int:
    """Give how many words a set must have to be like one of this size."""
    return -(-size * ALIKE.numerator // ALIKE.denominator)


def _shared(one: int, other: int) -> int:
    """Give how many words sets of these sizes must share to be alike."""
    return -(-(one + other) * _OF_BOTH.numerator // _OF_BOTH.denominator)


def _rounded(size: int) -> int:
    """Round down to five binary digits: exact below 32, and few sizes are like one above."""
    rest = max(0, size.bit_length() - _DIGITS)
    return size >> rest << rest
