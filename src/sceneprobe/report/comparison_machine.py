"""Comparison → the JSON and CSV of the harness: fixed keys, sorted, the same bytes each time."""

import csv
import json
from collections.abc import Mapping
from dataclasses import asdict
from io import StringIO

from sceneprobe.experiments.comparison_model import (
    MEASURES,
    Comparison,
    Found,
    MeasureComparison,
    System,
)

SCHEMA_VERSION = 1


def comparison_as_json(comparison: Comparison) -> str:
    """Give the harness's keys; what sceneprobe adds stands under keys of its own."""
    values = comparison_values(comparison)
    return json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def comparison_values(comparison: Comparison) -> Mapping[str, object]:
    """Give a comparison as plain values."""
    a, b = comparison.a.found, comparison.b.found
    return {
        "schema_version": SCHEMA_VERSION,
        "k": comparison.k,
        "corpus_digest": comparison.corpus_digest,
        "queries_digest": comparison.queries_digest,
        "qrels_digest": comparison.qrels_digest,
        "systems": {
            "A": _system(comparison.a, {one.measure: one.mean_a for one in comparison.measures}),
            "B": _system(comparison.b, {one.measure: one.mean_b for one in comparison.measures}),
        },
        "delta": {"macro": {one.measure: one.difference for one in comparison.measures}},
        "per_query": [
            {
                "qid": query,
                "A": _found(a[query]),
                "B": _found(b[query]),
                "delta": {measure: b[query].above(a[query], measure) for measure in MEASURES},
            }
            for query in comparison.queries
        ],
        "ties": {"A": comparison.a.ties, "B": comparison.b.ties},
        "on_missing": comparison.on_missing.value,
        "bounds": {
            name: {measure: asdict(bounds) for measure, bounds in system.bounds.items()}
            for name, system in (("A", comparison.a), ("B", comparison.b))
        },
        "counts": {"A": asdict(comparison.a.counts), "B": asdict(comparison.b.counts)},
        "statistics": {one.measure: _statistics(one) for one in comparison.measures},
    }


def comparison_as_csv(comparison: Comparison) -> str:
    """Give two rows a query; hits are joined by commas in one field, which is quoted."""
    out = StringIO()
    out.write(",".join(("qid", "system", *MEASURES, "hits")) + "\n")
    writer = csv.writer(out, lineterminator="\n")
    for query in comparison.queries:
        for name, system in (("A", comparison.a), ("B", comparison.b)):
            found = system.found[query]
            values = [found.values[measure] for measure in MEASURES]
            writer.writerow((query, name, *values, ",".join(found.hits)))
    return out.getvalue()


def _system(system: System, means: Mapping[str, float]) -> Mapping[str, object]:
    return {
        "config_path": system.config_path,
        "config_digest": system.config_digest,
        "metrics": {"macro": means},
    }


def _found(found: Found) -> Mapping[str, object]:
    return {**found.values, "hits": list(found.hits)}


def _statistics(contrast: MeasureComparison) -> Mapping[str, object]:
    t_test = contrast.t_test
    return {
        "difference": contrast.difference,
        "interval": None if contrast.interval is None else asdict(contrast.interval),
        "t_test": {
            "t": t_test.t,
            "p": t_test.p,
            "degrees_of_freedom": t_test.degrees,
            "reason": t_test.reason,
            "significant": t_test.significant,
        },
        "permutation": {
            "p": contrast.permutation.p,
            "exact": contrast.permutation.exact,
            "p_holm": contrast.corrected,
        },
        "cohens_d": contrast.effect,
        "queries_needed": contrast.needed,
        "outcomes": asdict(contrast.outcomes),
    }
