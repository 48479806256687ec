"""What a backend is: texts in, an index out; queries in, one row of scores a query out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.options import Option, OptionValue

Scores = NDArray[np.float64]
"""One row a query, one column a text; finite numbers, higher is better."""


class Index(Protocol):
    """Texts made ready for search."""

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score every text for every query."""
        ...


class Backend(Protocol):
    """A way to search, with its settings."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """All settings that can change a score, defaults filled in."""
        ...

    @property
    def normative(self) -> bool:
        """Whether DS18 defines it, so that its RQ is comparable everywhere."""
        ...

    def index(self, texts: Sequence[str]) -> Index:
        """Make texts ready for search; an empty text scores 0 for every query."""
        ...


class BackendClass(Protocol):
    """What the registry makes backends with: a class, and the options that it takes."""

    @property
    def OPTIONS(self) -> Mapping[str, Option]:  # noqa: N802 - a constant of the class
        """Every option by name."""
        ...

    def __call__(self, **options: OptionValue) -> Backend:
        """Make a backend; options that are not given have their defaults."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """A backend that others are combined with; None is no weight given."""

    backend: Backend
    weight: float | None = None


class CombinationClass(Protocol):
    """What the registry makes combinations with: a class, and the options of each of its forms."""

    @property
    def FORMS(self) -> Mapping[str, Mapping[str, Option]]:  # noqa: N802 - a constant of the class
        """Every form by name, with its options."""
        ...

    def __call__(self, form: str, parts: Sequence[Part], **options: OptionValue) -> Backend:
        """Combine backends; options that are not given have their defaults."""
        ...


def described(backend: Backend) -> str:
    """Write a backend with all its settings as a profile is written."""
    settings = dict(backend.settings)
    form, parts = settings.pop("form", None), settings.pop("parts", None)
    written = [f"{key}={value}" for key, value in settings.items()]
    if parts is not None:
        written.insert(0, f"{form}({parts})")
    return f"{backend.name}:{','.join(written)}" if written else backend.name
