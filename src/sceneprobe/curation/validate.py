"""Queries × the scenes there are → findings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from sceneprobe.judging import findings as rules
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.text.model import Diagnostic, Severity, Source, Span
from sceneprobe.text.names import NearNames, did_you_mean

_NOWHERE = Span(Source("<queries>", ()), 1, 1)


def validate(
    query_set: QuerySet, scene_ids: Sequence[str], *, allow_unknown: bool = False
) -> Iterator[Diagnostic]:
    """Report queries without text, ids, texts and labels given twice, and labels that are wrong.

    Grades must be on the scale where the set declares one, and labels must name scenes. Without
    scenes, no label can be right or wrong. An unknown label is an error, or a warning where such
    labels are allowed.
    """
    yield from _empty_queries(query_set)
    yield from _repeated_queries(query_set)
    yield from _repeated_labels(query_set)
    if query_set.scale is not None:
        yield from off_scale(query_set)
    if scene_ids:
        severity = Severity.WARNING if allow_unknown else Severity.ERROR
        yield from _unknown_labels(query_set, scene_ids, severity)


def _empty_queries(query_set: QuerySet) -> Iterator[Diagnostic]:
    for query in query_set.queries:
        if not query.text.strip():
            hint = "write what somebody would search for, or remove the entry"
            yield rules.EMPTY_QUERY.at(place_of(query), "this query has no text", hint)


def _repeated_queries(query_set: QuerySet) -> Iterator[Diagnostic]:
    ids: dict[str, Query] = {}
    texts: dict[tuple[str | None, str], Query] = {}
    for query in query_set.queries:
        same_id = ids.setdefault(query.id, query)
        if same_id is not query:
            message = f'there is a query "{query.id}" already, at line {place_of(same_id).line}'
            hint = "give each query an id of its own"
            yield rules.DUPLICATE_ID.at(place_of(query), message, hint)
        same_text = texts.setdefault((query.story, query.text), query)
        if same_text is not query and query.text.strip():
            where = f"at line {place_of(same_text).line}"
            message = f'the query "{same_text.id}" {where} has the same text'
            hint = "keep one of them; labels of both belong to it"
            yield rules.DUPLICATE_TEXT.at(place_of(query), message, hint)


def _repeated_labels(query_set: QuerySet) -> Iterator[Diagnostic]:
    seen: set[tuple[str, str]] = set()
    for row, span in zip_longest(query_set.qrels.rows, query_set.places):
        if (row.topic_id, row.doc_id) in seen:
            message = f'"{row.doc_id}" is labelled twice for the query "{row.topic_id}"'
            yield rules.DUPLICATE_LABEL.at(span or _NOWHERE, message, "keep one label")
        seen.add((row.topic_id, row.doc_id))


def _unknown_labels(
    query_set: QuerySet, scene_ids: Sequence[str], severity: Severity
) -> Iterator[Diagnostic]:
    known = dict.fromkeys(scene_ids)
    near = NearNames(known)
    hint = "sceneprobe scenes lists the scenes there are"
    if severity is Severity.WARNING:
        hint = "it counts as never found"
    for row, span in zip_longest(query_set.qrels.rows, query_set.places):
        if row.doc_id not in known:
            yield rules.UNKNOWN_SCENE.at(
                span or _NOWHERE,
                f'the query "{row.topic_id}" names the scene "{row.doc_id}", which there is not',
                did_you_mean(near, row.doc_id) or hint,
                severity=severity,
            )


def labels_elsewhere(
    query_set: QuerySet, stories: Mapping[str, str | None]
) -> Iterator[Diagnostic]:
    """Report labels of another story than the one that their query looks in."""
    own = {query.id: query.story for query in query_set.queries}
    for row, span in zip_longest(query_set.qrels.rows, query_set.places):
        story, other = own.get(row.topic_id), stories.get(row.doc_id)
        if row.doc_id in stories and story is not None and story != other:
            of = "no story" if other is None else f'the story "{other}"'
            looks = f'the query "{row.topic_id}" looks in "{story}"'
            hint = "it could never be found; mend the label, or the story of the query"
            yield rules.OTHER_STORY.at(
                span or _NOWHERE, f'"{row.doc_id}" is of {of}, and {looks}', hint
            )


def off_scale(query_set: QuerySet) -> Iterator[Diagnostic]:
    """Report grades above the scale of a set: the one that it declares, or that of test sets."""
    highest = query_set.highest_grade
    for row, span in zip_longest(query_set.qrels.rows, query_set.places):
        if row.grade > highest:
            message = (
                f'the query "{row.topic_id}" gives "{row.doc_id}" the grade {row.grade}; the scale'
                f" ends at {highest}"
            )
            hint = "correct the grade, or declare another scale"
            yield rules.OFF_SCALE.at(span or _NOWHERE, message, hint)


def place_of(query: Query | None) -> Span:
    """Give the place of a query; one that comes from no file stands nowhere."""
    return (query and query.span) or _NOWHERE
