"""An id or a name → whether lines of files can hold it, so that every reader gives it back."""

_BYTE_ORDER_MARK = "\ufeff"
_DIVIDING = "\t\n\v\f\r\0"
"""What divides lines or columns for one of the readers: that of runs splits at ASCII white space.

The blank is not among them: fields are read from both ends, so that one may hold blanks inside.
"""


def flaw_of(text: str) -> str | None:
    r"""Say why no file can hold an id, as the end of a sentence; None where any file can.

    >>> flaw_of("Keeper 9"), flaw_of("Keeper\t9")
    (None, 'holds a tab, a line end or a NUL')
    """
    if text.isprintable():
        return None if text else "is empty"
    if any(char in text for char in _DIVIDING):
        return "holds a tab, a line end or a NUL"
    if text.startswith(_BYTE_ORDER_MARK):
        return "begins with a byte-order mark"
    if any("\ud800" <= char <= "\udfff" for char in text):
        return "holds half a surrogate pair"
    return None


def is_word(text: str) -> bool:
    """Tell whether an id can be held where fields are divided by blanks, and stays one field."""
    return " " not in text and flaw_of(text) is None


def is_phrase(text: str) -> bool:
    """Tell whether an id can be held between fields divided by blanks: it may have some inside."""
    return flaw_of(text) is None and text == text.strip(" ")


def is_run_name(text: str) -> bool:
    """Tell whether a run can be called so: one word, which a terminal can show."""
    return is_word(text) and text.isprintable()
