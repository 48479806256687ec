"""A name that nobody knows → the known name it is close to, for "did you mean …?"."""

import re
from collections.abc import Iterable, Iterator

_LONGEST = 40
_SEPARATORS = re.compile(r"[\s_.-]+")


class NearNames:
    """Known names, findable from a misspelling of one.

    Close means: equal but for case and separators, or after leaving out one letter of each, which
    covers one letter missing, added, changed or swapped with its neighbour. Time and memory grow
    with the letters of the names, not with the number of names times look-ups.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_form: dict[str, str] = {}
        self._by_shortened: dict[str, str] = {}
        for name in known:
            form = _fold(name)
            self._by_form.setdefault(form, name)
            for shortened in _shortened(form):
                self._by_shortened.setdefault(shortened, name)

    def nearest(self, name: str) -> str | None:
        """Give the known name closest to this one, the first known of several; None if none is."""
        form = _fold(name)
        if form in self._by_form:
            return self._by_form[form]
        if form in self._by_shortened:
            return self._by_shortened[form]
        for tables in (self._by_form, self._by_shortened):
            for shortened in _shortened(form):
                if shortened in tables:
                    return tables[shortened]
        return None


def did_you_mean(near: NearNames, name: str) -> str | None:
    """Word the suggestion for a hint, or give None where nothing is close."""
    nearest = near.nearest(name)
    return None if nearest is None else f'did you mean "{nearest}"?'


def _fold(name: str) -> str:
    return _SEPARATORS.sub("", name[: 4 * _LONGEST]).casefold()


def _shortened(form: str) -> Iterator[str]:
    # Of two or three letters, half would be left: everything short would be close to everything.
    if 3 < len(form) <= _LONGEST:
        for place in range(len(form)):
            yield form[:place] + form[place + 1 :]


def folded(name: str) -> str:
    """Write a name without what eyes pass over: case, and blanks that are doubled or around it.

    >>> folded(" Salt  Road ") == folded("salt road")
    True
    """
    return " ".join(name.split()).casefold()
