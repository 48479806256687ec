"""RunsReport → JSON with the keys of the seed, and CSV."""

import csv
from collections.abc import Mapping
from dataclasses import asdict, fields
from io import StringIO

from sceneprobe.measures.model import Counts
from sceneprobe.report.run_model import RunReport, RunsReport
from sceneprobe.report.wording import as_json

SCHEMA_VERSION = 1


def runs_as_json(report: RunsReport, *, per_query: bool) -> str:
    """Give one run's results, or, of several, a list of them; all digits."""
    settings = {
        "qrels": report.qrels,
        "on_missing": report.on_missing.value,
        "ties": report.ties,
        "precision": report.precision,
        "score_order": report.score_order,
        "trust_ranks": report.trust_ranks,
        "compat": report.compat,
    }
    head = {"schema_version": SCHEMA_VERSION, "settings": settings}
    runs = [_run(run, report.cutoffs, per_query=per_query) for run in report.runs]
    return as_json({**head, **runs[0]} if len(runs) == 1 else {**head, "runs": runs})


def runs_as_csv(report: RunsReport, *, per_query: bool) -> str:
    """Give a row a run and measure, or, per query, a row a run, query and measure."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if per_query:
        writer.writerow(("run", "query", "measure", "value"))
        for run in report.runs:
            for result in run.evaluation.results:
                writer.writerows(
                    (run.run, topic, result.measure.name, value)
                    for topic, value in result.values.items()
                )
    else:
        names = [part.name for part in fields(Counts)]
        writer.writerow(
            ("run", "measure", "mean", "median", "deviation", "n", "worst", "best", *names)
        )
        for run in report.runs:
            for result in run.evaluation.results:
                found = result.summary
                writer.writerow(
                    (
                        *(run.run, result.measure.name, found.mean, found.median),
                        *("" if found.deviation is None else found.deviation, found.n),
                        *(result.bounds.worst, result.bounds.best),
                        *asdict(run.evaluation.counts).values(),
                    )
                )
    return out.getvalue()


def _run(run: RunReport, cutoffs: tuple[int, ...], *, per_query: bool) -> Mapping[str, object]:
    results = run.evaluation.results
    means = {result.measure.name: result.summary.mean for result in results}
    found: dict[str, object] = {"run": run.run}
    if cutoffs:
        ordered = list(means.values())
        found["cutoffs"] = list(cutoffs)
        found["recall"] = dict(zip(map(str, cutoffs), ordered[: len(cutoffs)], strict=True))
        found["ndcg"] = dict(zip(map(str, cutoffs), ordered[len(cutoffs) :], strict=True))
    found["num_queries"] = run.evaluation.counts.evaluated
    found["measures"] = {
        result.measure.name: {
            "mean": result.summary.mean,
            "median": result.summary.median,
            "deviation": result.summary.deviation,
            "n": result.summary.n,
            "worst": result.bounds.worst,
            "best": result.bounds.best,
        }
        for result in results
    }
    found["counts"] = asdict(run.evaluation.counts)
    found["read_ascending"] = run.ascending
    found["ranks_disagree"] = run.ranks_disagree
    found["near_topics"] = [list(pair) for pair in run.near_topics]
    found["near_results"] = [list(pair) for pair in run.near_results]
    if per_query:
        found["per_query"] = {
            topic: {result.measure.name: result.values[topic] for result in results}
            for topic in results[0].values
        }
    return found
