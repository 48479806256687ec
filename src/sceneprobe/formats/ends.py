"""A line divided by blanks → its fields, read from both ends, so that one may hold blanks."""

import re

_GAP = re.compile(r"[ \t]+")
BLANKS = " \t\r"
"""What stands around a line without being part of it; the other blanks of Unicode may be in ids."""


def from_both_ends(line: str, left: int, right: int) -> list[str] | None:
    """Take so many fields from the left and from the right; what is between them is one field.

    None where the line has too few fields. ``q1 0 Keeper 9 1`` with 2 and 1 is q1, 0, Keeper 9, 1.
    """
    fields = _GAP.split(line.strip(BLANKS), left)
    if len(fields) <= left:
        return None
    middle = fields.pop()
    tail: list[str] = []
    for _ in range(right):
        cut = max(middle.rfind(" "), middle.rfind("\t"))
        if cut < 0:
            return None
        tail.append(middle[cut + 1 :])
        middle = middle[:cut].rstrip(BLANKS)
    return [*fields, middle, *reversed(tail)]


def count_fields(line: str) -> int:
    """Count the fields of a line that is not blank."""
    return len(_GAP.split(line.strip(BLANKS)))
