"""Any text → text that is safe and aligned on a terminal."""

import re
from unicodedata import category, east_asian_width

_ELLIPSIS = "…"
_LONGEST = 300
_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
"""Control and format characters (bidirectional marks among them), and lone surrogates."""
_JOINERS = frozenset("\u200c\u200d")
_PLAIN = re.compile(r"[\x20-\x7e]*\Z")


def printable(text: str) -> str:
    """Show control and format characters as visible signs, so that a text cannot steer a terminal.

    Each stays one character, so that columns stay what they are; white space becomes a blank.
    """
    if _PLAIN.match(text):
        return text
    return "".join(map(_visible, text))


def shortened(text: str) -> str:
    """Make a text printable, and cut one that is far too long for a line."""
    return clip(printable(text[: 2 * _LONGEST]), _LONGEST)


def display_width(text: str) -> int:
    """Count the columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def clip(text: str, width: int) -> str:
    """Cut a text to so many columns, at a blank where one is near; an ellipsis marks the cut."""
    if display_width(text) <= width:
        return text
    kept = text[:width]
    while kept and display_width(kept) > width - 1:
        kept = kept[:-1]
    at_blank = kept.rpartition(" ")[0]
    return (at_blank if len(at_blank) > len(kept) * 2 // 3 else kept).rstrip() + _ELLIPSIS


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text with blanks up to so many columns."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def in_brackets(word: str) -> str:
    """Mark a word in plain text."""
    return f"[{word}]"


def _visible(char: str) -> str:
    if char.isspace():
        return " "
    if char < "\x20":
        return chr(0x2400 + ord(char))
    return "\ufffd" if category(char) in _UNSEEN and char not in _JOINERS else char


def _char_width(char: str) -> int:
    if category(char) in {"Mn", "Me"} or char in _JOINERS:
        return 0
    return 2 if east_asian_width(char) in {"W", "F"} else 1
