"""P@k: how much of the first k results is relevant."""

from dataclasses import dataclass

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_places
from sceneprobe.ranking.model import Places


@dataclass(frozen=True, slots=True)
class Precision:
    """The number of relevant ids among the first k, divided by k, even if fewer are ranked.

    P@k = |{id₁ … idₖ} ∩ relevant| / k

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(9, (Place("Sc4", 1, 0, 1), Place("Sc3", 3, 2, 1), Place("Sc7", 6, 5, 1)))
    >>> Precision(cutoff=5).value(places, {"Sc3": 1, "Sc4": 1, "Sc7": 1})
    0.4

    Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008, section 8.4.
    """

    cutoff: int
    rel: int | None = None

    def __post_init__(self) -> None:
        check_parameters("P", self.cutoff, self.rel)

    @property
    def name(self) -> str:
        """The canonical name, such as ``P(rel=2)@5``."""
        return written("P", self.cutoff, rel=self.rel)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        return sum(1 for _ in relevant_places(places, grades, self.rel, self.cutoff)) / self.cutoff
