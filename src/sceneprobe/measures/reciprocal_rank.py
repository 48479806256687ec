"""RR: how early the first relevant result comes."""

from collections import Counter
from collections.abc import Collection, Sequence
from math import lcm


def first_relevant_rank(ids: Sequence[str], relevant: Collection[str]) -> int | None:
    """Give the place, counted from 1, of the first relevant id; None if none is ranked."""
    return next((place for place, found in enumerate(ids, start=1) if found in relevant), None)


def reciprocal_rank(ids: Sequence[str], relevant: Collection[str]) -> float:
    """Give 1 / place of the first relevant id in the whole ranking, 0 if none is ranked.

    RR = 1 / min {i : idᵢ ∈ relevant}

    >>> reciprocal_rank(["Sc5", "Sc6", "Sc1", "Sc7"], {"Sc1", "Sc2"})
    0.3333333333333333

    Voorhees, "The TREC-8 Question Answering Track Report", TREC 1999.
    """
    place = first_relevant_rank(ids, relevant)
    return 0.0 if place is None else 1 / place


def mean_reciprocal_rank(places: Sequence[int | None]) -> float:
    """Give the mean of 1 / place, rounded once; a place that is None counts 0.

    It is summed over whole numbers, so that a mean of exactly 3/5 does not come out above 0.6.

    >>> mean_reciprocal_rank([1, 1, 1, 2, 2, 2, 2, 5, 5])
    0.6
    """
    counts = Counter(place for place in places if place is not None)
    common = lcm(*counts)
    total = sum(count * (common // place) for place, count in counts.items())
    return total / (common * len(places))
