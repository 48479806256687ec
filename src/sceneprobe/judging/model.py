"""Queries and the judgments of what is relevant to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sceneprobe.text.model import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Query:
    """A question; ``k`` is its own cut-off, None where it has none.

    ``type`` is its stratum, ``story`` the one in which its answer is looked for, and ``added_in``
    the version of the set that had it first.
    """

    id: str
    text: str
    k: int | None = None
    type: str | None = None
    added_in: str | None = None
    story: str | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class QrelRow:
    """One judgment: for this topic, this document has this grade."""

    topic_id: str
    doc_id: str
    grade: int


@dataclass(frozen=True, slots=True)
class Qrels:
    """Judgments, in the order in which they were made; nothing is checked, duplicates are kept."""

    rows: Sequence[QrelRow] = ()

    def __post_init__(self) -> None:
        # Whoever gave a list may change it later.
        object.__setattr__(self, "rows", tuple(self.rows))

    def by_topic(self) -> Mapping[str, Mapping[str, int]]:
        """Give for each topic its documents with their grades."""
        topics: dict[str, dict[str, int]] = {}
        for row in self.rows:
            topics.setdefault(row.topic_id, {})[row.doc_id] = row.grade
        return topics

    def verify(self, *, expected_topic_ids: Iterable[str], warn: bool = False) -> None:
        """Check that the expected topics are judged, no others, and no document twice for one.

        All problems are told at once: raised as a QrelsError or, with ``warn``, as a warning.
        """
        from sceneprobe.judging.verification import (
            QrelsVerification,
            all_problems,
            raise_or_warn,
        )

        expected = QrelsVerification(self, expected_topic_ids).expected_topic_ids
        raise_or_warn(all_problems(self, expected), warn=warn, above=1)


HIGHEST_GRADE = 3
"""The top of the scale of a test set that declares none."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """A type of query that a set declares, and how many queries of it there should be, if said."""

    type: str
    count: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Queries with their judgments; with a version and strata it is a test set.

    ``scale`` is the highest grade that the set declares, None where it declares none.
    ``changelog`` says what became of earlier versions, a line each. ``places`` are those of the
    judgments, in their order, where they come from a file, and ``digest`` is that of the file.
    """

    name: str
    version: str | None
    queries: tuple[Query, ...]
    qrels: Qrels
    scale: int | None = None
    strata: tuple[Stratum, ...] = ()
    description: str | None = None
    changelog: tuple[str, ...] = ()
    places: tuple[Span, ...] = field(default=(), repr=False, compare=False)
    digest: str = field(default="", compare=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)

    def relevant(self) -> Mapping[str, tuple[str, ...]]:
        """Give for each query what is right, the best grades first."""
        labels = self.qrels.by_topic()
        return {
            query.id: tuple(
                id_
                for id_, grade in sorted(
                    labels.get(query.id, {}).items(), key=lambda label: (-label[1], label[0])
                )
                if grade > 0
            )
            for query in self.queries
        }

    @property
    def highest_grade(self) -> int:
        """The top of the scale: as declared, or 3."""
        return HIGHEST_GRADE if self.scale is None else self.scale


@dataclass(frozen=True, slots=True)
class QrelsStatistics:
    """Counts; ``grades`` has how many judgments there are of each, the lowest first."""

    topics: int
    judgments: int
    relevant: int
    grades: Mapping[int, int] = field(hash=False)
    least_judged: int
    median_judged: float
    most_judged: int
    no_relevant: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A judgment whose grade is another one now."""

    topic_id: str
    doc_id: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class QrelsDifference:
    """What one has to do to the first to get the second; all sorted by topic and document."""

    topics_added: tuple[str, ...]
    topics_removed: tuple[str, ...]
    added: tuple[QrelRow, ...]
    removed: tuple[QrelRow, ...]
    changed: tuple[Change, ...]
    same: int

    @property
    def is_empty(self) -> bool:
        """Whether both hold the same judgments."""
        return not (self.added or self.removed or self.changed)
