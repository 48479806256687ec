"""Success@k: whether anything relevant is among the first k results."""

from dataclasses import dataclass

from sceneprobe.measures.base import Grades
from sceneprobe.measures.parameters import check_parameters, written
from sceneprobe.measures.relevance import relevant_places
from sceneprobe.ranking.model import Places


@dataclass(frozen=True, slots=True)
class Success:
    """1 if a relevant id is among the first k, else 0; its mean is the share of such queries.

    Success@k = 1 if {id₁ … idₖ} ∩ relevant ≠ ∅, else 0

    >>> from sceneprobe.ranking.model import Place
    >>> places = Places(9, (Place("Sc4", rank=3, above=2, level=1),))
    >>> Success(cutoff=2).value(places, {"Sc4": 1}), Success(cutoff=3).value(places, {"Sc4": 1})
    (0.0, 1.0)

    Craswell, Hawking, "Overview of the TREC-2004 Web Track", TREC 2004.
    """

    cutoff: int
    rel: int | None = None

    def __post_init__(self) -> None:
        check_parameters("Success", self.cutoff, self.rel)

    @property
    def name(self) -> str:
        """The canonical name, such as ``Success(rel=2)@5``."""
        return written("Success", self.cutoff, rel=self.rel)

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query."""
        return float(any(relevant_places(places, grades, self.rel, self.cutoff)))
