"""What a report on runs is made from."""

from dataclasses import dataclass

from sceneprobe.measures.model import OnMissing, RunEvaluation


@dataclass(frozen=True, slots=True)
class RunReport:
    """One run measured.

    In ``ascending`` queries low scores were read as best, in ``ranks_disagree`` the rank column
    contradicts the scores. ``near_topics`` and ``near_results`` are pairs of an id of the run and
    a judged one that differ only in case or in blanks.
    """

    run: str
    evaluation: RunEvaluation
    ascending: int
    ranks_disagree: int
    near_topics: tuple[tuple[str, str], ...]
    near_results: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RunsReport:
    """Runs measured with the same judgments; ``cutoffs`` are those of the seed's own table."""

    qrels: str
    runs: tuple[RunReport, ...]
    cutoffs: tuple[int, ...]
    on_missing: OnMissing
    ties: str
    precision: str
    score_order: str
    trust_ranks: bool
    compat: str | None
