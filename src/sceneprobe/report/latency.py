"""Latency → a table, a sentence, and JSON in a file of its own: times differ from run to run."""

from collections.abc import Iterator
from dataclasses import asdict

from sceneprobe.experiments.latency_model import Latency
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import as_json, counted

SCHEMA_VERSION = 1


def latency_table(latency: Latency) -> Table:
    """Give the median and the 95th percentile of both sides, in milliseconds."""
    columns = (
        Column("side"),
        Column("median ms", right=True),
        Column("95th percentile ms", right=True),
    )
    rows = (
        (name, f"{times.median * 1000:.3f}", f"{times.percentile_95 * 1000:.3f}")
        for name, times in (("A", latency.a), ("B", latency.b))
    )
    return Table(columns, tuple(rows))


def latency_notes(latency: Latency) -> Iterator[str]:
    """Say how much longer B takes, and what was timed."""
    interval = latency.interval
    between = ""
    if interval is not None:
        between = f" ({interval.low * 1000:+.3f} to {interval.high * 1000:+.3f})"
    yield f"B − A: {latency.difference * 1000:+.3f} ms a query{between}"
    queries = counted(latency.queries, "query", "queries")
    yield f"{queries}, {latency.repeats} interleaved repeats, without indexing"


def latency_as_json(latency: Latency) -> str:
    """Give all times in seconds."""
    return as_json({"schema_version": SCHEMA_VERSION, "unit": "seconds", **asdict(latency)})
