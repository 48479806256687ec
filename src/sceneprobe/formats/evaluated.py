"""Measured → the answer to an uploaded test set, with the names of the seed."""

import re
from collections.abc import Iterable, Mapping

from sceneprobe.experiments.model import Measured, SystemResult
from sceneprobe.experiments.summaries import by_type, summaries
from sceneprobe.measures.rq import THRESHOLD, verdict_of
from sceneprobe.measures.summary import Summary
from sceneprobe.report.findings import finding_values
from sceneprobe.text.model import Diagnostic
from sceneprobe.version import __version__

_AT_K = re.compile(r"(R|nDCG)@([0-9]+)", re.ASCII)
Json = Mapping[str, object]


def evaluated_values(
    measured: Measured,
    findings: Iterable[Diagnostic],
    components: Iterable[str] = (),
    threshold: float = THRESHOLD,
) -> Json:
    """Give the first system's metrics, by type and by query, and those of the components named."""
    system = measured.systems[0]
    wanted = set(components)
    named = {
        one.profile: _means(measured, one) for one in measured.systems if one.profile in wanted
    }
    return {
        **_means(measured, system),
        "per_query": [_per_query(measured, system, query) for query in measured.texts],
        "verdict": verdict_of(measured.mean("RR", system.profile), threshold),
        **({"components": named} if named else {}),
        "findings": [finding_values(finding) for finding in findings],
        "provenance": {
            "program": "sceneprobe",
            "program_version": __version__,
            "corpus": measured.corpus,
            "query_set": {"name": measured.query_set, "version": measured.version},
            "profile": system.profile,
            "profile_settings": dict(system.settings),
            "profile_digest": system.digest,
            "normative": system.normative,
            "settings": dict(measured.settings),
            "digests": dict(measured.digests),
        },
    }


def metric_name(measure: str) -> str:
    """Write a measure as the seed does: ``recall_at_10``, ``ndcg_at_10``, ``mrr``."""
    at_k = _AT_K.fullmatch(measure)
    if at_k is None:
        return {"RR": "mrr"}.get(measure, measure)
    return f"{'recall' if at_k[1] == 'R' else 'ndcg'}_at_{at_k[2]}"


def _means(measured: Measured, system: SystemResult) -> Json:
    found = summaries(measured, system)
    means = {metric_name(name): found[name].mean if found else None for name in measured.measures}
    return {
        "metrics": means,
        "per_query_type": {
            kind or "": _named(values) for kind, values in by_type(measured, system)
        },
    }


def _named(values: Mapping[str, Summary]) -> Json:
    return {metric_name(name): found.mean for name, found in values.items()}


def _per_query(measured: Measured, system: SystemResult, query: str) -> Json:
    result = system.queries.get(query)
    values = {} if result is None else result.values
    return {
        "query_id": query,
        "query_text": measured.texts[query],
        "query_type": measured.types[query],
        **{metric_name(name): values.get(name) for name in measured.measures},
        "first_relevant_rank": None if result is None else result.first_relevant,
        "has_evidence": None if result is None else result.has_evidence,
        "hits": [] if result is None else list(result.hits),
        "failure": system.failures.get(query),
    }
