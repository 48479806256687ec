"""Results of measuring ↔ plain values that JSON can hold."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from types import MappingProxyType
from typing import Any

from sceneprobe.errors import OptionError
from sceneprobe.experiments.model import Contrast, Measured, QueryResult, SystemResult
from sceneprobe.experiments.summaries import by_type, summaries
from sceneprobe.formats.contrast import contrast_values
from sceneprobe.formats.strict_json import Found, read_strict
from sceneprobe.measures.model import Counts
from sceneprobe.measures.names import measure_of, measures_of
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.ties import Bounds

SCHEMA_VERSION = 1
KIND = "sceneprobe measure"

_TOP = (
    *("schema_version", "kind", "corpus", "query_set", "settings", "digests"),
    *("measures", "queries", "lines", "systems", "comparison"),
)
_SYSTEM = (
    *("profile", "digest", "metrics", "by_type", "settings", "normative"),
    *("counts", "bounds", "failures", "per_query"),
)
_BESIDE_VALUES = ("first_relevant_rank", "hits", "has_evidence")
_DIGEST = re.compile("sha256:[0-9a-f]{64}")
_LEAST_RR = 1e-9
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
            {
                "id": query,
                "query": text,
                "type": measured.types[query],
                "relevant": list(measured.relevant[query]),
            }
            for query, text in measured.texts.items()
        ],
        "lines": dict(measured.lines),
        "systems": [
            {
                "profile": system.profile,
                "digest": system.digest,
                **_means(measured, system),
                **system_values(system),
            }
            for system in measured.systems
        ],
        "comparison": contrast and contrast_values(contrast),
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
    return QueryResult(
        values={name: float(value) for name, value in found.items() if name not in _BESIDE_VALUES},
        first_relevant=found["first_relevant_rank"],
        hits=tuple(map(str, found["hits"])),
        has_evidence=bool(found["has_evidence"]),
    )


def read_measured(name: str, content: bytes) -> Measured:
    """Read what ``measured_values`` gave, as a baseline is; whatever differs raises OptionError.

    Means must be those of the values by query: a file that was changed by hand is no measurement.
    """
    whole = read_strict(name, content)
    # A file of another kind or schema has other keys, too; what it is says more than these.
    for key, value in (("kind", KIND), ("schema_version", SCHEMA_VERSION)):
        given = whole.entries().get(key)
        if given is not None and given.value != value:
            given.refuse(f"must be {json.dumps(value)}, as sceneprobe measure writes it")
    top = whole.members(*_TOP)
    query_set = top["query_set"].members("name", "version")
    digests = top["digests"].members("corpus", "queries", "qrels")
    queries = [one.members("id", "query", "type", "relevant") for one in top["queries"].elements()]
    measured = Measured(
        corpus=top["corpus"].text(),
        query_set=query_set["name"].text(),
        version=query_set["version"].text_or_none(),
        settings=_raw(top["settings"]),
        digests={
            "corpus": _digest(digests["corpus"], optional=True),
            "queries": _digest(digests["queries"]),
            "qrels": _digest(digests["qrels"]),
        },
        measures=_measures(top["measures"]),
        types={one["id"].text(): one["type"].text_or_none() for one in queries},
        texts={one["id"].text(): one["query"].text() for one in queries},
        relevant={
            one["id"].text(): tuple(right.text() for right in one["relevant"].elements())
            for one in queries
        },
        lines={id_: one.whole(1) for id_, one in top["lines"].entries().items()},
        systems=(),
    )
    if len(measured.texts) < len(queries):
        top["queries"].refuse("has an id twice")
    systems = tuple(_system(one, measured) for one in top["systems"].elements())
    if not systems or len({one.profile for one in systems}) < len(systems):
        top["systems"].refuse("must have at least one system, each with a profile of its own")
    if top["comparison"].value is not None:
        top["comparison"].members("first", "systems", "vsa_and_basic")
    return replace(measured, systems=systems)


def _system(found: Found, measured: Measured) -> SystemResult:
    given = found.members(*_SYSTEM)
    counts = given["counts"].members(*(one.name for one in fields(Counts)))
    per_query = given["per_query"].entries()
    system = SystemResult(
        profile=given["profile"].text(),
        settings=_raw(given["settings"]),
        digest=_digest(given["digest"], optional=True),
        normative=given["normative"].flag(),
        queries={query: _result(one, measured.measures) for query, one in per_query.items()},
        bounds=_bounds(given["bounds"], measured.measures if per_query else ()),
        counts=Counts(**{key: one.whole(0) for key, one in counts.items()}),
        failures={query: one.text() for query, one in given["failures"].entries().items()},
    )
    for query, one in {**per_query, **given["failures"].entries()}.items():
        if query not in measured.texts:
            one.refuse("is none of the queries")
    if system.counts.evaluated != len(per_query):
        counts["evaluated"].refuse("is not the number of queries in per_query")
    for key, means in _means(measured, system).items():
        if given[key].value != means:
            given[key].refuse("does not follow from per_query")
    return system


def _result(found: Found, measures: Sequence[str]) -> QueryResult:
    given = found.members(*measures, *_BESIDE_VALUES)
    values = {name: given[name].share() for name in measures}
    for name, value in values.items():
        if 0 < value < _LEAST_RR and isinstance(measure_of(name), RR):
            given[name].refuse("is smaller than any ranking gives")
    first = given["first_relevant_rank"]
    return QueryResult(
        values=values,
        first_relevant=None if first.value is None else first.whole(1),
        hits=tuple(one.text() for one in given["hits"].elements()),
        has_evidence=given["has_evidence"].flag(),
    )


def _bounds(found: Found, measures: Sequence[str]) -> Mapping[str, Bounds]:
    given = found.members(*measures)
    pairs = {name: given[name].members("worst", "best") for name in measures}
    return {name: Bounds(one["worst"].share(), one["best"].share()) for name, one in pairs.items()}


def _measures(found: Found) -> tuple[str, ...]:
    names = tuple(one.text() for one in found.elements())
    try:
        known = tuple(one.name for one in measures_of(names))
    except OptionError as error:
        found.refuse(f"names no measure: {error}")
    if known != names:
        found.refuse("must name each measure once, as it is written in results")
    return names


def _digest(found: Found, *, optional: bool = False) -> str | None:
    if optional and found.value is None:
        return None
    if not _DIGEST.fullmatch(found.text()):
        found.refuse('must be "sha256:" and 64 hexadecimal digits')
    return found.text()


def _raw(found: Found) -> Mapping[str, object]:
    return {key: one.value for key, one in found.entries().items()}
