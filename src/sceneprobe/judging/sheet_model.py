"""What an annotator fills in: for each query and scene a grade."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.judging.model import HIGHEST_GRADE
from sceneprobe.text.model import Diagnostic, Span

PairId = tuple[str, str]
"""A query id and a document id."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One thing to judge, with what was judged so far: nothing, a grade, or that it is unsure."""

    query_id: str
    doc_id: str
    query_text: str = ""
    query_type: str | None = None
    text: str = ""
    grade: int | None = None
    unsure: bool = False
    note: str = ""
    span: Span | None = field(default=None, compare=False)

    @property
    def pair(self) -> PairId:
        """What is judged."""
        return self.query_id, self.doc_id

    @property
    def is_open(self) -> bool:
        """Whether nobody has judged it."""
        return self.grade is None and not self.unsure


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows in order; ``scale`` is the highest grade."""

    rows: tuple[SheetRow, ...]
    scale: int = HIGHEST_GRADE
    name: str = field(default="", compare=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)

    def by_pair(self) -> Mapping[PairId, SheetRow]:
        """Give the rows by what is judged."""
        return {row.pair: row for row in self.rows}
