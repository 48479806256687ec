"""Queries × scene texts → the queries that stand in a scene word for word."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sceneprobe.judging.model import Query
from sceneprobe.text.words import words

SHORTEST = 4
"""Fewer words than these are no quotation: two authors may well write them both."""


def quotations(queries: Sequence[Query], texts: Mapping[str, str]) -> Iterator[tuple[Query, str]]:
    """Give each query whose words stand in a scene one after the other, with that scene."""
    tokens = {scene: words(text) for scene, text in texts.items()}
    starts: defaultdict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for scene, found in tokens.items():
        for place in range(len(found) - SHORTEST + 1):
            starts[tuple(found[place : place + SHORTEST])].append((scene, place))
    for query in queries:
        asked = words(query.text)
        for scene, place in starts.get(tuple(asked[:SHORTEST]), ()):
            if tokens[scene][place : place + len(asked)] == asked:
                yield query, scene
                break
