"""A baseline and a current result → GateResult: what fell too far, and which queries lost."""

from collections.abc import Iterator, Sequence

from sceneprobe.errors import OptionError
from sceneprobe.experiments.gate_model import (
    SHOWN_METRICS,
    Fall,
    GateResult,
    GateRule,
    LostQuery,
    MetricResult,
)
from sceneprobe.experiments.model import Measured, QueryResult, SystemResult
from sceneprobe.experiments.paired_permutation import paired_permutation
from sceneprobe.experiments.statistics_model import SIGNIFICANT
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.summary import mean_of

SLACK = 1e-9
"""A fall of exactly the allowed share must not fail by a rounding error."""
INPUTS = ("corpus", "queries", "qrels")
CHANGEABLE = (*INPUTS, "settings")

Pair = tuple[str, QueryResult, QueryResult]
"""A query, its result in the baseline and now."""


def gate(baseline: Measured, current: Measured, rule: GateRule) -> GateResult:
    """Hold a current result against a baseline; what may not be compared raises OptionError."""
    metrics = tuple(dict.fromkeys(measure_of(name).name for name in rule.metrics))
    changed = tuple(_changed(baseline, current))
    refused = [what for what in changed if what not in rule.allow_changed]
    if refused:
        raise OptionError(
            f"{_listed(refused)} changed since the baseline was made, so that a drop would not tell"
            " whether the search got worse; measure the baseline anew, or give --allow-changed"
            f" {' '.join(refused)}"
        )
    for measured, name in ((baseline, "the baseline"), (current, "the current result")):
        missing = [metric for metric in metrics if metric not in measured.measures]
        if missing:
            raise OptionError(
                f"{missing[0]} was not measured in {name}; there are {', '.join(measured.measures)}"
            )
    shown = [
        metric
        for metric in SHOWN_METRICS
        if metric not in metrics and metric in baseline.measures and metric in current.measures
    ]
    results = [
        _result(current, pairs, systems, metric, rule, gated=metric in metrics)
        for systems, pairs in _paired(baseline, current, partly="queries" in changed)
        for metric in (*metrics, *shown)
    ]
    return GateResult(rule, tuple(results), changed, baseline, current)


def _changed(baseline: Measured, current: Measured) -> Iterator[str]:
    for what in INPUTS:
        if baseline.digests.get(what) != current.digests.get(what):
            yield what
    for name in ("ties", "within_story"):
        if baseline.settings.get(name) != current.settings.get(name):
            yield "settings"
            return


def _paired(
    baseline: Measured, current: Measured, *, partly: bool
) -> Iterator[tuple[tuple[SystemResult, SystemResult], Sequence[Pair]]]:
    """Pair systems, and their queries by id; a query of only one side is an error."""
    for before, now in _systems(baseline, current):
        for system, name in ((before, "the baseline"), (now, "the current result")):
            if system.failures:
                query, reason = next(iter(system.failures.items()))
                raise OptionError(
                    f'in {name}, {system.profile} could not search for "{query}": {reason}'
                )
        alone = sorted(set(before.queries) ^ set(now.queries))
        if alone and not partly:
            raise OptionError(f'only one of the results has a value for the query "{alone[0]}"')
        shared = [query for query in before.queries if query in now.queries]
        if not shared:
            raise OptionError("the results share no query that was measured; nothing can be gated")
        pairs = [(query, before.queries[query], now.queries[query]) for query in shared]
        yield (before, now), pairs


def _systems(baseline: Measured, current: Measured) -> Iterator[tuple[SystemResult, SystemResult]]:
    """Pair systems by profile; where each side has one, these two, whatever they are called."""
    if len(baseline.systems) == len(current.systems) == 1:
        yield baseline.systems[0], current.systems[0]
        return
    known = {system.profile: system for system in current.systems}
    for before in baseline.systems:
        if before.profile not in known:
            raise OptionError(
                f'the current result has no system "{before.profile}", which the baseline has'
            )
        yield before, known[before.profile]


def _result(  # noqa: PLR0913 - each is a part of the question
    current: Measured,
    pairs: Sequence[Pair],
    systems: tuple[SystemResult, SystemResult],
    metric: str,
    rule: GateRule,
    *,
    gated: bool,
) -> MetricResult:
    fall = _fall(metric, pairs)
    p = None
    if gated:
        p = paired_permutation([now.values[metric] - old.values[metric] for _, old, now in pairs]).p
    too_far = gated and fall.drop > rule.max_drop + SLACK
    types = dict.fromkeys(current.types[query] for query, _, _ in pairs)
    return MetricResult(
        profile=systems[1].profile,
        before=systems[0].profile,
        metric=metric,
        gated=gated,
        too_far=too_far,
        failed=too_far and not (rule.significant and p is not None and p >= SIGNIFICANT),
        fall=fall,
        by_type=tuple(
            (kind, _fall(metric, [pair for pair in pairs if current.types[pair[0]] == kind]))
            for kind in types
        ),
        p=p,
        lost=_lost(current, pairs, metric),
    )


def _fall(metric: str, pairs: Sequence[Pair]) -> Fall:
    measure = measure_of(metric)
    before = mean_of(measure, [old.values[metric] for _, old, _ in pairs])
    after = mean_of(measure, [now.values[metric] for _, _, now in pairs])
    return Fall(before, after, (before - after) / before if before else 0.0, len(pairs))


def _lost(current: Measured, pairs: Sequence[Pair], metric: str) -> tuple[LostQuery, ...]:
    """Give the queries whose value fell, the greatest fall first."""
    fell = [pair for pair in pairs if pair[2].values[metric] < pair[1].values[metric] - SLACK]
    fell.sort(key=lambda pair: (pair[2].values[metric] - pair[1].values[metric], pair[0]))
    return tuple(
        LostQuery(
            id=query,
            text=current.texts[query],
            type=current.types[query],
            before=old.values[metric],
            now=now.values[metric],
            old_place=old.first_relevant,
            new_place=now.first_relevant,
            relevant=current.relevant[query],
            left=tuple(
                one for one in current.relevant[query] if one in old.hits and one not in now.hits
            ),
        )
        for query, old, now in fell
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"
