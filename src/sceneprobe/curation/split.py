"""A test set → two: one to work with, one held out, each with its share of every stratum."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from math import ceil

from sceneprobe.curation.model import Split
from sceneprobe.curation.shares import chance, shares
from sceneprobe.errors import OptionError
from sceneprobe.judging.model import Qrels, Query, QuerySet

SEED = 42
HELD_OUT = Fraction(1, 5)


def split(query_set: QuerySet, held_out: Fraction = HELD_OUT, seed: int = SEED) -> Split:
    """Hold out a share of the queries, in proportion from each stratum.

    The number held out is the nearest whole one, half down. Within a stratum those go whose id
    comes first by a seeded hash, so that the order of the file does not matter.
    """
    count = len(query_set.queries)
    number = ceil(count * held_out - Fraction(1, 2))
    if not 0 < number < count:
        queries = "1 query" if count == 1 else f"{count} queries"
        raise OptionError(f"{queries} cannot be split so that {float(held_out):g} are held out")
    strata: dict[str, list[str]] = {}
    for query in query_set.queries:
        strata.setdefault(query.type or "", []).append(query.id)
    quotas = shares({name: len(ids) for name, ids in strata.items()}, number)
    taken = {
        query_id
        for name, ids in strata.items()
        for query_id in sorted(ids, key=lambda found: chance(seed, found))[: quotas[name]]
    }
    kept = {query.id for query in query_set.queries} - taken
    return Split(
        replace(part_of(query_set, kept), name=f"{query_set.name}-evaluation"),
        replace(part_of(query_set, taken), name=f"{query_set.name}-held-out"),
    )


def part_of(query_set: QuerySet, ids: Collection[str]) -> QuerySet:
    """Keep some queries with their labels, and declare as many of each stratum as there are."""
    queries = tuple(query for query in query_set.queries if query.id in ids)
    return with_queries(query_set, queries, query_set.qrels)


def with_queries(query_set: QuerySet, queries: tuple[Query, ...], qrels: Qrels) -> QuerySet:
    """Give a set other queries, with their labels in their order, and counts that are met."""
    counts = Counter(query.type for query in queries)
    order = {query.id: place for place, query in enumerate(queries)}
    rows = [row for row in qrels.rows if row.topic_id in order]
    return replace(
        query_set,
        queries=queries,
        qrels=Qrels(tuple(sorted(rows, key=lambda row: order[row.topic_id]))),
        strata=tuple(
            stratum if stratum.count is None else replace(stratum, count=counts[stratum.type])
            for stratum in query_set.strata
        ),
        places=(),
        diagnostics=(),
    )
