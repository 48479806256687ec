"""Contest → Latency: both sides search for every query, in turn, again and again."""

from collections.abc import Sequence
from time import perf_counter

from sceneprobe.errors import OptionError
from sceneprobe.experiments.latency import latency
from sceneprobe.experiments.latency_model import Latency
from sceneprobe.judging.model import Query
from sceneprobe.workflows.contest_model import Contest, Side
from sceneprobe.workflows.searcher import Searcher, searcher_of

REPEATS = 5


def time_sides(contest: Contest) -> Latency:
    """Time one query after the other; the sides take turns, so that the machine's moods even out.

    Indexing is not counted, and a first round, which warms up, is not either.
    """
    a, b = (_ready(side) for side in (contest.a, contest.b))
    rounds = [_round(a, b, contest.options.k) for _ in range(REPEATS + 1)][1:]
    times_a, times_b = (
        [[one[side][query] for one in rounds] for query in range(len(rounds[0][side]))]
        for side in (0, 1)
    )
    return latency(times_a, times_b)


def _ready(side: Side) -> Sequence[tuple[Searcher, Query]]:
    if side.settings is None:
        raise OptionError(f"--latency needs two configurations; {side.name} is a finished run")
    searchers = ((searcher_of(side.settings, part), queries) for part, queries in side.parts)
    return [(searcher, query) for searcher, queries in searchers for query in queries]


def _round(
    a: Sequence[tuple[Searcher, Query]], b: Sequence[tuple[Searcher, Query]], k: int
) -> tuple[list[float], list[float]]:
    times: tuple[list[float], list[float]] = ([], [])
    for pair in zip(a, b, strict=True):
        for (searcher, query), found in zip(pair, times, strict=True):
            start = perf_counter()
            searcher.rankings([query], {}, k)
            found.append(perf_counter() - start)
    return times
