"""nDCG: how near the ranking is to the best one, where grades say how good each result is."""

from dataclasses import dataclass
from math import ceil, expm1, frexp, fsum, ldexp, log, log2
from typing import Literal

from sceneprobe.errors import OptionError
from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_places
from sceneprobe.ranking.model import Places

Gain = Literal["exponential", "linear"]
GAINS: tuple[Gain, ...] = ("exponential", "linear")

_LN2 = log(2)
_LARGEST = 900
"""Gains are scaled down to 2⁹⁰⁰, so that no sum of them leaves the range of a float."""


@dataclass(frozen=True, slots=True)
class NDCG:
    """Discounted gain of the ranking, divided by that of all judged ids in the best order.

    The gain of a grade g is 2^g − 1, or g itself if it is linear; that of a negative grade is 0.
    With a cutoff, both sums end at k. It is 0 if nothing has a gain. Grades may be of any size:
    gains are scaled by a power of two, which leaves their ratio as it is.

    nDCG = (Σ gain(idᵢ) / log₂(i + 1)) / (Σ gain(bestᵢ) / log₂(i + 1))

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(9, (Place("Sc4", 1, 0, 1), Place("Sc3", 3, 2, 1)))
    >>> grades = {"Sc3": 2, "Sc4": 1}
    >>> NDCG().value(places, grades), NDCG(gain="linear").value(places, grades)
    (0.6885288809404666, 0.7601875334318685)

    Järvelin, Kekäläinen, "Cumulated Gain-Based Evaluation of IR Techniques", TOIS 2002; the
    exponential gain: Burges et al., "Learning to Rank Using Gradient Descent", ICML 2005.
    """

    cutoff: int | None = None
    gain: Gain = "exponential"

    def __post_init__(self) -> None:
        check_parameters("nDCG", self.cutoff)
        if self.gain not in GAINS:
            raise OptionError(f'nDCG(gain) takes {" or ".join(GAINS)}, not "{self.gain}"')

    @property
    def name(self) -> str:
        """The canonical name, such as ``nDCG(gain=linear)@10``."""
        return written("nDCG", self.cutoff, gain=None if self.gain == "exponential" else self.gain)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
        if not best:
            return 0.0
        linear = self.gain == "linear"
        gain = _linear if linear else _exponential
        shift = max(0, (frexp(best[0])[1] if linear else ceil(best[0])) - _LARGEST)
        found = relevant_places(places, grades, None, self.cutoff)
        reached = fsum(gain(grades[at.id], shift) / log2(at.rank + 1) for at in found)
        ranked = enumerate(best[: self.cutoff], start=1)
        ideal = fsum(gain(grade, shift) / log2(rank + 1) for rank, grade in ranked)
        # Of two orders that are nearly as good, rounding can make the lesser one the greater.
        return min(1.0, reached / ideal)


def _exponential(grade: float, shift: int) -> float:
    """Give (2^grade − 1) / 2^shift."""
    if grade < 1:
        # Here 2^grade is near 1, and the difference would lose its digits.
        return ldexp(expm1(grade * _LN2), -shift)
    power: float = 2.0 ** (grade - shift)
    return power - ldexp(1.0, -shift)


def _linear(grade: float, shift: int) -> float:
    return ldexp(grade, -shift)
