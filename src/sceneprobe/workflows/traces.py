"""Contest → JSON lines that tell what each stage of a configuration found, where that is allowed.

The gate has three parts: ``perf.enabled``, ``perf.metrics.report_memory``, and one of
``t2.quality.shadow`` and ``t2.quality.enabled``.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sceneprobe.ranking.model import Ranking
from sceneprobe.settings.model import Settings
from sceneprobe.workflows.contest_model import Contest, Side
from sceneprobe.workflows.searcher import normalized, stages

TRACE_FOLDER = "logs/quality"
TRACE_FILE = "rq_traces.jsonl"
REDACTED = "(redacted)"


@dataclass(frozen=True, slots=True)
class Traces:
    """The sides that are traced, the lines, and why a side is not."""

    sides: tuple[str, ...]
    lines: bytes
    closed: tuple[str, ...]


def traces_of(contest: Contest, *, with_text: bool) -> Traces:
    """Trace the sides that allow it; without ``with_text`` queries are redacted."""
    opened, closed = [], []
    for name, side in (("A", contest.a), ("B", contest.b)):
        if side.settings is None:
            closed.append(f"no traces of {name}: it is a finished run")
        elif side.settings.switches.closed_gate is not None:
            closed.append(f"no traces of {name}: {side.settings.switches.closed_gate}")
        else:
            opened.append((name, side, side.settings))
    lines = (
        f"{json.dumps(record, ensure_ascii=False, sort_keys=True)}\n".encode()
        for name, side, settings in opened
        for record in _records(contest, name, side, settings, with_text=with_text)
    )
    return Traces(tuple(name for name, _, _ in opened), b"".join(lines), tuple(closed))


def _records(
    contest: Contest, name: str, side: Side, settings: Settings, *, with_text: bool
) -> Iterator[Mapping[str, object]]:
    """Give a record a query: why it was traced, and what every stage found."""
    why = "enabled" if settings.switches.shows_quality else "shadow"
    for collection, queries in side.parts:
        found = list(stages(settings, collection, queries, contest.options.k))
        searched = {query.id: query.text for query in normalized(queries, settings)}
        for query in queries:
            yield {
                "reason": why,
                "system": name,
                "qid": query.id,
                "query": query.text if with_text else REDACTED,
                "searched": searched[query.id] if with_text else REDACTED,
                "k": contest.options.k,
                "shown": _shown(settings, found[0][0], found[-1][0]),
                "stages": [
                    {"stage": stage, "hits": _hits(rankings[query.id], contest.options.k)}
                    for stage, rankings in found
                ],
            }


def _shown(settings: Settings, plain: str, last: str) -> str:
    """Name the stage whose order counts: in shadow it is the plain one."""
    return last if settings.switches.shows_quality else plain


def _hits(ranking: Ranking, k: int) -> list[Mapping[str, object]]:
    return [
        {"id": hit.id, "place": place, "score": hit.score}
        for place, hit in enumerate(ranking.top(k), start=1)
    ]
