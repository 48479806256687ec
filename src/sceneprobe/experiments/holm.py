"""Several p-values → the same, corrected for there being several."""

from collections.abc import Sequence


def holm(chances: Sequence[float | None]) -> tuple[float | None, ...]:
    """Correct p-values: the i-th smallest of m becomes max over j ≤ i of min(1, (m − j + 1) · p_j).

    They come back in the order given. None, a test that could not be made, stays None and is not
    counted.

    >>> holm([0.25, 0.125, None])
    (0.25, 0.25, None)

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979.
    """
    known = sorted((p, place) for place, p in enumerate(chances) if p is not None)
    corrected: list[float | None] = [None] * len(chances)
    highest = 0.0
    for before, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, (len(known) - before) * p))
        corrected[place] = highest
    return tuple(corrected)
