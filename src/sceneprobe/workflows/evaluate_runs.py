"""Run files and a qrels file → RunsReport: read, find the places of judged ids, measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_unpacked, shown_name
from sceneprobe.formats.qrels import read_judgments
from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties
from sceneprobe.formats.runs.reading import run_places, run_source
from sceneprobe.measures.apply import apply_measures
from sceneprobe.measures.base import Grades, Measure
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.names import measures_of
from sceneprobe.report.run_model import RunReport, RunsReport

Pair = tuple[str, str]

CUTOFFS = (1, 5, 10, 20, 50, 100)
TREC_EVAL = "trec_eval"

_LARGEST_QRELS = 1 << 30
_LOW = 0.5
"""Where a smaller share of the judged ids is retrieved, ids may be misspelt."""


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
    _check_compatible(options)
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
        cutoffs=() if options.measures else tuple(dict.fromkeys(options.cutoffs)),
        on_missing=options.on_missing,
        ties=options.reading.ties.value,
        precision="float32" if options.reading.float32 else "double",
        score_order=options.reading.score_order.value,
        trust_ranks=options.reading.trust_ranks,
        compat=options.compat,
    )


def _check_compatible(options: RunOptions) -> None:
    """Refuse what trec_eval does not do."""
    trec_eval = RunReading(Ties.TREC, float32=True, score_order=ScoreOrder.DESCENDING)
    wrong = replace(options.reading, keep_first=False) != trec_eval
    if options.compat == TREC_EVAL and wrong:
        raise OptionError(
            "--compat trec_eval orders by score descending, then by id descending, in single"
            " precision; leave --ties, --precision, --score-order and --trust-ranks out"
        )


def _measures(options: RunOptions) -> tuple[Measure, ...]:
    cutoffs = dict.fromkeys(options.cutoffs)
    table = [f"{name}@{cutoff}" for name in ("R", "nDCG") for cutoff in cutoffs]
    measures = measures_of(options.measures or table)
    if options.compat == TREC_EVAL:
        from sceneprobe.measures.trec_eval import as_trec_eval

        return tuple(as_trec_eval(measure) for measure in measures)
    return measures


def _evaluate(
    path: str, judgments: Mapping[str, Grades], measures: Sequence[Measure], options: RunOptions
) -> RunReport:
    source = run_source(path)
    found = {topic.topic_id: topic for topic in run_places(source, judgments, options.reading)}
    places = {topic: standing.places for topic, standing in found.items()}
    evaluation = apply_measures(places, judgments, measures, options.on_missing)
    judged = sum(len(judgments[topic]) for topic in found if topic in judgments)
    ranked = sum(len(standing.places.found) for standing in found.values())
    unjudged = [topic for topic in found if topic not in judgments]
    missing = [topic for topic in judgments if topic not in found]
    near: tuple[tuple[Pair, ...], tuple[Pair, ...]] = ((), ())
    if (unjudged and missing) or ranked < _LOW * judged:
        from sceneprobe.formats.runs.near import near_results, near_topics

        found_near = near_results(source, judgments) if ranked < _LOW * judged else ()
        near = near_topics(unjudged, missing), found_near
    return RunReport(
        run=source.name,
        evaluation=evaluation,
        ascending=sum(standing.ascending for standing in found.values()),
        ranks_disagree=sum(standing.ranks_disagree for standing in found.values()),
        near_topics=near[0],
        near_results=near[1],
    )
