"""What comes of measuring a run: values, means, and how many queries they stand for."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sceneprobe.measures.base import Measure
from sceneprobe.measures.summary import Summary
from sceneprobe.measures.ties import Bounds


class OnMissing(StrEnum):
    """What becomes of queries that are in only one of run and judgments."""

    ERROR = "error"
    SKIP = "skip"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Counts:
    """What stands beside every mean.

    ``evaluated`` queries are in the means. Of them, ``no_relevant`` have no grade above 0, and the
    order of equal scores decides a value of ``tied``. ``unlabeled`` queries are listed without any
    judgment, ``missing_in_run`` have judgments but no ranking, ``missing_in_qrels`` a ranking but
    are not listed. ``unjudged`` counts results, not queries.
    """

    evaluated: int
    unlabeled: int
    missing_in_run: int
    missing_in_qrels: int
    no_relevant: int
    tied: int
    unjudged: int


@dataclass(frozen=True, slots=True)
class MeasureResult:
    """The values of one measure, by query id, and what sums them up.

    ``bounds`` are the means that the worst and the best order of equal scores would give.
    """

    measure: Measure
    values: Mapping[str, float]
    summary: Summary
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class RunEvaluation:
    """A run measured: the results in the order in which measures were asked for, and counts."""

    results: tuple[MeasureResult, ...]
    counts: Counts
