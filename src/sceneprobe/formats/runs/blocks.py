"""A run of any size → places of judged ids, in NumPy, a block of whole topics at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from sceneprobe.formats.runs.duplicates import duplicates
from sceneprobe.formats.runs.findings import RunFindings
from sceneprobe.formats.runs.model import RunReading, TopicPlaces
from sceneprobe.formats.runs.notes import Notes, wrong_lines
from sceneprobe.formats.runs.numbers import read_ranks, read_scores
from sceneprobe.formats.runs.rows import problem_of, wrong_byte
from sceneprobe.formats.runs.source import RunSource
from sceneprobe.formats.runs.standing import Results, Standings, standings
from sceneprobe.formats.runs.stretches import Stretch, cut_between_topics, stretches, uncut
from sceneprobe.formats.runs.words import hashes

BLOCK = 3 << 19
"""Large enough that calls cost little beside what they do, and small enough for the caches."""

_LARGEST = 1 << 24


def places_by_blocks(
    source: RunSource,
    judgments: Mapping[str, Mapping[str, float]],
    reading: RunReading,
    findings: RunFindings,
    size: int = BLOCK,
) -> Iterator[TopicPlaces]:
    """Read a whole run; topics come in the order in which they first appear.

    What is wrong goes to ``findings`` before the first topic is given.
    """
    _keep_memory()
    reader = _Reader(judgments, reading)
    found = reader.read(cut_between_topics(source.pieces(size)), findings)
    if found is None:
        from sceneprobe.formats.runs.regroup import regroup

        pieces, lines = regroup(source, size)
        found = reader.read(uncut(pieces), findings, lines)
    if not findings.count:
        for standing in found or ():
            yield from standing.places()


def _keep_memory() -> None:
    """Have freed memory kept for the next block.

    The C library of Linux gives memory back as soon as a block's arrays are freed, and gets it
    again for the next block, page by page, which takes a tenth of the time. It stops doing so for
    arrays up to the size of the largest that was freed; this one is never written to.
    """
    np.empty(_LARGEST, np.uint8)


class _Reader:
    """Reads stretches with the same judgments in the same way."""

    def __init__(self, judgments: Mapping[str, Mapping[str, float]], reading: RunReading) -> None:
        self._judgments = judgments
        self._reading = reading

    def read(
        self,
        texts: Iterable[tuple[bytes, int]],
        findings: RunFindings,
        lines: Sequence[int] | None = None,
    ) -> list[Standings] | None:
        """Give the places of all topics, or None if a topic's lines are scattered.

        ``lines`` are the lines' numbers where they do not come in order.
        """
        found: list[Standings] = []
        seen: set[bytes] = set()
        for stretch in stretches(texts):
            names = stretch.sections.names()
            if len(set(names)) < len(names) or not seen.isdisjoint(names):
                findings.forget()
                return None
            seen.update(names)
            results = self._results(stretch, Notes(findings, stretch, lines))
            if names and not findings.count:
                found.append(standings(results, self._judgments, self._reading))
            # Otherwise these would be in memory besides the next ones.
            del stretch, results
        return found

    def _results(self, stretch: Stretch, notes: Notes) -> Results:
        sections, wrong = stretch.sections, wrong_lines(stretch)
        for line in wrong.tolist():
            notes.add(wrong_byte, line)
        if stretch.block.too_short.size:
            for line in np.setdiff1d(stretch.block.too_short, wrong).tolist():
                notes.add(problem_of, line)
        scores, ranks = stretch.block.scores, stretch.block.ranks
        if scores is None:
            scores = read_scores(sections.text, sections.words, sections.columns.score)
        if ranks is None:
            ranks = read_ranks(sections.text, sections.words, sections.columns.rank)
        results = Results(sections, scores, ranks, hashes(sections.words, sections.columns.id))
        unread = np.isnan(scores + ranks)
        if wrong.size or unread.any():
            misread = np.isin(sections.columns.line, wrong)
            for line in sections.columns.line[unread & ~misread].tolist():
                notes.add(problem_of, line)
            results = results.keep(np.flatnonzero(~(unread | misread)))
        repeated = duplicates(results)
        if repeated and self._reading.keep_first:
            kept = np.ones(results.scores.size, np.bool_)
            kept[[line for line, _ in repeated]] = False
            return results.keep(np.flatnonzero(kept))
        for line, earlier in repeated:
            (name,) = results.sections.ids(line, line + 1)
            both = results.sections.columns.line[[line, earlier]].tolist()
            notes.add_duplicate(name, *both)
        return results
