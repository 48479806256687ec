"""A number to be shared out among groups → what each gets: whole, exact, in proportion."""

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256


def shares(sizes: Mapping[str, int], total: int) -> dict[str, int]:
    """Share out ``total`` in proportion to sizes, by largest remainder; equal ones go by name.

    >>> shares({"exact_term": 20, "paraphrase": 15, "complex_clinical": 15}, 10)
    {'exact_term': 4, 'paraphrase': 3, 'complex_clinical': 3}
    """
    whole = sum(sizes.values())
    quotas = {name: Fraction(size * total, whole) for name, size in sizes.items()}
    given = {name: int(quota) for name, quota in quotas.items()}
    by_remainder = sorted(sizes, key=lambda name: (given[name] - quotas[name], name))
    for name in by_remainder[: total - sum(given.values())]:
        given[name] += 1
    return given


def chance(seed: int | str, name: str) -> bytes:
    """Give a name a place that depends on the seed and the name alone."""
    return sha256(f"{seed}:{name}".encode()).digest()
