"""Run files and a qrels file → RunsReport: read, find the places of judged ids, measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_unpacked, shown_name
from sceneprobe.formats.qrels import read_judgments
from sceneprobe.formats.run_ids import near_ids
from sceneprobe.formats.runs import RunReading, run_places
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.names import measures_of
from sceneprobe.measures.trec_eval import as_trec_eval
from sceneprobe.report.run_model import RunReport, RunsReport

CUTOFFS = (1, 5, 10, 20, 50, 100)
TREC_EVAL = "trec_eval"

_LARGEST_QRELS = 1 << 30
_LOW = 0.5
"""Where so large a share of queries finds none of its judged ids, ids may be misspelt."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What is measured, and how runs and judgments are read.

    Without ``measures`` there are Recall@k and nDCG@k for each cutoff. ``compat`` names the
    program that is followed to the last digit: None, or trec_eval.
    """

    measures: Sequence[str] = ()
    cutoffs: Sequence[int] = CUTOFFS
    reading: RunReading = field(default_factory=RunReading)
    on_missing: OnMissing = OnMissing.SKIP
    on_duplicate_judgment: str = "error"
    compat: str | None = None


def evaluate_runs(run_paths: Sequence[str], qrels_path: str, options: RunOptions) -> RunsReport:
    """Measure runs with the judgments of one file."""
    if [*run_paths, qrels_path].count(STANDARD_INPUT) > 1:
        raise OptionError("only one of the files can come from standard input")
    measures = _measures(options)
    judgments = read_judgments(
        shown_name(qrels_path),
        read_unpacked(qrels_path, _LARGEST_QRELS),
        on_duplicate=options.on_duplicate_judgment,
        negative=options.compat == TREC_EVAL,
    )
    runs = [_evaluate(path, judgments, measures, options) for path in run_paths]
    return RunsReport(
        qrels=shown_name(qrels_path),
        runs=tuple(runs),
        cutoffs=() if options.measures else tuple(options.cutoffs),
        on_missing=options.on_missing,
        ties=options.reading.ties.value,
        precision="float32" if options.reading.float32 else "double",
        score_order=options.reading.score_order.value,
        trust_ranks=options.reading.trust_ranks,
        compat=options.compat,
    )


def _measures(options: RunOptions) -> tuple[Measure, ...]:
    table = [f"{name}@{cutoff}" for name in ("R", "nDCG") for cutoff in options.cutoffs]
    measures = measures_of(options.measures or table)
    if options.compat == TREC_EVAL:
        return tuple(as_trec_eval(measure) for measure in measures)
    return measures


def _evaluate(
    path: str, judgments: Mapping[str, Grades], measures: Sequence[Measure], options: RunOptions
) -> RunReport:
    found = list(run_places(path, judgments, options.reading))
    places = {topic.topic_id: topic.places for topic in found}
    evaluation = apply_measures(places, judgments, measures, options.on_missing)
    missed = [topic.topic_id for topic in found if not topic.places.found]
    judged = sum(topic in judgments for topic in missed)
    look_again = path != STANDARD_INPUT and judged >= _LOW * evaluation.counts.evaluated
    return RunReport(
        run=shown_name(path),
        evaluation=evaluation,
        ascending=sum(topic.ascending for topic in found),
        ranks_disagree=sum(topic.ranks_disagree for topic in found),
        near_ids=near_ids(path, judgments) if look_again else (),
    )
