"""A TREC run and judgments → where the judged ids stand; small runs are read without NumPy."""

import os
from collections.abc import Iterator, Mapping

from sceneprobe.formats.runs import findings as rules
from sceneprobe.formats.runs.findings import Problem, RunFindings
from sceneprobe.formats.runs.lines import places_by_lines
from sceneprobe.formats.runs.model import RunReading, TopicPlaces
from sceneprobe.formats.runs.source import RunSource, open_run

SMALL = 2 << 20
"""Up to so many bytes plain Python is done before NumPy is imported."""


def run_source(path: str | os.PathLike[str]) -> RunSource:
    """Open a run: a file, or standard input for ``-``; small ones are read at once."""
    return open_run(path, SMALL)


def run_places(
    source: RunSource, judgments: Mapping[str, Mapping[str, float]], reading: RunReading
) -> Iterator[TopicPlaces]:
    """Find the judged ids of every topic of a run.

    The file is read to its end before the first topic is given: a later line may be wrong, or
    belong to the first topic. Topics come in the order in which they first appear.
    """
    findings = RunFindings()
    found = _places(source, judgments, reading, findings)
    first = next(found, None)
    findings.refuse_any(source.name)
    if first is None:
        hint = "write a line for each result: qid Q0 docid rank score tag"
        findings.add(Problem(rules.NO_RESULTS, 1, "", 1, 1, "this run holds no results", hint))
        findings.refuse_any(source.name)
    else:
        yield first
        yield from found


def _places(
    source: RunSource,
    judgments: Mapping[str, Mapping[str, float]],
    reading: RunReading,
    findings: RunFindings,
) -> Iterator[TopicPlaces]:
    if source.content is not None and len(source.content) <= SMALL:
        return places_by_lines(source.content, judgments, reading, findings)
    from sceneprobe.formats.runs.blocks import places_by_blocks

    return places_by_blocks(source, judgments, reading, findings)
