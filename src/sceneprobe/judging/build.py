"""Records of any kind → Qrels, by functions that say what is topic, document and grade."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import index
from typing import Generic, TypeVar

from sceneprobe.errors import OptionError, QrelsError
from sceneprobe.judging.model import QrelRow, Qrels

R = TypeVar("R")
G = TypeVar("G", int, float)

ON_DUPLICATE = ("error", "keep_max", "keep_last")
"""What may be done where a document is judged twice for a topic."""

GREATEST_GRADE = 10**9
"""Of judgments with whole grades, whether they are built, written or read."""


@dataclass(frozen=True)  # with slots, QrelsSpec[Record](…) fails: typing sets an attribute on it
class QrelsSpec(Generic[R]):
    """How judgments are read from records: a function for each field.

    ``on_duplicate`` says what becomes of a second judgment of one document for one topic: it is an
    ``error``, or the greater of the two (``keep_max``) or the last (``keep_last``) is kept.
    """

    topic_id: Callable[[R], str]
    doc_id: Callable[[R], str]
    grade: Callable[[R], int]
    on_duplicate: str = "error"

    def __post_init__(self) -> None:
        checked_policy(self.on_duplicate)


def build_qrels(*, records: Iterable[R], spec: QrelsSpec[R]) -> Qrels:
    """Read one judgment from each record, in order; no document is judged twice for a topic.

    >>> annotations = [("q1", "The Long Watch", True), ("q1", "Salt Road", False)]
    >>> spec = QrelsSpec[tuple[str, str, bool]](
    ...     topic_id=lambda r: r[0], doc_id=lambda r: r[1], grade=lambda r: int(r[2])
    ... )
    >>> [row.grade for row in build_qrels(records=annotations, spec=spec).rows]
    [1, 0]
    """
    rows = [
        _row(number, spec.topic_id(record), spec.doc_id(record), spec.grade(record))
        for number, record in enumerate(records, start=1)
    ]
    return Qrels(without_duplicates(rows, spec.on_duplicate))


def without_duplicates(rows: Iterable[QrelRow], on_duplicate: str) -> tuple[QrelRow, ...]:
    """Keep one judgment of each document for a topic, at the place of the first."""
    policy = checked_policy(on_duplicate)
    kept: dict[tuple[str, str], QrelRow] = {}
    for row in rows:
        before = kept.setdefault((row.topic_id, row.doc_id), row)
        if before is row:
            continue
        grade = kept_grade(before.grade, row.grade, policy)
        if grade is None:
            raise QrelsError(
                f'the topic "{row.topic_id}" judges "{row.doc_id}" twice, with grades'
                f" {before.grade} and {row.grade}; keep_max or keep_last would keep one"
            )
        kept[row.topic_id, row.doc_id] = replace(row, grade=grade)
    return tuple(kept.values())


def kept_grade(before: G, after: G, policy: str) -> G | None:
    """Give the grade that stays of two for one document and topic; None where that is an error.

    >>> [kept_grade(2, 1, policy) for policy in ON_DUPLICATE]
    [None, 2, 1]
    """
    if policy == "error":
        return None
    return after if policy == "keep_last" else max(before, after)


def checked_policy(on_duplicate: str) -> str:
    """Refuse a policy that is not known."""
    if on_duplicate not in ON_DUPLICATE:
        known = ", ".join(ON_DUPLICATE)
        raise OptionError(f"on_duplicate cannot be {on_duplicate!r}; known: {known}")
    return on_duplicate


def doc_id_md5(text: str) -> str:
    """Make an id from a text: the same text has the same id everywhere.

    >>> doc_id_md5("A lamp in the tower.")
    '4d84ca98b4e147b251170d5195d6ad92'
    """
    from hashlib import md5

    return md5(text.encode("utf-8"), usedforsecurity=False).hexdigest()


# object: what a caller's function gives is not known before it is looked at.
def _row(number: int, topic_id: object, doc_id: object, grade: object) -> QrelRow:
    for what, found in (("topic_id", topic_id), ("doc_id", doc_id)):
        if not isinstance(found, str) or not found:
            raise QrelsError(
                f"record {number}: {what} must be a text that is not empty, not {found!r}"
            )
    return QrelRow(str(topic_id), str(doc_id), checked_grade(grade, f"record {number}"))


def checked_grade(grade: object, place: str) -> int:
    """Give a whole number of any type, from 0 to the greatest grade, as an int; refuse others."""
    try:
        number = index(grade)  # type: ignore[arg-type]  # what has no __index__ is refused below
    except TypeError:
        number = -1
    if number < 0:
        raise QrelsError(f"{place}: a grade is a whole number ≥ 0, not {grade!r}")
    if number > GREATEST_GRADE:
        raise QrelsError(f"{place}: a grade is a whole number up to {GREATEST_GRADE:,}")
    return number
