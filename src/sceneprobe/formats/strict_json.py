"""The bytes of a JSON file → its values, each asked for by its type; what differs is an error."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import NoReturn

from sceneprobe.errors import OptionError
from sceneprobe.files import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Found:
    """A value of a file, and where it stands; errors name both."""

    file: str
    path: str
    value: object = field(repr=False)

    def refuse(self, what: str) -> NoReturn:
        """Raise the error that says what is wrong with this value."""
        raise OptionError(f"{self.file}: {self.path or 'the file'} {what}")

    def entries(self) -> Mapping[str, "Found"]:
        """Take a mapping with any keys."""
        if not isinstance(self.value, dict):
            self.refuse("must be an object")
        at = f"{self.path}." if self.path else ""
        return {key: Found(self.file, f"{at}{key}", each) for key, each in self.value.items()}

    def members(self, *keys: str) -> Mapping[str, "Found"]:
        """Take a mapping that has these keys and no others."""
        found = self.entries()
        for key in keys:
            if key not in found:
                self.refuse(f'has no "{key}"')
        for key, member in found.items():
            if key not in keys:
                member.refuse("is not known")
        return found

    def elements(self) -> Sequence["Found"]:
        """Take a list."""
        if not isinstance(self.value, list):
            self.refuse("must be a list")
        return [Found(self.file, f"{self.path}[{n}]", each) for n, each in enumerate(self.value)]

    def text(self) -> str:
        """Take a text."""
        if not isinstance(self.value, str):
            self.refuse("must be a text")
        return self.value

    def text_or_none(self) -> str | None:
        """Take a text, or null."""
        return None if self.value is None else self.text()

    def flag(self) -> bool:
        """Take true or false."""
        if not isinstance(self.value, bool):
            self.refuse("must be true or false")
        return self.value

    def whole(self, least: int) -> int:
        """Take a whole number that is at least so large."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.value < least:
            self.refuse(f"must be a whole number from {least}")
        return self.value

    def share(self) -> float:
        """Take a number from 0 to 1."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            self.refuse("must be a number from 0 to 1")
        return float(value)


def read_strict(file: str, content: bytes) -> Found:
    """Read JSON in UTF-8; keys given twice, and numbers that are not finite, are errors."""
    if len(content) > MAX_BYTES:
        raise OptionError(f"{file}: it is larger than {MAX_BYTES // (1024 * 1024)} MB")
    try:
        value = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_unique,
            parse_constant=_finite,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise OptionError(f"{file}: the byte at offset {error.start} is no UTF-8") from None
    except json.JSONDecodeError as error:
        raise OptionError(f"{file}:{error.lineno}: this is no JSON: {error.msg.lower()}") from None
    except (ValueError, RecursionError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise OptionError(f"{file}: this is no JSON that can be read: {what}") from None
    return Found(file, "", value)


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{key}" is given twice')
        found[key] = value
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is no finite number")
    return value
