"""What is known of test sets → text for people, JSON for programs."""

from sceneprobe.curation.model import Refreshing, SetStatistics
from sceneprobe.judging.model import Query
from sceneprobe.report.bars import bars
from sceneprobe.report.display import printable, shortened
from sceneprobe.report.wording import as_json, counted


def set_statistics_as_text(found: SetStatistics) -> str:
    """Draw how many queries there are of each type and labels of each grade."""
    version = f" {printable(found.version)}" if found.version else ""
    queries = counted(found.queries, "query", "queries")
    scenes = f"{counted(found.labels, 'label')} of {counted(found.documents, 'scene')}"
    relevant = f"{found.relevant:.2f} relevant for a query"
    types = {kind or "(no type)": count for kind, count in found.types.items()}
    lines = [
        f"{printable(found.name)}{version}: {queries}, {scenes}, {relevant}",
        "",
        *bars("type", "queries", types),
        "",
        *bars("grade", "labels", {str(grade): count for grade, count in found.grades.items()}),
    ]
    if len(found.added) > 1:
        since = {version or "(unknown)": count for version, count in found.added.items()}
        lines += ["", *bars("added in", "queries", since)]
    return "".join(f"{line}\n" for line in lines)


def set_statistics_as_json(found: SetStatistics) -> str:
    """Give the counts."""
    return as_json(
        {
            "name": found.name,
            "version": found.version,
            "queries": found.queries,
            "labels": found.labels,
            "documents": found.documents,
            "relevant_per_query": found.relevant,
            "scale": [0, found.scale],
            "query_types": {kind or "": count for kind, count in found.types.items()},
            "grades": {str(grade): count for grade, count in found.grades.items()},
            "added_in": dict(found.added),
        }
    )


def refreshing_as_text(found: Refreshing) -> str:
    """List what goes and why, what comes, and which candidates were passed over."""
    lines = [f"retired, {len(found.retired)}:"]
    lines += [f"  {_query(gone.query)}: {printable(gone.reason)}" for gone in found.retired]
    lines.append(f"added, {len(found.added)}:")
    lines += [f"  {_query(query)}  {shortened(query.text)}" for query in found.added]
    if found.passed_over:
        lines.append(f"passed over, {len(found.passed_over)}:")
        lines += [f"  {_query(q.query)}: {printable(q.reason)}" for q in found.passed_over]
    return "".join(f"{line}\n" for line in lines)


def refreshing_as_json(found: Refreshing) -> str:
    """Give what goes, what comes and what was passed over."""
    return as_json(
        {
            "version": found.draft.version,
            "retired": [{"query_id": q.query.id, "reason": q.reason} for q in found.retired],
            "added": [
                {"query_id": query.id, "query_text": query.text, "query_type": query.type}
                for query in found.added
            ],
            "passed_over": [
                {"query_id": q.query.id, "reason": q.reason} for q in found.passed_over
            ],
        }
    )


def _query(query: Query) -> str:
    kind = f" ({printable(query.type)})" if query.type else ""
    return f"{printable(query.id)}{kind}"
