"""Measured → means over all queries, and by type."""

from collections.abc import Iterator, Mapping

from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.summary import Summary, summarize


def summaries(
    measured: Measured, system: SystemResult, kind: str | None = None, *, of_type: bool = False
) -> Mapping[str, Summary]:
    """Sum up each measure over all queries, or over those of one type; nothing where none is."""
    chosen = [
        result.values
        for query, result in system.queries.items()
        if not of_type or measured.types[query] == kind
    ]
    if not chosen:
        return {}
    return {
        name: summarize(measure_of(name), [values[name] for values in chosen])
        for name in measured.measures
    }


def by_type(
    measured: Measured, system: SystemResult
) -> Iterator[tuple[str | None, Mapping[str, Summary]]]:
    """Sum up each type of query, in the order in which types first occur."""
    for kind in dict.fromkeys(measured.types.values()):
        found = summaries(measured, system, kind, of_type=True)
        if found:
            yield kind, found
