"""A test set, candidates and results → which queries go, why, and which come in their place."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sceneprobe.curation.duplicates import near_duplicates
from sceneprobe.curation.model import Refreshing, Retirement
from sceneprobe.curation.shares import chance, shares
from sceneprobe.curation.split import with_queries
from sceneprobe.errors import OptionError
from sceneprobe.judging.model import Qrels, Query, QuerySet

_NUMBER = re.compile(r"(|.*?[^0-9])([0-9]{1,9})", re.DOTALL)


def refresh(
    query_set: QuerySet,
    candidates: Sequence[Query],
    replaced: int,
    results: Mapping[str, float],
    version: str | None = None,
) -> Refreshing:
    """Replace queries so that every stratum keeps its number.

    Of each stratum those go first that are near duplicates of another, then those that are
    saturated (RR 1 in the results), then those that have been in the set longest; a hash decides
    between equals. Candidates come in their own order, without those that repeat a query.
    """
    count = len(query_set.queries)
    if not 1 <= replaced <= count:
        raise OptionError(f"from 1 to {count} of {count} queries can be replaced, not {replaced}")
    following = version or next_version(query_set.version)
    if following == query_set.version:
        raise OptionError(f'the set is "{following}" already; give --new-version another name')
    sizes = Counter(query.type or "" for query in query_set.queries)
    quotas = shares(sizes, replaced)
    retired = _retired(query_set, quotas, results)
    gone = {retirement.query.id for retirement in retired}
    kept = tuple(query for query in query_set.queries if query.id not in gone)
    repeats = _repeats(query_set.queries, candidates)
    added = _added([query for query in candidates if query.id not in repeats], quotas)
    queries = (
        *(replace(query, added_in=query.added_in or query_set.version) for query in kept),
        *(replace(query, added_in=following) for query in added),
    )
    changes = (
        f"{following}: made from {query_set.version} with {replaced} of {count} queries replaced",
        *(f"{following}: retired {gone.query.id}: {gone.reason}" for gone in retired),
        *(f"{following}: added {query.id}" for query in added),
    )
    draft = with_queries(query_set, queries, query_set.qrels)
    return Refreshing(
        old_version=query_set.version,
        retired=retired,
        added=queries[len(kept) :],
        passed_over=tuple(
            Retirement(query, repeats[query.id]) for query in candidates if query.id in repeats
        ),
        draft=replace(draft, version=following, changelog=(*query_set.changelog, *changes)),
    )


def next_version(version: str | None) -> str:
    """Count a version up: ``v1`` gives ``v2``."""
    match = _NUMBER.fullmatch(version or "")
    if match is None:
        shown = "no version" if version is None else f'the version "{version}"'
        raise OptionError(f"the set has {shown}, which cannot be counted up; give --new-version")
    return f"{match[1]}{int(match[2]) + 1}"


def _retired(
    query_set: QuerySet, quotas: Mapping[str, int], results: Mapping[str, float]
) -> tuple[Retirement, ...]:
    like = {query.id: other.id for query, other in near_duplicates(query_set.queries)}

    def urgency(query: Query) -> tuple[bool, bool, tuple[str, int], bytes]:
        saturated = results.get(query.id) == 1
        age = _age(query.added_in or query_set.version)
        return query.id not in like, not saturated, age, chance(query_set.version or "", query.id)

    left = dict(quotas)
    chosen: dict[str, str] = {}
    for query in sorted(query_set.queries, key=urgency):
        if left[query.type or ""]:
            left[query.type or ""] -= 1
            chosen[query.id] = _reason(query, query_set.version, like, results)
    return tuple(Retirement(q, chosen[q.id]) for q in query_set.queries if q.id in chosen)


def _reason(
    query: Query, version: str | None, like: Mapping[str, str], results: Mapping[str, float]
) -> str:
    reasons = []
    if query.id in like:
        reasons.append(f"near duplicate of {like[query.id]}")
    if results.get(query.id) == 1:
        reasons.append("saturated, RR 1")
    reasons.append(f"in the set since {query.added_in or version}")
    return ", ".join(reasons)


def _age(version: str | None) -> tuple[str, int]:
    match = _NUMBER.fullmatch(version or "")
    return (match[1], int(match[2])) if match else (version or "", 0)


def _repeats(queries: Sequence[Query], candidates: Sequence[Query]) -> dict[str, str]:
    """Say of each candidate that is like a query or an earlier candidate which one that is."""
    known = {query.id for query in queries}
    for query in candidates:
        if query.id in known:
            raise OptionError(f'the candidate "{query.id}" has the id of another query; rename it')
        known.add(query.id)
    new = {query.id for query in candidates}
    pairs = near_duplicates((*queries, *candidates))
    return {query.id: f"near duplicate of {like.id}" for query, like in pairs if query.id in new}


def _added(candidates: Sequence[Query], quotas: Mapping[str, int]) -> tuple[Query, ...]:
    left = dict(quotas)
    added = []
    for query in candidates:
        if left.get(query.type or "", 0):
            left[query.type or ""] -= 1
            added.append(query)
    missing = [
        f"{n} of type {kind}" if kind else f"{n} without a type" for kind, n in left.items() if n
    ]
    if missing:
        raise OptionError(f"there are too few candidates: {', '.join(missing)} are missing")
    return tuple(added)


def merged(draft: QuerySet, grades: Qrels, remarks: Sequence[str]) -> QuerySet:
    """Put the grades of new queries into the draft of a set, and remarks into its changelog."""
    whole = with_queries(draft, draft.queries, Qrels((*draft.qrels.rows, *grades.rows)))
    noted = tuple(f"{draft.version}: {remark}" for remark in remarks)
    return replace(whole, changelog=(*draft.changelog, *noted))
