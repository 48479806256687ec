"""R@k: how much of what is relevant is among the first k results."""

from dataclasses import dataclass

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_count, relevant_places
from sceneprobe.ranking.model import Places


@dataclass(frozen=True, slots=True)
class Recall:
    """The share of the relevant ids that are among the first k; 0 if nothing is relevant.

    R@k = |{id₁ … idₖ} ∩ relevant| / |relevant|

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(9, (Place("Sc4", 1, 0, 1), Place("Sc3", 3, 2, 1), Place("Sc7", 6, 5, 1)))
    >>> Recall(cutoff=5).value(places, {"Sc3": 1, "Sc4": 1, "Sc7": 1})
    0.6666666666666666

    Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008, section 8.3.
    """

    cutoff: int | None = None
    rel: int | None = None

    def __post_init__(self) -> None:
        check_parameters("R", self.cutoff, self.rel)

    @property
    def name(self) -> str:
        """The canonical name, such as ``R(rel=2)@5``."""
        return written("R", self.cutoff, rel=self.rel)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        right = relevant_count(grades, self.rel)
        found = sum(1 for _ in relevant_places(places, grades, self.rel, self.cutoff))
        return found / right if right else 0.0
