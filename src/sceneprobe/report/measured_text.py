"""Measured → tables and sentences."""

from collections.abc import Iterator
from types import MappingProxyType

from sceneprobe.experiments.contrast import FOUND_WITHIN
from sceneprobe.experiments.model import (
    Contrast,
    Difference,
    KeepsUp,
    Measured,
    SystemResult,
    VsaAnswer,
)
from sceneprobe.experiments.summaries import by_type, mean_rr_by_evidence, summaries
from sceneprobe.report.display import printable
from sceneprobe.report.runs_text import counts_line
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import counted

_NAMED = 5
_ANSWERS = MappingProxyType(
    {
        KeepsUp.YES: "vsa is at least as good as basic",
        KeepsUp.NO: "vsa is not as good as basic",
        KeepsUp.UNCLEAR: "these queries cannot tell whether vsa is as good as basic",
    }
)


def systems_table(measured: Measured, contrast: Contrast) -> Table:
    """Give a row a backend: its means, and the difference of the last to that of the first."""
    key = measured.measures[-1]
    columns = (
        Column("profile"),
        *(Column(name, right=True) for name in measured.measures),
        Column(f"{key} − first", right=True),
        Column("95 % interval"),
        Column("finds alone", right=True),
    )
    rows = []
    for system, standing in zip(measured.systems, contrast.standings, strict=True):
        found = summaries(measured, system)
        rows.append(
            (
                printable(system.profile),
                *(f"{found[name].mean:.4f}" if found else "-" for name in measured.measures),
                *_difference_cells(standing.differences.get(key)),
                str(len(standing.alone)),
            )
        )
    return Table(columns, tuple(rows))


def types_table(measured: Measured, system: SystemResult) -> Table:
    """Give the means of each type of query, and over all."""
    columns = (
        Column("type"),
        Column("queries", right=True),
        *(Column(name, right=True) for name in measured.measures),
    )
    means = [(kind or "(no type)", found) for kind, found in by_type(measured, system)]
    whole = summaries(measured, system)
    if whole:
        means.append(("(all)", whole))
    rows = (
        (
            printable(kind),
            str(next(iter(found.values())).n),
            *(f"{found[name].mean:.4f}" for name in measured.measures),
        )
        for kind, found in means
    )
    return Table(columns, tuple(rows))


def queries_table(measured: Measured, system: SystemResult) -> Table:
    """Give every query with the place of its first right result and its values, worst first."""
    columns = (
        Column("query", width=24),
        Column("text", width=40, yields=True),
        Column("place", right=True),
        *(Column(name, right=True) for name in measured.measures),
    )
    worst_first = sorted(system.queries.items(), key=lambda item: tuple(item[1].values.values()))
    rows = (
        (
            printable(query),
            printable(measured.texts[query]),
            str(found.first_relevant or "-"),
            *(f"{found.values[name]:.4f}" for name in measured.measures),
        )
        for query, found in worst_first
    )
    return Table(columns, tuple(rows))


def summary_table(measured: Measured, system: SystemResult) -> Table:
    """Give mean, median and sample standard deviation of each measure."""
    columns = (
        Column("measure"),
        *(Column(name, right=True) for name in ("mean", "median", "deviation", "n")),
    )
    rows = []
    for name, found in summaries(measured, system).items():
        deviation = "-" if found.deviation is None else f"{found.deviation:.4f}"
        rows.append((name, f"{found.mean:.4f}", f"{found.median:.4f}", deviation, str(found.n)))
    return Table(columns, tuple(rows))


def measured_notes(measured: Measured, contrast: Contrast | None) -> Iterator[str]:
    """Say what the means stand for, who finds what alone, and whether vsa keeps up with bow."""
    if not measured.is_labelled:
        yield "nothing is labelled: no query says what is relevant, so there is nothing to measure"
    for system in measured.systems:
        name = f"{printable(system.profile)}: " if len(measured.systems) > 1 else ""
        yield f"{name}{counts_line(system.counts)}"
        blind = [query for query, found in system.queries.items() if not found.has_evidence]
        if blind and "RR" in measured.measures:
            counted_0 = mean_rr_by_evidence(system)
            some = counted(len(blind), "query", "queries")
            yield f"{name}nothing speaks for what {some} found; counted 0, RR is {counted_0:.4f}"
        if system.failures:
            query, reason = next(iter(system.failures.items()))
            failed = counted(len(system.failures), "query", "queries")
            yield f"{name}{failed} could not be searched; {printable(query)}: {printable(reason)}"
    for standing in contrast.standings if contrast else ():
        if standing.alone:
            named = ", ".join(map(printable, standing.alone[:_NAMED]))
            left = len(standing.alone) - _NAMED
            more = f" and {left} more" if left > 0 else ""
            who = printable(standing.profile)
            yield f"only {who} finds in its first {FOUND_WITHIN}: {named}{more}"
    if contrast and contrast.vsa:
        yield answer_in_words(contrast.vsa)


def answer_in_words(found: VsaAnswer) -> str:
    """Answer the question of DS05, whether VSA is at least as good as basic."""
    apart = found.difference
    side = "higher" if apart.mean >= 0 else "lower"
    far = f"its RR is {abs(apart.mean):.4f} {side}"
    if apart.interval is None:
        return f"{_ANSWERS[found.keeps_up]}: {far}"
    low, high = f"{apart.interval.low:+.4f}", f"{apart.interval.high:+.4f}"
    return f"{_ANSWERS[found.keeps_up]}: {far}, and the difference lies between {low} and {high}"


def _difference_cells(apart: Difference | None) -> tuple[str, str]:
    if apart is None:
        return ("", "")
    if apart.interval is None:
        return (f"{apart.mean:+.4f}", "")
    return (f"{apart.mean:+.4f}", f"{apart.interval.low:+.4f} to {apart.interval.high:+.4f}")
