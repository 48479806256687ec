"""What measures take, cutoffs and bars of relevance: read, checked, and written into names."""

from sceneprobe.errors import OptionError
from sceneprobe.text.numbers import whole_number

MOST_K = 1_000_000_000
"""The largest cutoff, and the largest bar of relevance."""


def check_parameters(name: str, cutoff: int | None, rel: int | None = None) -> None:
    """Refuse a cutoff or a bar of relevance that is not from 1 to ``MOST_K``; None is none."""
    for what, value in ((f"{name}@k", cutoff), (f"{name}(rel)", rel)):
        if value is not None and not 1 <= value <= MOST_K:
            raise _refusal(what, str(value))


def read_parameter(what: str, text: str) -> int:
    """Read a cutoff or a bar of relevance."""
    number = whole_number(text, 1, MOST_K)
    if number is None:
        raise _refusal(what, text)
    return number


def written(name: str, cutoff: int | None, **parameters: int | str | None) -> str:
    """Write a canonical name; parameters that are None are left out.

    >>> written("R", 5, rel=2), written("R", None, rel=None)
    ('R(rel=2)@5', 'R')
    """
    given = ",".join(f"{key}={value}" for key, value in parameters.items() if value is not None)
    return f"{name}{f'({given})' if given else ''}{'' if cutoff is None else f'@{cutoff}'}"


def has_own_bar(name: str) -> bool:
    """Tell by its canonical name whether a measure says itself which grades are relevant.

    >>> has_own_bar("R(rel=2)@5"), has_own_bar("R@5")
    (True, False)
    """
    return "(rel=" in name


def _refusal(what: str, text: str) -> OptionError:
    return OptionError(f'{what} takes a whole number from 1 to {MOST_K:,}, not "{text}"')
