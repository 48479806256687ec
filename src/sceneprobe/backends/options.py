"""Options of a backend: text → value, within bounds."""

import re
from dataclasses import dataclass
from math import nan
from typing import Protocol

from sceneprobe.errors import OptionError
from sceneprobe.text.numbers import whole_number

OptionValue = int | float | str
_NUMBER = re.compile(
    r"([0-9]{1,9}(\.[0-9]{1,17})?|\.[0-9]{1,17})(e[+-]?[0-9]{1,3})?", re.IGNORECASE
)


class Option(Protocol):
    """How the value of an option is read from text."""

    def read(self, text: str, name: str) -> OptionValue:
        """Read the value of the option of this name."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of some names, in capitals or not."""

    names: tuple[str, ...]

    def read(self, text: str, name: str) -> str:
        """Read the value of the option of this name."""
        found = next((known for known in self.names if known.lower() == text.lower()), None)
        if found is None:
            raise OptionError(f'{name} takes {", ".join(self.names)}, not "{text}"')
        return found


@dataclass(frozen=True, slots=True)
class Text:
    """An option that takes any text but none."""

    def read(self, text: str, name: str) -> str:
        """Read the value of the option of this name."""
        if not text:
            raise OptionError(f"{name} needs a value")
        return text


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """An option that takes a whole number between two bounds."""

    least: int
    most: int

    def read(self, text: str, name: str) -> int:
        """Read the value of the option of this name."""
        number = whole_number(text, self.least, self.most)
        if number is None:
            wanted = f"a whole number from {self.least:,} to {self.most:,}"
            raise OptionError(f'{name} takes {wanted}, not "{text}"')
        return number


@dataclass(frozen=True, slots=True)
class Number:
    """An option that takes a number between two bounds; 1e-3 is one, too."""

    least: float
    most: float

    def read(self, text: str, name: str) -> float:
        """Read the value of the option of this name."""
        written = _NUMBER.fullmatch(text)
        number = float(text) if written else nan
        if not self.least <= number <= self.most:
            wanted = f"a number from {self.least:,g} to {self.most:,g}"
            raise OptionError(f'{name} takes {wanted}, not "{text}"')
        return number
