"""Text → words: the one definition that every backend, count and snippet uses."""

import re
from collections.abc import Container, Iterator
from functools import lru_cache
from unicodedata import category, normalize

_WORD = re.compile(r"\w+")
_CHUNK = re.compile(r"\S+")


def words(text: str) -> list[str]:
    """Split into words: NFKC, lower case, runs of letters, digits, combining marks and ``_``.

    >>> words("Anna's lamp-light, No. 8")
    ['anna', 's', 'lamp', 'light', 'no', '8']
    """
    return list(_split(text))


def word_places(text: str, wanted: Container[str]) -> Iterator[tuple[str, int, int]]:
    """Give each wanted word with where it begins and ends in the text as it was written.

    >>> list(word_places("Anna's lamp", {"anna", "lamp"}))
    [('anna', 0, 4), ('lamp', 7, 11)]
    """
    if text.isascii():
        starts = [match.start() for match in _WORD.finditer(text)]
        for place, word in enumerate(_split(text)):
            if word in wanted:
                yield word, starts[place], starts[place] + len(word)
        return
    pattern = _pattern_for(normalize("NFKC", text).lower())
    for chunk in _CHUNK.finditer(text):
        for word, start, end in _places_in_chunk(chunk[0], pattern):
            if word in wanted:
                yield word, chunk.start() + start, chunk.start() + end


@lru_cache(maxsize=128)  # a scene is counted, indexed and shown, each time by its words
def _split(text: str) -> tuple[str, ...]:
    if text.isascii():
        return tuple(_WORD.findall(text.lower()))
    text = normalize("NFKC", text).lower()
    return tuple(_pattern_for(text).findall(text))


def _pattern_for(text: str) -> re.Pattern[str]:
    # \w knows letters, digits and _, but no combining mark: those that occur are added to it.
    marks = "".join(sorted(char for char in set(text) if _is_mark(char)))
    return re.compile(rf"[\w{re.escape(marks)}]+") if marks else _WORD


def _places_in_chunk(chunk: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int, int]]:
    """Find words in a text without blanks; what becomes one word may have other letters there."""
    whole = normalize("NFKC", chunk)
    letters = _letters(chunk)
    written = [normalize("NFKC", chunk[start:end]) for start, end in letters]
    if "".join(written) != whole:  # letters that are composed only in company, as in Hangul
        letters, written = [(0, len(chunk))], [whole]
    origin = [
        place
        for place, text in zip(letters, written, strict=True)
        for char in text
        for _ in char.lower()
    ]
    for match in pattern.finditer(whole.lower()):
        yield match[0], origin[match.start()][0], origin[match.end() - 1][1]


def _letters(chunk: str) -> list[tuple[int, int]]:
    """Give the places of the letters, each with the combining marks that follow it."""
    starts = [place for place, char in enumerate(chunk) if not place or not _is_mark(char)]
    return list(zip(starts, [*starts[1:], len(chunk)], strict=True))


def _is_mark(char: str) -> bool:
    return category(char).startswith("M")
