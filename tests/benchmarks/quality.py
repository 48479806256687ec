"""How well backends find scenes: ``python -m tests.benchmarks.quality FOLDER [PROFILE …]``.

The folder has ``scenes.jsonl`` (id, story, order, text) and ``queries.jsonl`` (id, story, query,
relevant); without it, the variable SCENEPROBE_COLLECTION names one. Every query ranks the scenes of
its own story, and ties keep their order. Prints mean reciprocal rank and recall at 5 with 95 %
intervals, and the difference to the first backend with that of the paired differences.
"""

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from sceneprobe.backends.base import Backend
from sceneprobe.backends.registry import backend_of
from sceneprobe.experiments.bootstrap import bootstrap_mean
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.run import run

PROFILES = (
    *("bow", "vsa", "tfidf", "bm25", "bm25:terms=stems", "rich", "vsa-rich"),
    *("hybrid:rrf(bm25,vsa-rich)", "hybrid:weighted(rich,rich:window=30)"),
    *("rerank:window(bm25)", "rerank:window(rich:window=0)"),
)
_CUT = 5

Line = Mapping[str, Any]  # lines of JSON, whose fields the folder's README names


@dataclass(frozen=True, slots=True)
class Collection:
    """Scenes in order and queries, by story."""

    scenes: Mapping[str, Sequence[Line]]
    queries: Mapping[str, Sequence[Line]]


@dataclass(frozen=True, slots=True)
class Values:
    """Reciprocal rank and recall at 5, one of each for every query."""

    reciprocal_ranks: Sequence[float]
    recalls: Sequence[float]


def main(arguments: Sequence[str]) -> None:
    folder, *profiles = arguments or [os.environ.get("SCENEPROBE_COLLECTION", "")]
    if not (Path(folder) / "scenes.jsonl").is_file():
        raise SystemExit("give the folder of a collection: it has scenes.jsonl and queries.jsonl")
    collection = read_collection(Path(folder))
    first: Values | None = None
    for profile in profiles or PROFILES:
        start = time.perf_counter()
        values = evaluate(collection, backend_of(profile))
        seconds = time.perf_counter() - start
        print(line_of(profile, values, first or values, seconds), flush=True)
        first = first or values


def read_collection(folder: Path) -> Collection:
    """Read the scenes and queries of a folder."""
    scenes, queries = (_by_story(folder / f"{name}.jsonl") for name in ("scenes", "queries"))
    ordered = {story: sorted(found, key=lambda s: s["order"]) for story, found in scenes.items()}
    return Collection(ordered, queries)


def evaluate(collection: Collection, backend: Backend) -> Values:
    """Search every story with its queries."""
    pairs = [pair for story in collection.scenes for pair in _searched(collection, story, backend)]
    return Values([pair[0] for pair in pairs], [pair[1] for pair in pairs])


def line_of(profile: str, values: Values, first: Values, seconds: float) -> str:
    """Write one row of the table."""
    gained = [
        (new - old + 1) / 2  # intervals are for values from 0 to 1
        for new, old in zip(values.reciprocal_ranks, first.reciprocal_ranks, strict=True)
    ]
    interval = bootstrap_mean(gained)
    low, high = (2 * interval.low - 1, 2 * interval.high - 1) if interval else (0.0, 0.0)
    return (
        f"{profile:44} MRR {_shown(values.reciprocal_ranks)}  R@{_CUT} {_shown(values.recalls)}"
        f"  to the first {2 * fsum(gained) / len(gained) - 1:+.3f} [{low:+.3f}, {high:+.3f}]"
        f"  {seconds:6.1f} s"
    )


def _searched(
    collection: Collection, story: str, backend: Backend
) -> Iterator[tuple[float, float]]:
    scenes, asked = collection.scenes[story], collection.queries.get(story, ())
    index = backend.index([scene["text"] for scene in scenes])
    queries = [Query(line["id"], line["query"]) for line in asked]
    wanted = {line["id"]: line["relevant"] for line in asked}
    ids = [scene["id"] for scene in scenes]
    found = run(index, ids, queries, TieRule.STORY_ORDER, depth=1, wanted=wanted)
    for query, relevant in wanted.items():
        ranks = [place.rank for place in found.rankings[query].places.found]
        hits = sum(rank <= _CUT for rank in ranks)
        yield 1 / min(ranks), hits / len(relevant)


def _shown(values: Sequence[float]) -> str:
    interval = bootstrap_mean(values)
    mean = fsum(values) / len(values)
    return f"{mean:.3f} [{interval.low:.3f}, {interval.high:.3f}]" if interval else f"{mean:.3f}"


def _by_story(path: Path) -> Mapping[str, list[Line]]:
    found: defaultdict[str, list[Line]] = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            found[line["story"]].append(line)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
