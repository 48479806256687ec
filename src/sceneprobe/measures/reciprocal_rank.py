"""RR: how early the first relevant result comes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_places
from sceneprobe.ranking.model import Place, Places

_ONE = 1 << 256


@dataclass(frozen=True, slots=True)
class RR:
    """1 / place of the first relevant id, 0 if none is ranked; with a cutoff, among the first k.

    RR = 1 / min {i : idᵢ is relevant}

    >>> places = Places(4, (Place("Sc1", rank=3, above=2, level=1),))
    >>> RR().value(places, {"Sc1": 1, "Sc2": 1}), RR(cutoff=2).value(places, {"Sc1": 1})
    (0.3333333333333333, 0.0)

    Voorhees, "The TREC-8 Question Answering Track Report", TREC 1999.
    """

    cutoff: int | None = None
    rel: int | None = None

    def __post_init__(self) -> None:
        check_parameters("RR", self.cutoff, self.rel)

    @property
    def name(self) -> str:
        """The canonical name, such as ``RR(rel=2)@10``."""
        return written("RR", self.cutoff, rel=self.rel)

    def first(self, places: Places, grades: Grades) -> Place | None:
        """Give the place of the first relevant id; None if none is ranked before the cutoff."""
        return next(relevant_places(places, grades, self.rel, self.cutoff), None)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        place = self.first(places, grades)
        return 0.0 if place is None else 1 / place.rank


def mean_reciprocal_rank(places: Sequence[int | None]) -> float:
    """Give the mean of 1 / place, rounded once; a place that is None counts 0.

    It is summed over whole numbers, so that a mean of exactly 3/5 does not come out above 0.6.

    >>> mean_reciprocal_rank([1, 1, 1, 2, 2, 2, 2, 5, 5])
    0.6
    """
    counts = Counter(place for place in places if place is not None)
    # In units of 2⁻²⁵⁶ each summand is less than 1 too small; the bounds nearly always round alike.
    least = sum(count * (_ONE // place) for place, count in counts.items())
    most = least + counts.total()
    units = _ONE * len(places)
    return least / units if least / units == most / units else _exact_mean(counts, len(places))


def _exact_mean(counts: Mapping[int, int], n: int) -> float:
    """Sum with a common denominator, which may have as many digits as all places together."""
    common = lcm(*counts)
    total = sum(count * (common // place) for place, count in counts.items())
    return total / (common * n)
