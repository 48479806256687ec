"""Measured → tables and sentences."""

from collections.abc import Iterator

from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.experiments.summaries import (
    FOUND_WITHIN,
    Difference,
    by_type,
    difference,
    found_alone,
    summaries,
)
from sceneprobe.measures.summary import mean
from sceneprobe.report.display import printable
from sceneprobe.report.runs_text import counts_line
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import counted

_NAMED = 5


def systems_table(measured: Measured) -> Table:
    """Give a row a backend: its means, and the difference of the last to that of the first."""
    key = measured.measures[-1]
    columns = (
        Column("profile"),
        *(Column(name, right=True) for name in measured.measures),
        Column(f"{key} − first", right=True),
        Column("95 % interval"),
        Column("finds alone", right=True),
    )
    alone = found_alone(measured)
    rows = []
    for system in measured.systems:
        found = summaries(measured, system)
        apart = (
            None if system is measured.systems[0] else difference(measured.systems[0], system, key)
        )
        rows.append(
            (
                printable(system.profile),
                *(f"{found[name].mean:.4f}" if found else "-" for name in measured.measures),
                *_difference_cells(apart),
                str(len(alone[system.profile])),
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


def measured_notes(measured: Measured) -> Iterator[str]:
    """Say what the means stand for, who finds what alone, and whether vsa keeps up with bow."""
    for system in measured.systems:
        name = f"{printable(system.profile)}: " if len(measured.systems) > 1 else ""
        yield f"{name}{counts_line(system.counts)}"
        blind = [query for query, found in system.queries.items() if not found.has_evidence]
        if blind and "RR" in measured.measures:
            counted_0 = mean(
                [found.values["RR"] * found.has_evidence for found in system.queries.values()]
            )
            some = counted(len(blind), "query", "queries")
            yield f"{name}nothing speaks for what {some} found; counted 0, RR is {counted_0:.4f}"
        if system.failures:
            query, reason = next(iter(system.failures.items()))
            failed = counted(len(system.failures), "query", "queries")
            yield f"{name}{failed} could not be searched; {printable(query)}: {printable(reason)}"
    if len(measured.systems) > 1:
        for profile, queries in found_alone(measured).items():
            if queries:
                named = ", ".join(map(printable, queries[:_NAMED]))
                more = f" and {len(queries) - _NAMED} more" if len(queries) > _NAMED else ""
                yield f"only {printable(profile)} finds in its first {FOUND_WITHIN}: {named}{more}"
    yield from _vsa_and_bow(measured)


def _difference_cells(apart: Difference | None) -> tuple[str, str]:
    if apart is None:
        return ("", "")
    if apart.interval is None:
        return (f"{apart.mean:+.4f}", "")
    return (f"{apart.mean:+.4f}", f"{apart.interval.low:+.4f} to {apart.interval.high:+.4f}")


def _vsa_and_bow(measured: Measured) -> Iterator[str]:
    """Answer the question of DS05, whether VSA is at least as good as basic."""
    by_name = {one.settings.get("name"): one for one in measured.systems if one.normative}
    bow, vsa = by_name.get("bow"), by_name.get("vsa")
    if vsa is None or bow is None or "RR" not in measured.measures:
        return
    apart = difference(bow, vsa, "RR")
    if apart is None or apart.interval is None:
        return
    low, high = apart.interval.low, apart.interval.high
    if low >= 0:
        answer = "vsa is at least as good as basic"
    elif high < 0:
        answer = "vsa is not as good as basic"
    else:
        answer = "these queries cannot tell whether vsa is as good as basic"
    side = "higher" if apart.mean >= 0 else "lower"
    far = f"its RR is {abs(apart.mean):.4f} {side}"
    yield f"{answer}: {far}, and the difference lies between {low:+.4f} and {high:+.4f}"
