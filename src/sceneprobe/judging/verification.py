"""Judgments and the topics that should have some → what is missing, too many, or judged twice."""

import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from sceneprobe.errors import OptionError, QrelsError
from sceneprobe.judging.model import Qrels

_NAMED = 10


class ProblemKind(StrEnum):
    """What can be wrong with judgments as a whole."""

    MISSING = "missing"
    EXTRA = "extra"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: of a topic, or of a document that is judged more than once for it."""

    kind: ProblemKind
    topic_id: str
    doc_id: str | None = None
    grades: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.kind is ProblemKind.MISSING:
            return f'the topic "{self.topic_id}" has no judgment'
        if self.kind is ProblemKind.EXTRA:
            return f'the topic "{self.topic_id}" is not expected'
        grades = ", ".join(map(str, self.grades))
        times = f"{len(self.grades)} times, with grades {grades}"
        return f'the topic "{self.topic_id}" judges "{self.doc_id}" {times}'


@dataclass(frozen=True, slots=True)
class QrelsVerification:
    """Checks that can be chained; each gives a verification that holds the problems so far.

    A check that finds something raises a QrelsError with what it found, or, with ``warn``, warns.
    """

    qrels: Qrels
    expected_topic_ids: Iterable[str]
    warn: bool = False
    problems: tuple[Problem, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.expected_topic_ids, str):
            raise OptionError("expected_topic_ids must be a list of ids, not one text")
        # In order and once each; a generator could be asked once only.
        ids = tuple(dict.fromkeys(self.expected_topic_ids))
        object.__setattr__(self, "expected_topic_ids", ids)

    def complete_topics(self) -> Self:
        """Check that every expected topic has a judgment."""
        return self._told(missing_topics(self.qrels, self.expected_topic_ids))

    def no_extra_topics(self) -> Self:
        """Check that there are no judgments for topics that are not expected."""
        return self._told(extra_topics(self.qrels, self.expected_topic_ids))

    def no_duplicates(self) -> Self:
        """Check that no document is judged twice for a topic."""
        return self._told(duplicates_in(self.qrels))

    def all(self) -> Self:
        """Run all checks; what they find is told at once."""
        return self._told(all_problems(self.qrels, self.expected_topic_ids))

    def _told(self, found: Sequence[Problem]) -> Self:
        # Shown at the caller's line: above this stand a check and the caller.
        raise_or_warn(found, warn=self.warn, above=2)
        return replace(self, problems=(*self.problems, *found))


def raise_or_warn(found: Sequence[Problem], *, warn: bool, above: int) -> None:
    """Raise what was found as a QrelsError, or warn; nothing happens where nothing was found.

    A warning is shown at the line that is so many calls above the one that calls this.
    """
    if found and not warn:
        raise QrelsError(_summary(found))
    if found:
        warnings.warn(_summary(found), stacklevel=2 + above)


def verify_qrels_topics(
    *, expected_topic_ids: Iterable[str], qrels: Qrels, require_no_extras: bool = False
) -> None:
    """Raise a QrelsError unless every expected topic is judged and, if asked, no other one is."""
    verification = QrelsVerification(qrels, expected_topic_ids).complete_topics()
    if require_no_extras:
        verification.no_extra_topics()


def all_problems(
    qrels: Qrels, expected: Iterable[str], *, allow_extras: bool = False
) -> tuple[Problem, ...]:
    """Find what is missing, what is not expected unless that is allowed, and duplicates."""
    topics = tuple(expected)
    extra = () if allow_extras else extra_topics(qrels, topics)
    return (*missing_topics(qrels, topics), *extra, *duplicates_in(qrels))


def missing_topics(qrels: Qrels, expected: Iterable[str]) -> tuple[Problem, ...]:
    """Find the expected topics that have no judgment."""
    judged = {row.topic_id for row in qrels.rows}
    missing = (topic for topic in dict.fromkeys(expected) if topic not in judged)
    return tuple(Problem(ProblemKind.MISSING, topic) for topic in missing)


def extra_topics(qrels: Qrels, expected: Iterable[str]) -> tuple[Problem, ...]:
    """Find the topics that have judgments, but are not expected."""
    known = set(expected)
    judged = dict.fromkeys(row.topic_id for row in qrels.rows)
    extra = (topic for topic in judged if topic not in known)
    return tuple(Problem(ProblemKind.EXTRA, topic) for topic in extra)


def duplicates_in(qrels: Qrels) -> tuple[Problem, ...]:
    """Find the documents that are judged more than once for a topic, with all their grades."""
    counts = Counter((row.topic_id, row.doc_id) for row in qrels.rows)
    grades: dict[tuple[str, str], list[int]] = {pair: [] for pair, n in counts.items() if n > 1}
    if not grades:
        return ()
    for row in qrels.rows:
        if (row.topic_id, row.doc_id) in grades:
            grades[row.topic_id, row.doc_id].append(row.grade)
    return tuple(
        Problem(ProblemKind.DUPLICATE, topic, document, tuple(found))
        for (topic, document), found in grades.items()
    )


def _summary(found: Sequence[Problem]) -> str:
    """Name the first problems of each kind, and say how many more there are of it."""
    parts: list[str] = []
    for kind in ProblemKind:
        named = [str(problem) for problem in found if problem.kind is kind]
        parts += named[:_NAMED]
        if len(named) > _NAMED:
            parts.append(f"{len(named) - _NAMED} more are {kind}")
    return "; ".join(parts)
