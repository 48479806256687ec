"""R@k: how much of what is relevant is among the first k results."""

from collections.abc import Collection, Sequence


def recall(ids: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Give the share of the relevant ids that are among the first k; 0 if nothing is relevant.

    R@k = |{id₁ … idₖ} ∩ relevant| / |relevant|

    >>> recall(["Sc4", "Sc8", "Sc3", "Sc1", "Sc2"], {"Sc3", "Sc4", "Sc7"}, k=5)
    0.6666666666666666

    Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008, section 8.3.
    """
    return sum(found in relevant for found in ids[:k]) / len(relevant) if relevant else 0.0
