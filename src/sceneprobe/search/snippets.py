"""A query and a text → the stretch of the text that answers best, with the words that match."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from sceneprobe.search.lexicon import Lexicon
from sceneprobe.text.words import word_places, words

_BLANKS = re.compile(r"\s+")
_WIDTH = 90
_BEFORE = 20
_MOST_MARKS = 2000
_TELLING = 3


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


class Snippets:
    """Makes snippets for a number of queries; what it finds out about a text it remembers."""

    def __init__(self, queries: Iterable[str], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._wanted = {word for query in queries for word in words(query)}
        self._places: dict[str, Mapping[str, Sequence[tuple[int, int]]]] = {}

    def snippet(self, query: str, text: str) -> Snippet:
        """Cut out the stretch with the rarest words that match; if none do, the beginning."""
        if text not in self._places:
            self._places[text] = _places(self._wanted, text)
        places = self._places[text]
        asked = set(words(query))
        found = [word for word in asked if word in places]
        matched = sorted(found, key=lambda w: (self._lexicon.text_counts[w], len(places[w]), w))
        start = self._start(text, {word: places[word] for word in matched[:_TELLING]})
        end = _word_end(text, start + _WIDTH)
        shown = text[start:end]
        marks = _apart((begin, stop) for _, begin, stop in word_places(shown, asked))
        return Snippet(shown, marks, tuple(matched), start > 0, end < len(text))

    def _start(self, text: str, places: Mapping[str, Sequence[tuple[int, int]]]) -> int:
        """Begin a little before the best place, at a word, and no later than the last window."""
        found = sorted((start, end, word) for word in places for start, end in places[word])
        best = _best_start(found[:_MOST_MARKS], self._lexicon) if found else 0
        start = _word_start(text, max(0, best - _BEFORE))
        return min(start, _word_start(text, max(0, len(text) - _WIDTH)))


def _places(wanted: Set[str], text: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Note for each wanted word where it stands in a text."""
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for word, start, end in word_places(text, wanted):
        places[word].append((start, end))
    return places


def _apart(marks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join marks that overlap: one sign may stand for parts of two words, as the ½ in ``a½``."""
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _best_start(marks: Sequence[tuple[int, int, str]], lexicon: Lexicon) -> int:
    """Find where a window holds the most weight; a word counts once, and rare ones count more."""
    inside: Counter[str] = Counter()
    weight, best, best_start, last = 0.0, -1.0, 0, 0
    for start, _, word in marks:
        while last < len(marks) and marks[last][1] <= start + _WIDTH - _BEFORE:
            entering = marks[last][2]
            inside[entering] += 1
            if inside[entering] == 1:
                weight += 1 / lexicon.text_counts.get(entering, 1)
            last += 1
        if weight > best + 1e-9:
            best, best_start = weight, start
        inside[word] -= 1
        if not inside[word]:
            weight -= 1 / lexicon.text_counts.get(word, 1)
    return best_start


def _word_start(text: str, place: int) -> int:
    """Move forward to where a word begins, unless one begins here."""
    if place == 0 or text[place - 1].isspace():
        return place
    blank = _BLANKS.search(text, place, place + _BEFORE)
    return blank.end() if blank else place


def _word_end(text: str, place: int) -> int:
    """Move back to where a word has ended."""
    if place >= len(text):
        return len(text)
    blank = text.rfind(" ", place - _BEFORE, place + 1)
    return blank if blank > 0 else place
