"""Grades → which ids are relevant."""

from collections.abc import Iterator

from sceneprobe.measures.base import Grades
from sceneprobe.ranking.model import Place, Places


def is_relevant(grade: float, rel: int | None = None) -> bool:
    """Tell whether a grade is at least ``rel``, or, where that is None, more than 0."""
    return grade > 0 if rel is None else grade >= rel


def relevant_count(grades: Grades, rel: int | None) -> int:
    """Count the relevant ids among the judged."""
    return sum(is_relevant(grade, rel) for grade in grades.values())


def relevant_places(
    places: Places, grades: Grades, rel: int | None, cutoff: int | None
) -> Iterator[Place]:
    """Give the places of relevant ids among the first ``cutoff`` (None: all), by rank."""
    for place in places.found:
        if cutoff is not None and place.rank > cutoff:
            return
        if is_relevant(grades[place.id], rel):
            yield place
