"""A long text → stretches of so many words, each overlapping the next by half."""

from collections.abc import Sequence

WINDOW = 120


def window_bounds(length: int, size: int) -> list[tuple[int, int]]:
    """Give where each window begins and ends; what is no longer than one is one window.

    >>> window_bounds(10, 4)
    [(0, 4), (2, 6), (4, 8), (6, 10)]
    >>> window_bounds(3, 4)
    [(0, 3)]
    """
    step = max(1, size // 2)
    last = max(0, length - size)
    starts = range(0, last + step, step) if last else (0,)
    return [(start, min(start + size, length)) for start in starts]


def windows_of(text: str, size: int) -> list[str]:
    """Cut a text at blanks; a text without blanks is one window, and so is every text for size 0.

    >>> windows_of("Anna lit the lamp.", 2)
    ['Anna lit', 'lit the', 'the lamp.']
    """
    chunks = text.split()
    if not size or len(chunks) <= size:
        return [text]
    return [" ".join(chunks[start:end]) for start, end in window_bounds(len(chunks), size)]


def first_windows(counts: Sequence[int]) -> list[int]:
    """Give the place of each text's first window, when all windows stand in one row."""
    places, total = [], 0
    for count in counts:
        places.append(total)
        total += count
    return places
