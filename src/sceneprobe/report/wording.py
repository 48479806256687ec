"""How all reports word what they have in common: counts, chances, and JSON for programs."""

import json


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """Say how many there are: ``1 scene``, ``2 scenes``."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def chance(p: float) -> str:
    """Write a p-value with three places; what is smaller, with one digit, but never as 0.

    >>> chance(0.0421), chance(0.00042), chance(0.0)
    ('0.042', '4e-04', '<1e-300')
    """
    if p < 1e-300:  # not far above the least number that a float holds
        return "<1e-300"
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"


def as_json(value: object) -> str:
    """Write a value as JSON for programs and people: indented, UTF-8, keys in their own order."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
