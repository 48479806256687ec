"""Text → words: the one definition that every backend, count and snippet uses."""

import re
from functools import lru_cache
from unicodedata import category, normalize

_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Split into words: NFKC, lower case, runs of letters, digits, combining marks and ``_``.

    >>> words("Anna's lamp-light, No. 8")
    ['anna', 's', 'lamp', 'light', 'no', '8']
    """
    return list(_split(text))


@lru_cache(maxsize=128)  # a scene is counted, indexed and shown, each time by its words
def _split(text: str) -> tuple[str, ...]:
    if text.isascii():
        return tuple(_WORD.findall(text.lower()))
    text = normalize("NFKC", text).lower()
    # \w knows letters, digits and _, but no combining mark: those that occur are added to it.
    marks = "".join(sorted(char for char in set(text) if category(char).startswith("M")))
    pattern = re.compile(rf"[\w{re.escape(marks)}]+") if marks else _WORD
    return tuple(pattern.findall(text))
