"""How all reports word what they have in common: counts, and JSON for programs."""

import json


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """Say how many there are: ``1 scene``, ``2 scenes``."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def as_json(value: object) -> str:
    """Write a value as JSON for programs and people: indented, UTF-8, keys in their own order."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
