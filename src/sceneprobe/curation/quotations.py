"""Queries × scene texts → the queries that stand in a scene word for word."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sceneprobe.judging.model import Query
from sceneprobe.text.words import words

SHORTEST = 4
"""Fewer words than these are no quotation: two authors may well write them both."""


def quotations(queries: Sequence[Query], texts: Mapping[str, str]) -> Iterator[tuple[Query, str]]:
    """Give each query whose words stand in a scene one after the other, with that scene."""
    asked = [tuple(words(query.text)) for query in queries]
    # Only what a query begins with is looked up: all stretches of a novel would fill the memory.
    first = {text[:SHORTEST] for text in asked if len(text) >= SHORTEST}
    starts: defaultdict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    tokens = {scene: tuple(words(text)) for scene, text in texts.items() if first}
    for scene, found in tokens.items():
        for place in range(len(found) - SHORTEST + 1):
            stretch = found[place : place + SHORTEST]
            if stretch in first:
                starts[stretch].append((scene, place))
    for query, text in zip(queries, asked, strict=True):
        quoted = (
            scene
            for scene, place in starts.get(text[:SHORTEST], ())
            if tokens[scene][place : place + len(text)] == text
        )
        yield from ((query, scene) for scene in islice(quoted, 1))
