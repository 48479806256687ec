"""A test set → how many queries there are of each type and how many labels of each grade."""

from collections import Counter
from fractions import Fraction

from sceneprobe.curation.model import SetStatistics
from sceneprobe.judging.model import QuerySet


def statistics_of_set(query_set: QuerySet) -> SetStatistics:
    """Count; a declared type without queries and a grade without labels are counted 0."""
    declared: dict[str | None, int] = {stratum.type: 0 for stratum in query_set.strata}
    types = declared | Counter(query.type for query in query_set.queries)
    rows = query_set.qrels.rows
    grades = Counter(row.grade for row in rows)
    scale = dict.fromkeys(range(query_set.highest_grade + 1), 0)
    relevant = sum(row.grade > 0 for row in rows)
    added = Counter(query.added_in or query_set.version or "" for query in query_set.queries)
    return SetStatistics(
        name=query_set.name,
        version=query_set.version,
        queries=len(query_set.queries),
        labels=len(rows),
        documents=len({row.doc_id for row in rows}),
        relevant=float(Fraction(relevant, len(query_set.queries) or 1)),
        scale=query_set.highest_grade,
        types=types,
        grades=dict(sorted((scale | grades).items())),
        added=dict(added),
    )
