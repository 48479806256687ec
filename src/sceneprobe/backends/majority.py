"""Word bits and counts → majorities, many texts at a time.

Votes are counted with carry-save adders on whole bit planes, so that a majority over a thousand
words takes a few dozen passes over packed bits and no multiplication; the result is exact.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.planes import Bits, Planes, used_bits

Counts = NDArray[np.int32]
Bag = tuple[Sequence[int] | NDArray[np.integer], Sequence[int] | NDArray[np.integer]]
"""The rows of a text's words in the codebook, and how often it has each."""

_BATCH = 250_000
"""So many machine words of the codebook are added up at a time: 2 MB."""


def majorities(codebook: Bits, bags: Sequence[Bag], dimensions: int) -> Planes:
    """Let the words of each bag vote +1 or −1 with their counts; an empty bag gives zeros.

    Row 0 of the codebook must be zeros: it fills up the bags that are shorter than others.
    """
    used = used_bits(dimensions)
    encoded = Planes(*(np.zeros((len(bags), len(used)), dtype=np.uint64) for _ in "+-"))
    by_length = sorted(range(len(bags)), key=lambda place: len(bags[place][0]), reverse=True)
    rows_at_once = _BATCH // len(used)
    start = 0
    while start < len(by_length) and len(bags[by_length[start]][0]):
        batch = by_length[start : start + max(1, rows_at_once // len(bags[by_length[start]][0]))]
        words, counts = _padded([bags[place] for place in batch])
        encoded.positive[batch], encoded.negative[batch] = _voted(codebook, words, counts, used)
        start += len(batch)
    return encoded


def _padded(bags: Sequence[Bag]) -> tuple[Counts, Counts]:
    """Lay bags out as columns of equal length."""
    longest = max(len(words) for words, _ in bags)
    padded = np.zeros((2, len(bags), longest), dtype=np.int32)
    for place, (words, counts) in enumerate(bags):
        padded[:, place, : len(words)] = words, counts
    return padded[0].T, padded[1].T


def _voted(codebook: Bits, words: Counts, counts: Counts, used: Bits) -> tuple[Bits, Bits]:
    """Give where +1 won and where −1 won, one row a column."""
    totals = counts.sum(axis=0)
    more, equal = _compared(_added(codebook, words, counts), totals // 2)
    less = ~(more | equal)
    less |= equal & _mask(totals % 2)  # an odd number of votes has no tie: half has lost
    return more & used & _mask(totals), less & used & _mask(totals)


def _added(codebook: Bits, words: Counts, counts: Counts) -> list[Bits]:
    """Add bits with their counts as weights; plane j of the result holds bit j of every sum."""
    planes: list[Bits] = []
    carried: list[Bits] = []
    while counts.any() or carried:
        rows = codebook[_gathered(words, counts & 1)]
        summed, carried = _add_plane(np.concatenate([rows, *carried]) if carried else rows)
        planes.append(summed)
        counts = counts >> 1
    return planes


def _gathered(words: Counts, chosen: Counts) -> Counts:
    """Move the chosen words of each column to its top, and cut what none needs."""
    places = np.cumsum(chosen, axis=0, dtype=np.int32)
    found, columns = np.nonzero(chosen)
    gathered = np.zeros((int(places[-1].max()), words.shape[1]), dtype=np.int32)
    gathered[places[found, columns] - 1, columns] = words[found, columns]
    return gathered


def _add_plane(rows: Bits) -> tuple[Bits, list[Bits]]:
    """Add up rows of one place value: their last bit, and the rows to carry to the next place.

    The rows are used up: sums and carries are written over them.
    """
    carried: list[Bits] = []
    while len(rows) > 2:
        third = len(rows) // 3
        first, second, last = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
        half = first ^ second
        first &= second
        np.bitwise_and(half, last, out=second)
        first |= second
        last ^= half
        carried.append(first)
        rows = rows[2 * third :]
    if len(rows) == 2:
        carried.append(rows[:1] & rows[1:])
        return rows[0] ^ rows[1], carried
    # A copy, so that the rest of the rows can be freed.
    return rows[0].copy() if len(rows) else np.zeros(rows.shape[1:], dtype=np.uint64), carried


def _compared(votes: Sequence[Bits], bars: NDArray[np.int64]) -> tuple[Bits, Bits]:
    """Compare the sums of every row with its bar: where they are more, and where equal."""
    more = np.zeros_like(votes[0])
    equal = ~more
    for place in reversed(range(len(votes))):
        bar = _mask(bars >> place & 1)
        more |= equal & votes[place] & ~bar
        equal &= ~(votes[place] ^ bar)
    return more, equal


def _mask(flags: NDArray[np.int64]) -> Bits:
    """Give a column of all ones or all zeros."""
    return np.where(flags, ~np.uint64(0), np.uint64(0))[:, np.newaxis]
