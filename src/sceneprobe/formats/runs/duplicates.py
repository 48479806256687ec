"""Results → the lines whose id an earlier line of the same topic has."""

import numpy as np

from sceneprobe.formats.runs.borders import Positions
from sceneprobe.formats.runs.standing import Results


def duplicates(results: Results) -> list[tuple[int, int]]:
    """Give each line that repeats an id of its topic, with the first line that has it.

    Equal hashes are rare among different ids, so only lines that share one are compared.
    """
    sections = results.sections
    bounds = list(zip(sections.starts.tolist(), sections.stops.tolist(), strict=True))
    ordered = results.hashes.copy()
    for start, stop in bounds:
        ordered[start:stop].sort()
    same = ordered[1:] == ordered[:-1]
    same[sections.starts[1:] - 1] = False
    shared = np.flatnonzero(same)
    if not shared.size:
        return []
    found: list[tuple[int, int]] = []
    for topic in np.unique(np.searchsorted(sections.starts, shared, side="right") - 1).tolist():
        start, stop = bounds[topic]
        values = ordered[shared[(shared >= start) & (shared < stop)]]
        lines = start + np.flatnonzero(np.isin(results.hashes[start:stop], values))
        found += _repeated(results, lines)
    return found


def _repeated(results: Results, lines: Positions) -> list[tuple[int, int]]:
    first: dict[bytes, int] = {}
    found = []
    for line in lines.tolist():
        (name,) = results.sections.ids(line, line + 1)
        if first.setdefault(name, line) != line:
            found.append((line, first[name]))
    return found
