"""Measured → means by type, differences between systems, and what each one alone finds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sceneprobe.experiments.bootstrap import Interval, bootstrap_mean
from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.summary import Summary, mean, summarize

FOUND_WITHIN = 10
"""A query counts as found where a relevant id is among so many results."""


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one system's mean lies above another's, over the queries that both have."""

    mean: float
    interval: Interval | None


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


def difference(first: SystemResult, second: SystemResult, measure: str) -> Difference | None:
    """Give the mean of second − first with its 95 % interval; None where they share no query."""
    shared = [query for query in first.queries if query in second.queries]
    if not shared:
        return None
    differences = [
        second.queries[query].values[measure] - first.queries[query].values[measure]
        for query in shared
    ]
    # The bootstrap takes values from 0 to 1, and differences lie between −1 and 1.
    found = bootstrap_mean([(value + 1) / 2 for value in differences])
    interval = None if found is None else Interval(2 * found.low - 1, 2 * found.high - 1)
    return Difference(mean(differences), interval)


def found_alone(measured: Measured) -> Mapping[str, tuple[str, ...]]:
    """Give for each profile the queries that it finds among its first ten, and no other does."""
    finders: dict[str, list[str]] = {}
    for system in measured.systems:
        for query, result in system.queries.items():
            if result.first_relevant is not None and result.first_relevant <= FOUND_WITHIN:
                finders.setdefault(query, []).append(system.profile)
    return {
        system.profile: tuple(query for query, by in finders.items() if by == [system.profile])
        for system in measured.systems
    }
