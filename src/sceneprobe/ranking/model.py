"""Rankings, and the rules that order equal scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class TieRule(StrEnum):
    """What decides between equal scores."""

    STORY_ORDER = "story_order"
    LEX_ID = "lex_id"


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a ranking."""

    id: str
    score: float


# A tuple is built four times as fast as a dataclass, and an evaluation has one for each hit.
class Place(NamedTuple):
    """Where an id stands in a ranking.

    ``rank`` is counted from 1; ``above`` ids have a higher score, ``level`` have the same, this
    one included.
    """

    id: str
    rank: int
    above: int
    level: int


@dataclass(frozen=True, slots=True)
class Places:
    """What measures need of a ranking: its length, and where the judged ids stand, by rank."""

    length: int
    found: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The first ids with their scores, best first, and the places of those that were wanted."""

    ids: tuple[str, ...]
    scores: tuple[float, ...]
    places: Places

    def top(self, k: int) -> tuple[Hit, ...]:
        """Give the first k places."""
        return tuple(map(Hit, self.ids[:k], self.scores[:k]))


@dataclass(frozen=True, slots=True)
class Run:
    """A ranking for each query, by query id, and the rule that ordered equal scores."""

    rankings: Mapping[str, Ranking]
    ties: TieRule
