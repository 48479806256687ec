"""What comes of comparing two systems, A and B, on the same queries and judgments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.experiments.bootstrap import Interval
from sceneprobe.experiments.statistics_model import Outcomes, PairedPermutation, TTest
from sceneprobe.measures.model import Counts, OnMissing
from sceneprobe.measures.ties import Bounds

MEASURES = ("recall", "mrr", "ndcg")
"""The names of recall@k, MRR@k and nDCG@k in the output."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one system found for one query.

    ``values`` are by measure; ``hits`` the relevant ids among the first k, by rank; ``places`` the
    ranks of all relevant ids that were ranked.
    """

    values: Mapping[str, float] = field(hash=False)
    hits: tuple[str, ...]
    places: Mapping[str, int] = field(hash=False)

    def above(self, other: "Found", measure: str) -> float:
        """Say how far a value lies above that of another system for the same query."""
        return self.values[measure] - other.values[measure]


@dataclass(frozen=True, slots=True)
class System:
    """One side: where its configuration stands, the digest of how it behaves, what it found.

    ``ties`` is the rule that ordered equal scores; ``bounds`` are the means, by measure, that other
    orders of them would give.
    """

    config_path: str
    config_digest: str
    ties: str
    found: Mapping[str, Found] = field(hash=False, repr=False)
    counts: Counts
    bounds: Mapping[str, Bounds] = field(hash=False)


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """One measure of both systems, and how sure its difference, B − A, is.

    ``corrected`` is the permutation test's p after Holm's correction over all measures, and
    ``needed`` the number of queries at which a t-test sees such a difference four times in five;
    None where there is no difference, or no number of queries would do.
    """

    measure: str
    mean_a: float
    mean_b: float
    interval: Interval | None
    t_test: TTest
    permutation: PairedPermutation
    corrected: float | None
    effect: float | None
    outcomes: Outcomes
    needed: int | None

    @property
    def difference(self) -> float:
        """How far the mean of B lies above that of A."""
        return self.mean_b - self.mean_a


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same queries; ``texts`` has them in order, by id.

    Digests are those of files, None where there is none; ``unasked`` counts the topics of the
    judgments that no query asks.
    """

    k: int
    corpus_digest: str | None
    queries_digest: str | None
    qrels_digest: str
    on_missing: OnMissing
    texts: Mapping[str, str] = field(hash=False, repr=False)
    a: System
    b: System
    measures: tuple[MeasureComparison, ...]
    unasked: int

    @property
    def queries(self) -> tuple[str, ...]:
        """The queries that are in the means, in their order."""
        return tuple(query for query in self.texts if query in self.a.found)
