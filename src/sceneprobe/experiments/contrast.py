"""Measured → Contrast: by how much systems differ, what each finds alone, whether vsa keeps up."""

from collections.abc import Mapping, Sequence

from sceneprobe.experiments.bootstrap import bootstrap_differences
from sceneprobe.experiments.model import (
    Contrast,
    Difference,
    KeepsUp,
    Measured,
    Standing,
    SystemResult,
    VsaAnswer,
)
from sceneprobe.measures.summary import mean

FOUND_WITHIN = 10
"""A query counts as found where a relevant id is among so many results."""

_Pair = tuple[SystemResult, SystemResult, str]


def contrast(measured: Measured) -> Contrast:
    """Hold every system against the first, by each measure; and vsa against bow, by RR."""
    first, *others = measured.systems
    pairs: list[_Pair] = [(first, other, name) for other in others for name in measured.measures]
    asked = _bow_and_vsa(measured)
    found = _differences([*pairs, *([asked] if asked else [])])
    by_profile: dict[str, dict[str, Difference]] = {one.profile: {} for one in measured.systems}
    for (_, other, name), apart in zip(pairs, found, strict=False):
        if apart is not None:
            by_profile[other.profile][name] = apart
    alone = _found_alone(measured)
    return Contrast(
        tuple(Standing(name, by_profile[name], alone[name]) for name in by_profile),
        _answer(found[-1]) if asked else None,
    )


def _differences(pairs: Sequence[_Pair]) -> list[Difference | None]:
    """Give the mean of second − first with its 95 % interval; None where they share no query."""
    columns = [
        [
            second.queries[query].values[measure] - result.values[measure]
            for query, result in first.queries.items()
            if query in second.queries
        ]
        for first, second, measure in pairs
    ]
    intervals = bootstrap_differences(columns)
    return [
        Difference(mean(column), found) if column else None
        for column, found in zip(columns, intervals, strict=True)
    ]


def _found_alone(measured: Measured) -> Mapping[str, tuple[str, ...]]:
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


def _bow_and_vsa(measured: Measured) -> _Pair | None:
    by_name = {one.settings.get("name"): one for one in measured.systems if one.normative}
    bow, vsa = by_name.get("bow"), by_name.get("vsa")
    if bow is None or vsa is None or "RR" not in measured.measures:
        return None
    return bow, vsa, "RR"


def _answer(apart: Difference | None) -> VsaAnswer | None:
    """Answer the question of DS05, whether VSA is at least as good as basic."""
    if apart is None or apart.interval is None:
        return None
    if apart.interval.low >= 0:
        return VsaAnswer(KeepsUp.YES, apart)
    return VsaAnswer(KeepsUp.NO if apart.interval.high < 0 else KeepsUp.UNCLEAR, apart)
