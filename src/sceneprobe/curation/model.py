"""What becomes of test sets: parts, counts, changes, and what annotators decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.judging.sheet_model import Sheet, SheetRow


@dataclass(frozen=True, slots=True)
class Split:
    """The two parts; no query is in both."""

    evaluation: QuerySet
    held_out: QuerySet


@dataclass(frozen=True, slots=True)
class SetStatistics:
    """Counts; types are in the order of the set, None for queries without, grades go up.

    ``relevant`` is the mean number of relevant labels of a query, ``documents`` how many different
    ones are labelled.
    """

    name: str
    version: str | None
    queries: int
    labels: int
    documents: int
    relevant: float
    scale: int
    types: Mapping[str | None, int] = field(hash=False)
    grades: Mapping[int, int] = field(hash=False)
    added: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Retirement:
    """A query that leaves the set, and why."""

    query: Query
    reason: str


@dataclass(frozen=True, slots=True)
class Refreshing:
    """What leaves, what comes, which candidates were passed over, and the next set.

    The new queries of ``draft`` have no labels yet.
    """

    old_version: str | None
    retired: tuple[Retirement, ...]
    added: tuple[Query, ...]
    passed_over: tuple[Retirement, ...]
    draft: QuerySet


@dataclass(frozen=True, slots=True)
class Decision:
    """What two annotators gave to one pair, None where one was unsure, and what counts.

    ``grade`` is what both gave, else what was adjudicated, else the lower; None where nobody can
    tell because one was unsure.
    """

    row: SheetRow
    first: int | None
    second: int | None
    grade: int | None
    adjudicated: bool = False

    @property
    def disputed(self) -> bool:
        """Whether the two did not give the same grade."""
        return self.first is None or self.first != self.second

    @property
    def both(self) -> tuple[int, int] | None:
        """Both grades, where both gave one."""
        if self.first is None or self.second is None:
            return None
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Labelling:
    """What a session came to: the sheet, and how many of its questions were answered or not."""

    sheet: Sheet
    asked: int
    graded: int
    unsure: int
    left: int
