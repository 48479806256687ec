"""Measured → means over all queries, and by type."""

from collections.abc import Iterator, Mapping

from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.summary import Summary, mean_of, summarize


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


def mean_rr_by_evidence(system: SystemResult) -> float:
    """Give the mean RR where queries that nothing speaks for count 0; there must be a query."""
    found = system.queries.values()
    return mean_of(RR(), [one.values["RR"] if one.has_evidence else 0.0 for one in found])
