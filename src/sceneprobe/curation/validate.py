"""Queries × the scenes there are → findings."""

from collections.abc import Iterator, Sequence

from sceneprobe.judging.findings import UNKNOWN_SCENE
from sceneprobe.judging.model import QuerySet
from sceneprobe.text.model import Diagnostic, Severity
from sceneprobe.text.names import NearNames, did_you_mean


def unknown_labels(
    query_set: QuerySet, scene_ids: Sequence[str], *, allowed: bool = False
) -> Iterator[Diagnostic]:
    """Report labels that name no scene: an error, or a warning where they are allowed."""
    known = dict.fromkeys(scene_ids)
    near = NearNames(known)
    hint = "sceneprobe scenes lists the scenes; --allow-unknown counts it as never found"
    if allowed:
        hint = "it counts as never found"
    for row in query_set.qrels.rows:
        if row.doc_id not in known:
            yield UNKNOWN_SCENE.at(
                query_set.places[row.topic_id, row.doc_id],
                f'the query "{row.topic_id}" names the scene "{row.doc_id}", which there is not',
                did_you_mean(near, row.doc_id) or hint,
                severity=Severity.WARNING if allowed else Severity.ERROR,
            )
