"""A run and judgments → retrieved ids that are judged ids but for case or blanks."""

from collections.abc import Mapping
from itertools import islice

from sceneprobe.formats.run_rows import read_row
from sceneprobe.formats.run_source import open_run

_LOOKED_AT = 1 << 20
_SHOWN = 3


def near_ids(
    path: str, judgments: Mapping[str, Mapping[str, float]]
) -> tuple[tuple[str, str], ...]:
    """Give up to three pairs of a retrieved and a judged id, from the first megabyte of a run."""
    folded = {
        (topic, _folded(judged)): judged for topic, grades in judgments.items() for judged in grades
    }
    pairs: dict[tuple[str, str], None] = {}
    start = next(open_run(path, 0).pieces(_LOOKED_AT), b"")
    for row in map(read_row, start.split(b"\n")):
        if row is not None:
            topic, retrieved = (part.decode("utf-8", "replace") for part in row[:2])
            judged = folded.get((topic, _folded(retrieved)))
            if judged is not None and judged != retrieved:
                pairs[retrieved, judged] = None
    return tuple(islice(pairs, _SHOWN))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
