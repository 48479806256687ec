"""Means of measuring → figures for Prometheus, and its text format for the textfile collector."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sceneprobe.errors import OptionError
from sceneprobe.experiments.model import Measured
from sceneprobe.report.run_model import RunsReport

PREFIX = "sceneprobe"
HELP: Mapping[str, str] = MappingProxyType(
    {
        "retrieval_recall_at_k": "Mean share of the relevant ids that are among the first k.",
        "retrieval_ndcg_at_k": "Mean nDCG of the first k.",
        "retrieval_mrr": "Mean reciprocal rank of the first relevant id.",
    }
)
"""Every figure of quality, with what it means."""
_PREFIX = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*", re.ASCII)
_AT_K = re.compile(r"(R|nDCG)@([0-9]+)", re.ASCII)
_NAMES = MappingProxyType({"R": "retrieval_recall_at_k", "nDCG": "retrieval_ndcg_at_k"})


@dataclass(frozen=True, slots=True)
class Figure:
    """One value of a metric, by its name without the prefix and its labels."""

    name: str
    labels: Mapping[str, str] = field(hash=False)
    value: float


def measured_figures(measured: Measured, dataset: str | None = None) -> Iterator[Figure]:
    """Give the means of each system; the dataset is the query set's name where none is given."""
    named = dataset or measured.query_set
    for system in measured.systems:
        if system.queries:
            means = {name: measured.mean(name, system.profile) for name in measured.measures}
            yield from _figures(means, system.profile, named)


def runs_figures(report: RunsReport) -> Iterator[Figure]:
    """Give the means of each run; the dataset is the name of the judgments."""
    for run in report.runs:
        results = run.evaluation.results
        means = {result.measure.name: result.summary.mean for result in results}
        yield from _figures(means, run.run, report.qrels)


def figures_as_text(figures: Iterable[Figure], prefix: str) -> str:
    """Write figures as Prometheus reads them, by metric, each with its help."""
    known = tuple(figures)
    return "".join(
        f"# HELP {prefix}_{name} {meaning}\n# TYPE {prefix}_{name} gauge\n"
        + "".join(f"{prefix}_{_line(figure)}\n" for figure in known if figure.name == name)
        for name, meaning in HELP.items()
        if any(figure.name == name for figure in known)
    )


def metrics_prefix(written: str) -> str:
    """Give the prefix of metrics back, or refuse one that Prometheus would not take."""
    if not _PREFIX.fullmatch(written):
        raise OptionError(
            f'a metric cannot begin with "{written}"; --metrics-prefix takes letters, digits and _'
        )
    return written


def _figures(means: Mapping[str, float | None], component: str, dataset: str) -> Iterator[Figure]:
    labels = {"component": component, "dataset": dataset}
    for name, value in means.items():
        at_k = _AT_K.fullmatch(name)
        if value is None:
            continue
        if at_k is not None:
            yield Figure(_NAMES[at_k[1]], {"k": at_k[2], **labels}, value)
        elif name == "RR":
            yield Figure("retrieval_mrr", labels, value)


def _line(figure: Figure) -> str:
    labels = ",".join(f'{name}="{_escaped(value)}"' for name, value in figure.labels.items())
    return f"{figure.name}{{{labels}}} {figure.value!r}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
