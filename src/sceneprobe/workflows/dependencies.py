"""Codes and what each depends on → groups of codes, dependencies first; a circle is one group."""

from collections.abc import Iterable, Iterator, Mapping, Sequence


def in_dependency_order(
    wanted: Iterable[str], needs: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    """Give wanted codes and all that they need, each once, after what it needs itself.

    Codes that depend on each other come together (Tarjan 1972: strongly connected components);
    without recursion, for a chain may be long.
    """
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: dict[str, None] = {}
    for first in wanted:
        path = [] if first in numbers else [(first, iter(needs[first]))]
        while path:
            code, rest = path[-1]
            if code not in numbers:
                numbers[code] = lowest[code] = len(numbers)
                waiting[code] = None
            needed = next(rest, None)
            if needed is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[code])
                if lowest[code] == numbers[code]:
                    yield _taken_back_to(code, waiting)
            elif needed not in numbers:
                path.append((needed, iter(needs[needed])))
            elif needed in waiting:
                lowest[code] = min(lowest[code], numbers[needed])


def _taken_back_to(code: str, waiting: dict[str, None]) -> tuple[str, ...]:
    """Take the last codes up to this one out of those that wait."""
    group = [waiting.popitem()[0]]
    while group[-1] != code:
        group.append(waiting.popitem()[0])
    return tuple(reversed(group))
