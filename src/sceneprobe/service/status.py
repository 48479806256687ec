"""The snapshot being served → what the page shows of it: story, profiles, labels, RQ."""

from collections.abc import Mapping

from sceneprobe.files import shown_name
from sceneprobe.judging.model import HIGHEST_GRADE
from sceneprobe.report.findings import finding_values
from sceneprobe.report.live import live_values
from sceneprobe.service.snapshot import Snapshot
from sceneprobe.service.state import Served, why_unsaved
from sceneprobe.text.model import RefusedError, Severity
from sceneprobe.version import __version__


def status_values(served: Served, snapshot: Snapshot) -> Mapping[str, object]:
    """Give everything that changes while a story is written and labelled."""
    options, story = served.options, snapshot.story
    severities = [finding.severity for finding in story.diagnostics]
    return {
        "program": "sceneprobe",
        "version": __version__,
        "story": {
            "name": story.name,
            "file": shown_name(options.story),
            "scenes": len(story.scenes),
            "words": sum(scene.word_count for scene in story.scenes),
            "digest": story.source.digest,
            "errors": severities.count(Severity.ERROR),
            "warnings": severities.count(Severity.WARNING),
        },
        "profile": options.profiles[0],
        "profiles": list(options.components),
        "k": options.k,
        "labels": _labels(served, snapshot),
        "stale": _stale(served),
        "quality": live_values(snapshot.report),
    }


def tag_of(snapshot: Snapshot) -> str:
    """Give the ETag of the labels."""
    return f'"{snapshot.labels.tag if snapshot.labels else "none"}"'


def _labels(served: Served, snapshot: Snapshot) -> Mapping[str, object]:
    path, reason = served.options.labels_path, why_unsaved(snapshot)
    if reason is None and served.stale is not None:
        reason = "a file cannot be used as it is now"
    query_set = snapshot.labels and snapshot.labels.query_set
    return {
        "can_save": reason is None,
        "reason": reason,
        "file": None if path is None else shown_name(path),
        "etag": tag_of(snapshot),
        "undo": served.undo_count,
        "highest_grade": query_set.highest_grade if query_set else HIGHEST_GRADE,
        "queries": len(query_set.queries) if query_set else 0,
    }


def _stale(served: Served) -> Mapping[str, object] | None:
    if served.stale is None:
        return None
    findings = served.stale.findings if isinstance(served.stale, RefusedError) else ()
    return {
        "detail": str(served.stale),
        "findings": [finding_values(finding) for finding in findings[:100]],
    }
