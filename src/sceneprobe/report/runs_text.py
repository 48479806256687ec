"""RunsReport → tables of text or Markdown, with what stands beside the means."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from sceneprobe.measures.model import Counts, MeasureResult
from sceneprobe.report.display import printable
from sceneprobe.report.run_model import RunReport, RunsReport
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import counted


def runs_table(report: RunsReport) -> Table:
    """Give the means: by cutoff for one run, else a row a measure and a column a run."""
    if len(report.runs) == 1:
        run = report.runs[0]
        return _cutoff_table(report.cutoffs, run) if report.cutoffs else _summary_table(run)
    columns = (Column("measure"), *(Column(printable(run.run), right=True) for run in report.runs))
    rows = [
        (results[0].measure.name, *(f"{result.summary.mean:.4f}" for result in results))
        for results in zip(*(run.evaluation.results for run in report.runs), strict=True)
    ]
    return Table(columns, tuple(rows))


def query_table(run: RunReport) -> Table:
    """Give a row a query and a column a measure."""
    results = run.evaluation.results
    columns = (Column("query"), *(Column(result.measure.name, right=True) for result in results))
    topics = results[0].values
    rows = [
        (printable(topic), *(f"{result.values[topic]:.4f}" for result in results))
        for topic in topics
    ]
    return Table(columns, tuple(rows))


def run_notes(report: RunsReport) -> Iterator[str]:
    """Say for each run how many queries its means stand for, and what is odd about it."""
    for run in report.runs:
        name = f"{printable(run.run)}: " if len(report.runs) > 1 else ""
        yield f"{name}{counts_line(run.evaluation.counts)}"
        yield from _oddities(run, name, decider="ranks" if report.trust_ranks else "scores")


def counts_line(counts: Counts) -> str:
    """Give the counts under the names that they have everywhere."""
    return " · ".join(f"{name} {number:,}" for name, number in asdict(counts).items())


def _oddities(run: RunReport, name: str, decider: str) -> Iterator[str]:
    counts = run.evaluation.counts
    if counts.tied:
        spreads = ", ".join(_spread(found) for found in run.evaluation.results if found.bounds.tied)
        yield (
            f"{name}equal {decider} decide a value of {counted(counts.tied, 'query', 'queries')};"
            f" another order could give {spreads}"
        )
    if run.ascending and decider == "scores":
        queries = counted(run.ascending, "query was", "queries were")
        yield f"{name}{queries} read with the lowest score as the best; see --score-order"
    if run.ranks_disagree:
        queries = counted(run.ranks_disagree, "query", "queries")
        hint = ", see --trust-ranks" if decider == "scores" else ""
        yield f"{name}ranks and scores disagree in {queries}; {decider} decide{hint}"
    for topic, judged in run.near_topics:
        yield (
            f'{name}the run has the query "{printable(topic)}", the judgments have'
            f' "{printable(judged)}": they differ only in case or blanks, and so do not match'
        )
    for retrieved, judged in run.near_results:
        yield (
            f'{name}"{printable(retrieved)}" was retrieved, "{printable(judged)}" is judged: they'
            " differ only in case or blanks, and so do not match"
        )


def _spread(result: MeasureResult) -> str:
    return f"{result.measure.name} {result.bounds.worst:.4f} to {result.bounds.best:.4f}"


def _cutoff_table(cutoffs: Sequence[int], run: RunReport) -> Table:
    columns = tuple(Column(name, right=True) for name in ("k", "Recall@k", "nDCG@k"))
    means = [f"{result.summary.mean:.4f}" for result in run.evaluation.results]
    recall, ndcg = means[: len(cutoffs)], means[len(cutoffs) :]
    return Table(columns, tuple(zip(map(str, cutoffs), recall, ndcg, strict=True)))


def _summary_table(run: RunReport) -> Table:
    numbers = ("mean", "median", "deviation", "n")
    columns = (Column("measure"), *(Column(name, right=True) for name in numbers))
    rows = []
    for result in run.evaluation.results:
        found = result.summary
        deviation = "-" if found.deviation is None else f"{found.deviation:.4f}"
        means = (f"{found.mean:.4f}", f"{found.median:.4f}", deviation, str(found.n))
        rows.append((result.measure.name, *means))
    return Table(columns, tuple(rows))
