"""A query and aliases → the query with the names that its phrases mean."""

from collections.abc import Iterator, Sequence

from sceneprobe.settings.model import Alias
from sceneprobe.text.words import words


def expand(text: str, aliases: Sequence[Alias]) -> str:
    """Add to a query the names whose phrases it contains, behind it and each once.

    Phrases are compared word by word, from left to right and the longest first; words that one
    phrase has taken are not given to another. The query itself stays as it is: a right scene may
    well say "the captain". A name whose words the query has already is not added.

    >>> expand("Where did the captain sleep?", [Alias("Anna", (("the", "captain"),))])
    'Where did the captain sleep? Anna'
    """
    asked = words(text)
    names = [
        name
        for name in dict.fromkeys(_meant(asked, aliases))
        if not _contains(asked, tuple(words(name)))
    ]
    return " ".join([text, *names])


def _meant(asked: Sequence[str], aliases: Sequence[Alias]) -> Iterator[str]:
    names: dict[tuple[str, ...], list[str]] = {}
    for alias in aliases:
        for phrase in alias.phrases:
            names.setdefault(phrase, []).append(alias.name)
    lengths = sorted({len(phrase) for phrase in names}, reverse=True)
    place = 0
    while place < len(asked):
        here = (tuple(asked[place : place + length]) for length in lengths)
        found = next((phrase for phrase in here if phrase in names), ())
        yield from sorted(names.get(found, ()))
        place += len(found) or 1


def _contains(asked: Sequence[str], phrase: tuple[str, ...]) -> bool:
    starts = range(len(asked) - len(phrase) + 1)
    return any(tuple(asked[at : at + len(phrase)]) == phrase for at in starts)
