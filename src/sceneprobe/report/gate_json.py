"""GateResult → JSON."""

from dataclasses import asdict

from sceneprobe.experiments.gate_model import GateResult
from sceneprobe.report.wording import as_json

SCHEMA_VERSION = 1


def gate_as_json(result: GateResult) -> str:
    """Give the verdict, each metric with what fell, and what was compared."""
    return as_json(
        {
            "schema_version": SCHEMA_VERSION,
            "kind": "sceneprobe gate",
            "verdict": "FAIL" if result.failed else "PASS",
            "max_drop": result.rule.max_drop,
            "significant": result.rule.significant,
            "changed": list(result.changed),
            "allow_changed": sorted(result.rule.allow_changed),
            "digests": {
                "baseline": dict(result.baseline.digests),
                "current": dict(result.current.digests),
            },
            "metrics": [
                {
                    "profile": found.profile,
                    "baseline_profile": found.before,
                    "metric": found.metric,
                    "gated": found.gated,
                    "too_far": found.too_far,
                    "failed": found.failed,
                    **asdict(found.fall),
                    "p": found.p,
                    "by_type": {kind or "": asdict(fall) for kind, fall in found.by_type},
                    "lost": [asdict(lost) for lost in found.lost],
                }
                for found in result.metrics
            ],
        }
    )
