"""A query set and what somebody says of one query → the set with that said."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from sceneprobe.errors import OptionError
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet
from sceneprobe.text.names import NearNames, did_you_mean


@dataclass(frozen=True, slots=True)
class Relabelling:
    """Grades of scenes for one query, which is known by its id or else by its text.

    A grade of None takes the label away. Without ``type`` a query keeps the one it has.
    """

    query: str
    labels: Mapping[str, int | None] = field(hash=False)
    id: str | None = None
    type: str | None = None


def relabelled(query_set: QuerySet, said: Relabelling, scenes: Collection[str]) -> QuerySet:
    """Give the set with new labels for one query; scenes that are not named keep theirs."""
    for scene, grade in said.labels.items():
        _refuse_label(scene, grade, scenes, query_set.highest_grade)
    # Readers strip all three, and what is written must read back.
    text, name, kind = said.query.strip(), (said.id or "").strip(), (said.type or "").strip()
    found = _found(query_set, text, name)
    query = found or Query(name or _free_id(query_set), text)
    changed = replace(query, type=kind or query.type)
    queries = tuple(changed if one is found else one for one in query_set.queries)
    left = dict(said.labels)
    rows: list[QrelRow] = []
    for row in query_set.qrels.rows:
        if row.topic_id != query.id or row.doc_id not in said.labels:
            rows.append(row)
            continue
        grade = left.pop(row.doc_id, None)
        rows += [] if grade is None else [replace(row, grade=grade)]
    new = [QrelRow(query.id, scene, grade) for scene, grade in left.items() if grade is not None]
    whole = queries if found else (*queries, changed)
    # A file has labels by query, and reads back in that order.
    order = {one.id: number for number, one in enumerate(whole)}
    ordered = sorted((*rows, *new), key=lambda row: order[row.topic_id])
    return replace(query_set, queries=whole, qrels=Qrels(ordered), places=())


def _found(query_set: QuerySet, text: str, name: str) -> Query | None:
    if not text:
        raise OptionError("a query without text cannot be labelled")
    same_text = next((one for one in query_set.queries if one.text == text), None)
    if not name:
        return same_text
    same_name = next((one for one in query_set.queries if one.id == name), None)
    if same_name is not None and same_name.text != text:
        raise OptionError(f'the query "{name}" has another text: "{same_name.text}"')
    if same_name is None and same_text is not None:
        raise OptionError(f'the query "{same_text.id}" has this text already; label that one')
    return same_name


def _free_id(query_set: QuerySet) -> str:
    taken = {query.id for query in query_set.queries}
    return next(name for n in count(len(taken) + 1) if (name := f"q{n}") not in taken)


def _refuse_label(scene: str, grade: int | None, scenes: Collection[str], highest: int) -> None:
    if scene not in scenes:
        hint = did_you_mean(NearNames(scenes), scene)
        raise OptionError(f'the story has no scene "{scene}"{f"; {hint}" if hint else ""}')
    if grade is not None and not 0 <= grade <= highest:
        raise OptionError(f"a grade is a whole number from 0 to {highest}, not {grade}")
