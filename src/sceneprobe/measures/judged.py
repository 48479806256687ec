"""Judged@k: how much of the first k results has a judgment."""

from dataclasses import dataclass

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.ranking.model import Places


@dataclass(frozen=True, slots=True)
class Judged:
    """The share of the first k ids that are judged, whatever the grade; 0 if nothing is ranked.

    It says how far the other measures can be trusted: they count what is not judged as not
    relevant. A ranking of fewer than k ids is taken whole.

    Judged@k = |{id₁ … idₘ} ∩ judged| / m, m = min(k, length)

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(4, (Place("Sc4", 1, 0, 1), Place("Sc3", 3, 2, 1)))
    >>> grades = {"Sc3": 0, "Sc4": 1}
    >>> Judged(cutoff=3).value(places, grades), Judged(cutoff=10).value(places, grades)
    (0.6666666666666666, 0.5)

    On what is not judged: Buckley, Voorhees, "Retrieval Evaluation with Incomplete Information",
    SIGIR 2004.
    """

    cutoff: int

    def __post_init__(self) -> None:
        check_parameters("Judged", self.cutoff)

    @property
    def name(self) -> str:
        """The canonical name, such as ``Judged@10``."""
        return written("Judged", self.cutoff)

    def value(self, places: Places, grades: Grades) -> float:  # noqa: ARG002 - what is found is judged
        """Give the value for one query."""
        shown = min(self.cutoff, places.length)
        return sum(place.rank <= shown for place in places.found) / shown if shown else 0.0
