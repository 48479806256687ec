"""Results of measuring ↔ plain values that JSON can hold."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from types import MappingProxyType
from typing import Any

from sceneprobe.experiments.model import (
    Contrast,
    Difference,
    Measured,
    QueryResult,
    SystemResult,
)
from sceneprobe.experiments.summaries import by_type, summaries
from sceneprobe.measures.model import Counts
from sceneprobe.measures.ties import Bounds
from sceneprobe.report.measured_text import answer_in_words

SCHEMA_VERSION = 1
KIND = "sceneprobe measure"


_NO_VALUES = MappingProxyType({"mean": None, "median": None, "deviation": None, "n": 0})


def measured_values(measured: Measured, contrast: Contrast | None = None) -> Mapping[str, object]:
    """Give everything, with the means that people look for first.

    A mean over no queries is null, and so is the comparison of a single system.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
        "corpus": measured.corpus,
        "query_set": {"name": measured.query_set, "version": measured.version},
        "settings": dict(measured.settings),
        "digests": dict(measured.digests),
        "measures": list(measured.measures),
        "queries": [
            {"id": query, "query": text, "type": measured.types[query]}
            for query, text in measured.texts.items()
        ],
        "systems": [
            {
                "profile": system.profile,
                "digest": system.digest,
                **_means(measured, system),
                **system_values(system),
            }
            for system in measured.systems
        ],
        "comparison": contrast and _contrast_values(contrast),
    }


def _means(measured: Measured, system: SystemResult) -> Mapping[str, object]:
    found = summaries(measured, system)
    return {
        "metrics": {
            name: asdict(found[name]) if found else dict(_NO_VALUES) for name in measured.measures
        },
        "by_type": {
            kind or "": {name: asdict(of_type) for name, of_type in means.items()}
            for kind, means in by_type(measured, system)
        },
    }


def _contrast_values(contrast: Contrast) -> Mapping[str, object]:
    vsa = contrast.vsa
    return {
        "first": contrast.standings[0].profile,
        "systems": [
            {
                "profile": standing.profile,
                "differences": {
                    name: _difference_values(apart) for name, apart in standing.differences.items()
                },
                "found_alone": list(standing.alone),
            }
            for standing in contrast.standings
        ],
        "vsa_and_basic": vsa
        and {
            "at_least_as_good": vsa.keeps_up.value,
            "words": answer_in_words(vsa),
            "measure": "RR",
            **_difference_values(vsa.difference),
        },
    }


def _difference_values(apart: Difference) -> Mapping[str, object]:
    return {"mean": apart.mean, "interval": apart.interval and asdict(apart.interval)}


def system_values(system: SystemResult) -> Mapping[str, object]:
    """Give one system as plain values, without its name."""
    return {
        "settings": dict(system.settings),
        "normative": system.normative,
        "counts": asdict(system.counts),
        "bounds": {name: asdict(bounds) for name, bounds in system.bounds.items()},
        "failures": dict(system.failures),
        "per_query": {
            query: {
                **result.values,
                "first_relevant_rank": result.first_relevant,
                "hits": list(result.hits),
                "has_evidence": result.has_evidence,
            }
            for query, result in system.queries.items()
        },
    }


# Any: what a file holds has no type until it is looked at.
def system_of(
    profile: str, values: Mapping[str, Any], digest: str | None = None
) -> SystemResult | None:
    """Read one system; None where the values have another shape."""
    try:
        return SystemResult(
            profile,
            dict(values["settings"]),
            digest,
            bool(values["normative"]),
            {query: _query_result(found) for query, found in values["per_query"].items()},
            {name: Bounds(**bounds) for name, bounds in values["bounds"].items()},
            Counts(**{field.name: int(values["counts"][field.name]) for field in fields(Counts)}),
            dict(values["failures"]),
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _query_result(found: Mapping[str, Any]) -> QueryResult:
    others = {"first_relevant_rank", "hits", "has_evidence"}
    return QueryResult(
        values={name: float(value) for name, value in found.items() if name not in others},
        first_relevant=found["first_relevant_rank"],
        hits=tuple(map(str, found["hits"])),
        has_evidence=bool(found["has_evidence"]),
    )
