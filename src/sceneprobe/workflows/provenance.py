"""Queries and labels → digests that tell whether two results were made alike."""

from collections.abc import Iterable
from hashlib import sha256

from sceneprobe.judging.model import QuerySet


def queries_digest(query_set: QuerySet) -> str:
    """Digest what is asked: ids, texts and stories, in order."""
    return rows_digest((query.id, query.text, query.story) for query in query_set.queries)


def qrels_digest(query_set: QuerySet) -> str:
    """Digest what is right, whatever the order of labels."""
    return rows_digest(
        sorted(
            (topic, scene, str(grade))
            for topic, grades in query_set.qrels.by_topic().items()
            for scene, grade in grades.items()
        )
    )


def rows_digest(rows: Iterable[Iterable[str | None]]) -> str:
    """Digest rows of texts; each stands with its length, so that no two sequences are alike."""
    found = sha256()
    for row in rows:
        for cell in row:
            content = None if cell is None else cell.encode("utf-8", "surrogatepass")
            found.update(b"-" if content is None else f"{len(content)}:".encode() + content)
    return f"sha256:{found.hexdigest()}"
