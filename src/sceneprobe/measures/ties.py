"""What a value could have been, had equal scores been ordered otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sceneprobe.measures.base import Grades, Measure
from sceneprobe.ranking.model import Place, Places


@dataclass(frozen=True, slots=True)
class Bounds:
    """The worst and the best value that any order of equal scores gives."""

    worst: float
    best: float

    @property
    def tied(self) -> bool:
        """Whether the order of equal scores decides the value."""
        return self.worst < self.best


def bounds(measure: Measure, places: Places, grades: Grades) -> Bounds:
    """Bound a measure: among equal scores, the best ids may stand first or last."""
    if not has_ties(places):
        value = measure.value(places, grades)
        return Bounds(value, value)
    worst = measure.value(worst_order(places, grades), grades)
    return Bounds(worst, measure.value(best_order(places, grades), grades))


def has_ties(places: Places) -> bool:
    """Tell whether a judged id shares its score with another result."""
    return any(place.level > 1 for place in places.found)


def best_order(places: Places, grades: Grades) -> Places:
    """Move judged ids to the front of those with their score, the highest grades first."""
    found: list[Place] = []
    for level in _levels(places):
        ordered = sorted(level, key=lambda place: -grades[place.id])
        found += (
            Place(place.id, place.above + number, place.above, place.level)
            for number, place in enumerate(ordered, start=1)
        )
    return Places(places.length, tuple(found))


def worst_order(places: Places, grades: Grades) -> Places:
    """Move judged ids behind those with their score, the highest grades last."""
    found: list[Place] = []
    for level in _levels(places):
        ordered = sorted(level, key=lambda place: grades[place.id])
        before = level[0].above + level[0].level - len(level)
        found += (
            Place(place.id, before + number, place.above, place.level)
            for number, place in enumerate(ordered, start=1)
        )
    return Places(places.length, tuple(found))


def _levels(places: Places) -> list[Sequence[Place]]:
    return [list(level) for _, level in groupby(places.found, key=lambda place: place.above)]
