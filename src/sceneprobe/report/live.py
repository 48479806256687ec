"""CheckReport → the figures of RQ as a page shows them while labels are made."""

from collections.abc import Mapping

from sceneprobe.measures.rq import QueryRow
from sceneprobe.report.ds12 import per_type_values
from sceneprobe.report.model import CheckReport
from sceneprobe.report.verdict import notes, row_notes, verdict_line, where_found, worst_first

MOST_ROWS = 200


def live_values(report: CheckReport) -> Mapping[str, object]:
    """Give verdict, means and the labelled queries, worst first, of very many the first."""
    evaluation, quality = report.evaluation, report.evaluation.quality
    interval = evaluation.interval
    return {
        "verdict": quality.verdict,
        "line": verdict_line(report),
        "notes": list(notes(report)),
        "mrr": quality.value,
        "recall_at_k": quality.recall,
        "k": evaluation.k,
        "threshold": quality.threshold,
        "interval": interval
        and {"low": interval.low, "high": interval.high, "confidence": interval.confidence},
        "labelled": len(quality.labeled),
        "queries": len(quality.rows),
        "per_type": per_type_values(quality),
        "worst": [_row(row) for row in worst_first(report)[:MOST_ROWS]],
    }


def _row(row: QueryRow) -> Mapping[str, object]:
    return {
        "id": row.query.id,
        "query": row.query.text,
        "type": row.query.type,
        "reciprocal_rank": row.reciprocal_rank,
        "first_relevant_rank": row.first_relevant_rank,
        "recall_at_k": row.recall,
        "k": row.k,
        "relevant": list(row.relevant),
        "has_evidence": row.has_evidence,
        "where": where_found(row),
        "notes": list(row_notes(row)),
    }
