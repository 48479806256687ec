"""CheckReport → the DS12 report as JSON: what a larger suite reads."""

from collections import Counter
from collections.abc import Iterable, Mapping

from sceneprobe.measures.rq import CODE, VERSION, QueryRow, RetrievalQuality, Verdict
from sceneprobe.report.held_out import held_out_values
from sceneprobe.report.model import CheckReport, Evaluation
from sceneprobe.report.wording import as_json
from sceneprobe.story.model import Story
from sceneprobe.text.model import Diagnostic, Severity, is_language

SCHEMA_VERSION = 1
Json = Mapping[str, object]


def check_as_json(report: CheckReport) -> str:
    """Give the whole report; the same input gives the same bytes."""
    return as_json(check_values(report))


def check_values(report: CheckReport) -> Json:
    """Give the whole report as plain values, keys in the order of DS12."""
    story, metric = report.story, rq_result(report.evaluation)
    language = [finding for finding in story.diagnostics if is_language(finding)]
    world = [finding for finding in story.diagnostics if not is_language(finding)]
    failed = [CODE] if report.evaluation.quality.failed else []
    skipped = [CODE] if metric["pass"] is None else []
    return {
        "schema_version": SCHEMA_VERSION,
        "interpreter_version": report.provenance.program_version,
        "profile": report.evaluation.profile.name,
        "seed": report.evaluation.profile.settings.get("seed"),
        "cnl_hash": story.source.digest,
        "diagnostics": {
            "parse": _diagnostics(language),
            "semantic": _diagnostics(world),
        },
        "query_diagnostics": _diagnostics(report.findings),
        "world": _world(story),
        "metrics": {
            "results": [metric],
            "summary": {
                "pass": not failed,
                "failed": failed,
                "skipped": skipped,
                "computed_at": None,
            },
        },
        **held_out_values(report),
        "provenance": _provenance(report),
    }


def rq_result(evaluation: Evaluation) -> Json:
    """Give the metric as DS12 has it: code, version, value, threshold, pass, details."""
    quality = evaluation.quality
    passed = {Verdict.PASS: True, Verdict.FAIL: False, Verdict.SKIPPED: None}[quality.verdict]
    return {
        "code": CODE,
        "version": VERSION,
        "value": quality.value,
        "threshold": quality.threshold,
        "pass": passed,
        "details": _details(evaluation),
    }


def _details(evaluation: Evaluation) -> Json:
    quality, interval, bounds = evaluation.quality, evaluation.interval, evaluation.quality.bounds
    status = {"status": "skipped", "reason": quality.reason.value} if quality.reason else {}
    return {
        **status,
        "mrr": quality.value,
        "recall_at_k_avg": quality.recall,
        "labeled_queries": len(quality.labeled),
        "total_queries": len(quality.rows),
        "normative": evaluation.profile.normative,
        "interval": interval
        and {"low": interval.low, "high": interval.high, "confidence": interval.confidence},
        "mrr_by_evidence": quality.value_by_evidence,
        "mrr_by_ties": bounds and {"worst": bounds.worst, "best": bounds.best},
        "counts": _counts(quality),
        "per_type": per_type_values(quality),
        "per_query": [_per_query(row) for row in quality.rows],
    }


def _counts(quality: RetrievalQuality) -> Json:
    labeled = quality.labeled
    return {
        "evaluated": len(labeled),
        "unlabeled": len(quality.unlabeled),
        "missing_in_run": 0,
        "missing_in_qrels": 0,
        "no_relevant": 0,
        "tied": sum(row.tied for row in labeled),
        "unjudged": sum(row.unjudged for row in labeled),
    }


def per_type_values(quality: RetrievalQuality) -> Json:
    """Give the means of each type of query; the empty text stands for none."""
    return {
        means.type or "": {
            "queries": means.queries,
            "mrr": means.mrr,
            "recall_at_k_avg": means.recall,
        }
        for means in quality.by_type()
    }


def _per_query(row: QueryRow) -> Json:
    status: Json = {"status": "skipped", "reason": row.skipped.value} if row.skipped else {}
    counted = row.skipped is None
    return {
        "id": row.query.id,
        "query": row.query.text,
        "type": row.query.type,
        "topK": row.k,
        **status,
        "relevant": list(row.relevant),
        "reciprocal_rank": row.reciprocal_rank if counted else None,
        "first_relevant_rank": row.first_relevant_rank,
        "recall_at_k": row.recall if counted else None,
        "has_evidence": row.has_evidence,
        "reciprocal_rank_by_ties": {"worst": row.rank_bounds.worst, "best": row.rank_bounds.best}
        if row.tied
        else None,
        "recall_at_k_by_ties": {"worst": row.recall_bounds.worst, "best": row.recall_bounds.best}
        if row.tied
        else None,
        "top_results": [{"id": hit.id, "score": hit.score} for hit in row.ranking.top(row.k)],
    }


def _world(story: Story) -> Json:
    events = {scene.id: len(scene.events) for scene in story.scenes}
    counts = {scene.id: scene.word_count for scene in story.scenes}
    return {
        "entities": _counted(entity.type for entity in story.entities.values()),
        "scenes": {"count": len(story.scenes), "ordered_ids": [s.id for s in story.scenes]},
        "events": {"count": sum(events.values()), "by_scene": events},
        "constraints": _counted(constraint.type for constraint in story.constraints),
        "texts": {"token_count": sum(counts.values()), "by_scene": counts},
    }


def _counted(types: Iterable[str]) -> Json:
    by_type = Counter(types)
    return {"count": by_type.total(), "by_type": dict(sorted(by_type.items()))}


def _diagnostics(findings: Iterable[Diagnostic]) -> Json:
    found = tuple(findings)
    errors = [_finding(f) for f in found if f.severity is Severity.ERROR]
    warnings = [_finding(f) for f in found if f.severity is Severity.WARNING]
    return {"valid": not errors, "errors": errors, "warnings": warnings}


def _finding(finding: Diagnostic) -> Json:
    span = finding.span
    return {
        "code": finding.code,
        "message": finding.message,
        "line": span.line,
        "column": span.column,
        "hint": finding.hint,
    }


def _provenance(report: CheckReport) -> Json:
    provenance = report.provenance
    return {
        "program": "sceneprobe",
        "program_version": provenance.program_version,
        "story_digest": provenance.story_digest,
        "queries_digest": provenance.queries_digest,
        "settings": dict(provenance.settings),
        "settings_digest": provenance.settings_digest,
        "tie_rule": provenance.ties,
    }
