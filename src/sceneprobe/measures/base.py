"""What a measure is: the places of a query's judged ids and their grades in, a number out."""

from collections.abc import Mapping
from typing import Protocol

from sceneprobe.ranking.model import Places

Grades = Mapping[str, float]
"""The judged ids of one query, each with its grade, a finite number."""


class Measure(Protocol):
    """A measure with its parameters, such as ``nDCG@10``."""

    @property
    def cutoff(self) -> int | None:
        """How many results it looks at; None for all."""
        ...

    @property
    def name(self) -> str:
        """Its canonical name, from which ``measure_of`` makes it again."""
        ...

    def value(self, places: Places, grades: Grades) -> float:
        """Give the value for one query, from 0 to 1."""
        ...
