"""A query and a text → the stretch of the text that answers best, with the words that match."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sceneprobe.search.lexicon import Lexicon
from sceneprobe.text.words import words

_WORD = re.compile(r"\w+")
_WIDTH = 90
_BEFORE = 20
_MOST_MARKS = 2000


@dataclass(frozen=True, slots=True)
class Snippet:
    """A stretch of text; ``marks`` are (start, end) of the words in it that match the query.

    ``matched`` are all words that query and text share, rarest first.
    """

    text: str
    marks: tuple[tuple[int, int], ...]
    matched: tuple[str, ...]
    cut_before: bool
    cut_after: bool


@dataclass(frozen=True, slots=True)
class _Mark:
    word: str
    start: int
    end: int


def snippet(query: str, text: str, lexicon: Lexicon) -> Snippet:
    """Cut out the stretch with the rarest words that match; where none do, the text's beginning."""
    wanted = set(words(query))
    marks = _marks(wanted, text)[:_MOST_MARKS]
    matched = lexicon.rarest_first({mark.word for mark in marks})
    start = _best_start(marks, lexicon) if marks else 0
    start = _word_start(text, max(0, start - _BEFORE)) if start + _WIDTH <= len(text) else start
    start = min(start, _word_start(text, max(0, len(text) - _WIDTH)))
    end = _word_end(text, start + _WIDTH)
    inside = ((m.start - start, m.end - start) for m in marks if start <= m.start and m.end <= end)
    return Snippet(text[start:end], tuple(inside), tuple(matched), start > 0, end < len(text))


def _marks(wanted: set[str], text: str) -> list[_Mark]:
    """Find the wanted words in a text, in order."""
    places = _places(text)
    found = [_Mark(w, start, end) for w in wanted if w in places for start, end in places[w]]
    return sorted(found, key=lambda mark: mark.start)


@lru_cache(maxsize=64)  # a scene is shown for many queries
def _places(text: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Note for each word where it stands in a text."""
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    is_ascii = text.isascii()
    for match in _WORD.finditer(text):
        for word in (match[0].lower(),) if is_ascii else words(match[0]):
            places[word].append(match.span())
    return places


def _best_start(marks: Sequence[_Mark], lexicon: Lexicon) -> int:
    """Find where a window holds the most weight; a word counts once, and rare ones count more."""
    inside: Counter[str] = Counter()
    weight, best, best_start, last = 0.0, -1.0, 0, 0
    for mark in marks:
        while last < len(marks) and marks[last].end <= mark.start + _WIDTH - _BEFORE:
            inside[marks[last].word] += 1
            if inside[marks[last].word] == 1:
                weight += 1 / lexicon.occurrences.get(marks[last].word, 1)
            last += 1
        if weight > best + 1e-9:
            best, best_start = weight, mark.start
        inside[mark.word] -= 1
        if not inside[mark.word]:
            weight -= 1 / lexicon.occurrences.get(mark.word, 1)
    return best_start


def _word_start(text: str, place: int) -> int:
    """Move forward to where a word begins, unless one begins here."""
    if place == 0 or text[place - 1].isspace():
        return place
    blank = re.compile(r"\s+").search(text, place, place + _BEFORE)
    return blank.end() if blank else place


def _word_end(text: str, place: int) -> int:
    """Move back to where a word has ended."""
    if place >= len(text):
        return len(text)
    blank = text.rfind(" ", place - _BEFORE, place + 1)
    return blank if blank > 0 else place
