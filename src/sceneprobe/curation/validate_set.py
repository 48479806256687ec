"""A test set × the scenes it is about → findings, beyond those that any query set can have."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sceneprobe.curation.duplicates import near_duplicates
from sceneprobe.curation.quotations import quotations
from sceneprobe.curation.validate import off_scale, place_of, validate
from sceneprobe.judging import findings as rules
from sceneprobe.judging.model import QuerySet
from sceneprobe.text.model import Diagnostic
from sceneprobe.text.names import NearNames, did_you_mean


def validate_set(query_set: QuerySet, scenes: Mapping[str, str] | None) -> Iterator[Diagnostic]:
    """Report all that keeps a set from being a good test set; ``scenes`` are texts by id.

    Without scenes, no label can be wrong and nothing quoted.
    """
    yield from validate(query_set, tuple(scenes or ()))
    yield from _without_relevant(query_set)
    if query_set.scale is None:
        yield from off_scale(query_set)
    yield from _strata(query_set)
    for query, like in near_duplicates(query_set.queries):
        if query.text != like.text:
            message = f'this has nearly the words of "{like.id}", "{like.text}"'
            hint = "one of them tells as much as both; replace the other"
            yield rules.NEAR_DUPLICATE.at(place_of(query), message, hint)
    for query, scene in quotations(query_set.queries, scenes or {}):
        message = f'these words stand in "{scene}" one after the other'
        hint = "any search finds a quotation; ask in other words"
        yield rules.QUOTATION.at(place_of(query), message, hint)


def _without_relevant(query_set: QuerySet) -> Iterator[Diagnostic]:
    relevant = {row.topic_id for row in query_set.qrels.rows if row.grade > 0}
    for query in query_set.queries:
        if query.id not in relevant:
            message = f'the query "{query.id}" has nothing relevant'
            hint = "a test set needs a label with a grade above 0 for each query"
            yield rules.NO_RELEVANT.at(place_of(query), message, hint)


def _strata(query_set: QuerySet) -> Iterator[Diagnostic]:
    if not query_set.strata:
        return
    counts = Counter(query.type for query in query_set.queries)
    declared = [stratum.type for stratum in query_set.strata]
    near = NearNames(declared)
    for stratum in query_set.strata:
        found = counts[stratum.type]
        if stratum.count is not None and stratum.count != found:
            declares = f'the set declares {stratum.count} for the type "{stratum.type}"'
            message = f"{declares}, and there are {found}"
            hint = "add or remove queries, or correct the number"
            yield rules.WRONG_COUNT.at(stratum.span or place_of(None), message, hint)
    for query in query_set.queries:
        if query.type not in declared:
            message = f'the type "{query.type}" is not among those declared'
            hint = f"declared: {', '.join(declared)}"
            if query.type is None:
                message = f'the query "{query.id}" has no type; the set declares types'
            else:
                hint = did_you_mean(near, query.type) or hint
            yield rules.UNDECLARED_TYPE.at(place_of(query), message, hint)
