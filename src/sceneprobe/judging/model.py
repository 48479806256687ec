"""Queries and the judgments of what is relevant to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sceneprobe.text.model import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Query:
    """A question; ``k`` is its own cut-off, None where it has none."""

    id: str
    text: str
    k: int | None = None
    type: str | None = None
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


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Queries with their judgments.

    ``places`` are those of the judgments, in their order, where they come from a file, and
    ``digest`` is that of the file.
    """

    name: str
    version: str | None
    queries: tuple[Query, ...]
    qrels: Qrels
    places: tuple[Span, ...] = field(default=(), repr=False, compare=False)
    digest: str = field(default="", compare=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)
