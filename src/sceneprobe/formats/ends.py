"""A line divided by blanks → its fields, read from both ends, so that one may hold blanks."""

import re

_GAP = re.compile(r"[ \t]+")
BLANKS = " \t\r"
"""What stands around a line without being part of it; the other blanks of Unicode may be in ids."""


def from_both_ends(line: str, left: int, right: int) -> list[str] | None:
    """Take so many fields from the left and from the right; what is between them is one field.

    None where the line has too few fields. ``q1 0 Keeper 9 1`` with 2 and 1 is q1, 0, Keeper 9, 1.
    """
    text = line.strip(BLANKS)
    if "\t" not in text:
        # Most lines have single blanks between fields, and two splits do it.
        *head, rest = text.split(" ", left)
        fields = [*head, *rest.rsplit(" ", right)]
        if len(fields) == left + 1 + right and "" not in fields:
            middle = fields[left]
            if middle[0] != " " and middle[-1] != " ":
                return fields
    return _by_gaps(text, left, right)


def count_fields(line: str) -> int:
    """Count the fields of a line that is not blank."""
    return len(_GAP.split(line.strip(BLANKS)))


def _by_gaps(text: str, left: int, right: int) -> list[str] | None:
    fields = _GAP.split(text, left)
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
