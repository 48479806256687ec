"""Two Qrels → topics and judgments that were added, removed or graded anew."""

from dataclasses import dataclass

from sceneprobe.judging.model import QrelRow, Qrels


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


def difference_of(before: Qrels, after: Qrels) -> QrelsDifference:
    """Compare judgments by topic and document; their order does not matter."""
    old = {(row.topic_id, row.doc_id): row for row in before.rows}
    new = {(row.topic_id, row.doc_id): row for row in after.rows}
    old_topics, new_topics = ({topic for topic, _ in pairs} for pairs in (old, new))
    shared = sorted(old.keys() & new.keys())
    changed = tuple(
        Change(*pair, old[pair].grade, new[pair].grade)
        for pair in shared
        if old[pair].grade != new[pair].grade
    )
    return QrelsDifference(
        topics_added=tuple(sorted(new_topics - old_topics)),
        topics_removed=tuple(sorted(old_topics - new_topics)),
        added=tuple(new[pair] for pair in sorted(new.keys() - old.keys())),
        removed=tuple(old[pair] for pair in sorted(old.keys() - new.keys())),
        changed=changed,
        same=len(shared) - len(changed),
    )
