"""AP: how much of the ranking is relevant, seen from each relevant result."""

from dataclasses import dataclass
from math import fsum

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_count, relevant_places
from sceneprobe.ranking.model import Places


@dataclass(frozen=True, slots=True)
class AveragePrecision:
    """The mean, over all relevant ids, of P@i at the place i of each; one not ranked counts 0.

    With a cutoff, those behind it count 0, too; the divisor stays the number of all relevant ids.
    It is 0 if nothing is relevant. Its mean over queries is called MAP.

    AP = (Σ P@i over all i with idᵢ relevant) / |relevant|

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(9, (Place("Sc4", 1, 0, 1), Place("Sc3", 4, 3, 1)))
    >>> grades = {"Sc3": 1, "Sc4": 1, "Sc7": 1}
    >>> AveragePrecision().value(places, grades), AveragePrecision(cutoff=3).value(places, grades)
    (0.5, 0.3333333333333333)

    Buckley, Voorhees, "Evaluating Evaluation Measure Stability", SIGIR 2000.
    """

    cutoff: int | None = None
    rel: int | None = None

    def __post_init__(self) -> None:
        check_parameters("AP", self.cutoff, self.rel)

    @property
    def name(self) -> str:
        """The canonical name, such as ``AP(rel=2)@100``."""
        return written("AP", self.cutoff, rel=self.rel)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        right = relevant_count(grades, self.rel)
        found = enumerate(relevant_places(places, grades, self.rel, self.cutoff), start=1)
        return fsum(number / place.rank for number, place in found) / right if right else 0.0
