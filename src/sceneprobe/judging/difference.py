"""Two Qrels → topics and judgments that were added, removed or graded anew."""

from sceneprobe.judging.model import Change, Qrels, QrelsDifference


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
