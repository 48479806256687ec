"""Two states of a query set → what has changed between them, query by query."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.errors import LayoutError
from sceneprobe.judging.model import QrelRow, Query, QuerySet
from sceneprobe.text.model import Source


@dataclass(frozen=True, slots=True)
class Change:
    """A query as it is now, with its labels; ``place`` is its entry, None where it is new."""

    place: int | None
    query: Query
    rows: tuple[QrelRow, ...]
    has_new_type: bool
    has_new_labels: bool

    @property
    def grades(self) -> Mapping[str, int]:
        """The grade of each scene."""
        return {row.doc_id: row.grade for row in self.rows}


@dataclass(frozen=True, slots=True)
class _State:
    query: Query
    rows: list[QrelRow] = field(default_factory=list)


def changes_between(before: QuerySet, after: QuerySet) -> tuple[Change, ...]:
    """List the queries that are new or have another type or other labels, in order."""
    old, new = _states(before), _states(after)
    if list(new)[: len(old)] != list(old):
        raise LayoutError("queries are gone or stand in another order, which no label says")
    places = {name: place for place, name in enumerate(old)}
    found = []
    for name, state in new.items():
        former = old.get(name)
        kind = None if former is None else former.query.type
        rows = [] if former is None else former.rows
        change = Change(
            place=places.get(name),
            query=state.query,
            rows=tuple(state.rows),
            has_new_type=state.query.type != kind,
            has_new_labels=state.rows != rows,
        )
        if former is None or change.has_new_type or change.has_new_labels:
            found.append(change)
    return tuple(found)


def refuse_layout(source: Source) -> LayoutError:
    """Say that a file cannot be changed without a loss."""
    return LayoutError(
        f"{source.name} is laid out so that the label cannot be written without losing something"
        " else in it; write one entry a query, below one another, or start with --judgments"
    )


def _states(query_set: QuerySet) -> dict[str, _State]:
    states = {query.id: _State(query) for query in query_set.queries}
    for row in query_set.qrels.rows:
        states[row.topic_id].rows.append(row)
    return states
