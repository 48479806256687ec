"""A query as it was asked → the text that is searched for."""

from collections.abc import Collection

from sceneprobe.settings.aliases import expand
from sceneprobe.settings.model import Settings
from sceneprobe.text.words import words


def searched_text(text: str, settings: Settings) -> str:
    """Add the names that aliases mean, then leave stop words out: "the captain" is found before."""
    return without(expand(text, settings.aliases), settings.stopwords)


def without(text: str, stopwords: Collection[str]) -> str:
    """Leave words out of a text; one that has no others stays as it is.

    >>> without("Where is the lamp?", {"the", "is"})
    'where lamp'
    >>> without("The the", {"the"})
    'The the'
    """
    if not stopwords:
        return text
    given = words(text)
    kept = [word for word in given if word not in stopwords]
    return " ".join(kept) if kept and len(kept) < len(given) else text
