"""RQ (DS18): a run and judgments → MRR over labelled queries, Recall@k, and the verdict."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sceneprobe.judging.model import Qrels, Query
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR, mean_reciprocal_rank
from sceneprobe.measures.relevance import is_relevant
from sceneprobe.measures.summary import mean
from sceneprobe.measures.ties import Bounds, bounds
from sceneprobe.ranking.model import Place, Ranking, Run

CODE = "RQ"
VERSION = "1.0"
THRESHOLD = 0.6
K = 5


class Verdict(StrEnum):
    """How a metric came out."""

    PASS = "PASS"  # noqa: S105 - a verdict, no password
    FAIL = "FAIL"
    SKIPPED = "SKIPPED"


class Reason(StrEnum):
    """Why a metric, or a query in it, was skipped."""

    NO_SCENES = "no_scenes"
    MISSING_QUERIES = "missing_retrieval_queries"
    NO_LABELED_QUERIES = "no_labeled_queries"
    NO_GROUND_TRUTH = "no_ground_truth"


@dataclass(frozen=True, slots=True)
class QueryRow:
    """One query: what is right, where it was found, and what ties and evidence have to do with it.

    A row that is ``skipped`` has no labels, or no scenes to find, and counts in no mean.
    """

    query: Query
    k: int
    ranking: Ranking
    relevant: tuple[str, ...]
    first_relevant: Place | None
    reciprocal_rank: float
    recall: float
    rank_bounds: Bounds
    recall_bounds: Bounds
    unjudged: int
    has_evidence: bool
    skipped: Reason | None

    @property
    def first_relevant_rank(self) -> int | None:
        """The place of the first right scene; None if none is ranked."""
        return None if self.first_relevant is None else self.first_relevant.rank

    @property
    def tied(self) -> bool:
        """Whether the order of equal scores decides a value of this row."""
        return bool(self.relevant) and (self.rank_bounds.tied or self.recall_bounds.tied)


@dataclass(frozen=True, slots=True)
class TypeMeans:
    """The means over the labelled queries of one type; None is the type of those without."""

    type: str | None
    queries: int
    mrr: float
    recall: float


@dataclass(frozen=True, slots=True)
class RetrievalQuality:
    """The metric: rows in the order of the queries, and what follows from them."""

    rows: tuple[QueryRow, ...]
    threshold: float
    scene_count: int
    labels_required: bool = False

    @property
    def labeled(self) -> tuple[QueryRow, ...]:
        """The rows that count."""
        return tuple(row for row in self.rows if row.skipped is None)

    @property
    def unlabeled(self) -> tuple[QueryRow, ...]:
        """The rows without labels."""
        return tuple(row for row in self.rows if row.skipped is Reason.NO_GROUND_TRUTH)

    @property
    def reason(self) -> Reason | None:
        """Why the metric was skipped; None where it was not."""
        if not self.scene_count:
            return Reason.NO_SCENES
        if not self.rows:
            return Reason.MISSING_QUERIES
        return None if self.labeled else Reason.NO_LABELED_QUERIES

    @property
    def value(self) -> float | None:
        """MRR: the mean of RR over labelled queries."""
        return None if self.reason else _mrr(self.labeled)

    @property
    def verdict(self) -> Verdict:
        """PASS only strictly above the threshold."""
        return verdict_of(self.value, self.threshold)

    @property
    def failed(self) -> bool:
        """Whether a gate fails: by the value, or for want of labels where they are required."""
        lacking = self.verdict is Verdict.SKIPPED and self.labels_required
        return lacking or self.verdict is Verdict.FAIL

    @property
    def recall(self) -> float | None:
        """The mean of Recall@k over labelled queries."""
        return None if self.reason else mean([row.recall for row in self.labeled])

    @property
    def value_by_evidence(self) -> float | None:
        """MRR with the queries counted 0 none of whose words occurs in any scene."""
        if self.reason:
            return None
        rows = self.labeled
        found = [row.first_relevant_rank if row.has_evidence else None for row in rows]
        return mean_reciprocal_rank(found)

    @property
    def bounds(self) -> Bounds | None:
        """The worst and the best MRR that any order of equal scores gives."""
        if self.reason:
            return None
        worst = mean([row.rank_bounds.worst for row in self.labeled])
        return Bounds(worst, mean([row.rank_bounds.best for row in self.labeled]))

    def by_type(self) -> tuple[TypeMeans, ...]:
        """Give the means of each type of query, in the order in which types first occur."""
        rows: defaultdict[str | None, list[QueryRow]] = defaultdict(list)
        for row in () if self.reason else self.labeled:
            rows[row.query.type].append(row)
        return tuple(
            TypeMeans(kind, len(found), _mrr(found), mean([row.recall for row in found]))
            for kind, found in rows.items()
        )


def verdict_of(value: float | None, threshold: float = THRESHOLD) -> Verdict:
    """Judge an MRR: it passes only strictly above the threshold; None is skipped."""
    if value is None:
        return Verdict.SKIPPED
    return Verdict.PASS if value > threshold else Verdict.FAIL


def retrieval_quality(  # noqa: PLR0913 - each is a part of the question
    queries: Sequence[Query],
    run: Run,
    qrels: Qrels,
    *,
    k: int,
    threshold: float,
    scene_count: int,
    without_evidence: Collection[str],
    labels_required: bool = False,
) -> RetrievalQuality:
    """Judge a run that has the places of all judged ids.

    ``without_evidence`` are the ids of queries whose words occur nowhere.
    """
    grades = qrels.by_topic()
    rows = []
    for query in queries:
        judged = grades.get(query.id, {})
        ranking, cut = run.rankings[query.id], query.k or k
        places, recall = ranking.places, Recall(cut)
        relevant = tuple(scene for scene, grade in judged.items() if is_relevant(grade))
        rows.append(
            QueryRow(
                query=query,
                k=cut,
                ranking=ranking,
                relevant=relevant,
                first_relevant=RR().first(places, judged),
                reciprocal_rank=RR().value(places, judged),
                recall=recall.value(places, judged),
                rank_bounds=bounds(RR(), places, judged),
                recall_bounds=bounds(recall, places, judged),
                unjudged=min(cut, places.length) - sum(place.rank <= cut for place in places.found),
                has_evidence=query.id not in without_evidence,
                skipped=_why_skipped(relevant, scene_count),
            )
        )
    return RetrievalQuality(tuple(rows), threshold, scene_count, labels_required)


def _why_skipped(relevant: Collection[str], scene_count: int) -> Reason | None:
    if not relevant:
        return Reason.NO_GROUND_TRUTH
    return None if scene_count else Reason.NO_SCENES


def _mrr(rows: Sequence[QueryRow]) -> float:
    return mean_reciprocal_rank([row.first_relevant_rank for row in rows])
