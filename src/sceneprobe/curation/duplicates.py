"""Queries → pairs of them that have nearly the same words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from sceneprobe.judging.model import Query
from sceneprobe.text.words import words

ALIKE = Fraction(4, 5)
"""The share of their words that two queries must have in common to be near duplicates."""


def near_duplicates(queries: Sequence[Query]) -> Iterator[tuple[Query, Query]]:
    """Give each query that is like an earlier one, with the first that it is like.

    Alike means: of all words that occur in either, four fifths occur in both. Each query looks only
    at those that share one of its rarest words: two that do not cannot be alike.
    """
    sets = [frozenset(words(query.text)) for query in queries]
    frequency = Counter(word for found in sets for word in found)
    earlier: defaultdict[str, list[int]] = defaultdict(list)
    first_like: dict[frozenset[str], int] = {}
    for number, found in enumerate(sets):
        if found in first_like:
            yield queries[number], queries[first_like[found]]
            continue
        rarest = sorted(found, key=lambda word: (frequency[word], word))
        prefix = rarest[: len(found) - ceil(ALIKE * len(found)) + 1] if found else []
        others = sorted({other for word in prefix for other in earlier[word]})
        like = next((other for other in others if _alike(found, sets[other])), None)
        if like is not None:
            yield queries[number], queries[like]
        if found:
            first_like[found] = number if like is None else like
        for word in prefix:
            earlier[word].append(number)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE * len(one | other)
