"""Options of a backend: text → value, within bounds."""

from dataclasses import dataclass

from sceneprobe.errors import OptionError


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """An option that takes a whole number between two bounds."""

    least: int
    most: int

    def read(self, text: str, name: str) -> int:
        """Read the value of the option of this name."""
        wanted = f"a whole number from {self.least:,} to {self.most:,}"
        if not (text.isdecimal() and len(text) < 20 and self.least <= int(text) <= self.most):
            raise OptionError(f'{name} takes {wanted}, not "{text}"')
        return int(text)
