"""Results in JSON → the reciprocal rank of each query, from whatever of our commands they come."""

from collections.abc import Iterator

from sceneprobe.errors import OptionError
from sceneprobe.formats.json_values import read_json
from sceneprobe.formats.nodes import (
    ListNode,
    MappingNode,
    NotReadableError,
    ScalarNode,
    Value,
)
from sceneprobe.text.model import RefusedError, Source

_IDS = ("id", "query_id")
_VALUES = ("reciprocal_rank", "RR", "rr", "mrr", "MRR")


def read_reciprocal_ranks(source: Source) -> dict[str, float]:
    """Read RR by query id from every ``per_query`` in a result; of several, the lowest counts.

    It is a list of mappings with ``id``, as check writes it, or a mapping by id, as measure and
    evaluate do.
    """
    try:
        content = read_json(source)
    except NotReadableError as error:
        raise RefusedError([error.finding], "the results cannot be read") from None
    ranks: dict[str, float] = {}
    for part in _parts(content):
        for query_id, value in _values(part):
            ranks[query_id] = min(value, ranks.get(query_id, value))
    if not ranks:
        raise OptionError(f"{source.name} has no per_query with a reciprocal_rank or RR of queries")
    return ranks


def _parts(value: Value | None) -> Iterator[Value]:
    if isinstance(value, MappingNode):
        for key, inner in value:
            if key.text == "per_query":
                yield inner
            else:
                yield from _parts(inner)
    elif isinstance(value, ListNode):
        for entry in value.entries:
            yield from _parts(entry)


def _values(part: Value) -> Iterator[tuple[str, float]]:
    if isinstance(part, ListNode):
        for entry in part.entries:
            name = _field(entry, _IDS)
            number = _number(_field(entry, _VALUES))
            if name is not None and number is not None:
                yield name.text, number
    elif isinstance(part, MappingNode):
        for key, entry in part:
            found = entry if isinstance(entry, ScalarNode) else _field(entry, _VALUES)
            number = _number(found)
            if number is not None:
                yield key.text, number


def _field(entry: Value, names: tuple[str, ...]) -> ScalarNode | None:
    fields = entry.entries if isinstance(entry, MappingNode) else ()
    values = (value for key, value in fields if key.text in names)
    return next((value for value in values if isinstance(value, ScalarNode)), None)


def _number(value: ScalarNode | None) -> float | None:
    try:
        return float(value.text) if value is not None and value.plain else None
    except ValueError:
        return None
