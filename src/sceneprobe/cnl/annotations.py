"""A line that begins with ``#`` → an annotation for prose generators, or a comment."""

import re
from dataclasses import dataclass

from sceneprobe.text.names import NearNames

TYPES = (
    "example",
    "hint",
    "style",
    "avoid",
    "voice",
    "subtext",
    "sensory",
    "pacing",
    "reference",
    "context",
    "contrast",
    "reveal",
)

_ANNOTATION = re.compile(rf"#({'|'.join(TYPES)}):(.*)", re.IGNORECASE | re.DOTALL)
_NEAR_TYPES = NearNames(TYPES)
_ALMOST = re.compile(r"#(?:\s*(\w+)\s*:|(\w+)(?=\s|\Z))")


@dataclass(frozen=True, slots=True)
class Note:
    """What an annotation's line says; ``begin`` and ``end`` as text open and close a block."""

    type: str
    text: str

    @property
    def opens(self) -> bool:
        """Whether raw lines follow, up to the end of the same type."""
        return self.text.lower() == "begin"

    @property
    def closes(self) -> bool:
        """Whether this would end a block."""
        return self.text.lower() == "end"


def read_note(line: str) -> Note | None:
    """Read ``#type: text`` (the line without blanks around it); None for any other line."""
    match = _ANNOTATION.match(line)
    return Note(match[1].lower(), match[2].strip()) if match else None


def near_type(comment: str) -> str | None:
    """Give the annotation type that a ``#`` comment seems to have meant, or None.

    ``#hnt: …`` and ``# hint: …`` are close to ``#hint:``; so is ``#hint …`` without its colon.
    """
    match = _ALMOST.match(comment)
    if match is None:
        return None
    name = match[1] or match[2]
    if match[2] and name.lower() not in TYPES:
        return None
    return _NEAR_TYPES.nearest(name)
