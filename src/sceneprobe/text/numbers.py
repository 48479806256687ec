"""Numbers as all share them: whole ones read from text, and the median of some."""

from collections.abc import Sequence


def whole_number(text: str, least: int, most: int) -> int | None:
    """Read decimal digits as a number between two bounds; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        return None
    number = int(text)
    return number if least <= number <= most else None


def median_of(ordered: Sequence[float]) -> float:
    """Give the middle of numbers in order, or the mean of the two in the middle.

    >>> median_of([1, 2, 4]), median_of([1, 2])
    (2.0, 1.5)
    """
    # The standard library's takes 10 ms to import.
    middle = len(ordered) // 2
    return (ordered[middle] + ordered[-middle - 1]) / 2
