"""Texts → how alike each two of them are."""

from collections.abc import Sequence

from sceneprobe.backends.base import Scores
from sceneprobe.backends.bow import BagOfWords


def likeness(texts: Sequence[str]) -> Scores:
    """Compare each text with each by the cosine of their word counts, exactly.

    >>> likeness(["sea storm", "Storm, sea!", "lamp"]).tolist()
    [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return BagOfWords().index(texts).scores(texts)
