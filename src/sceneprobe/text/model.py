"""The values every reader of files shares: where something stands and what is wrong with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sceneprobe.errors import SceneprobeError

_LONGEST_MESSAGE = 400


@dataclass(frozen=True, slots=True)
class WrongByte:
    """The first byte of a line that is no UTF-8; ``offset`` counts bytes from the file's start."""

    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Source:
    """A text by lines, without their ends; ``newline`` is the end that the first line had.

    ``digest`` is that of the bytes it was read from. ``first`` is the number of the first line that
    is held: of a large file, a finding needs its own line only.
    """

    name: str
    lines: tuple[str, ...] = field(repr=False)
    newline: str = "\n"
    wrong_bytes: tuple[WrongByte, ...] = ()
    digest: str = field(default="", repr=False)
    first: int = 1

    def line(self, number: int) -> str:
        """Give the line with this number, counted from 1; one that is not held is empty."""
        place = number - self.first
        return self.lines[place] if 0 <= place < len(self.lines) else ""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line: line and column count from 1, in characters."""

    source: Source
    line: int
    column: int
    width: int = 1


class Severity(StrEnum):
    """How much a finding weighs: an error means that the text could not be taken as written.

    A note is worth knowing, and nothing is wrong.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what is wrong, where, and what to do about it."""

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding, known by its code; ``summary`` heads its entry in the catalogue."""

    code: str
    severity: Severity
    summary: str

    def at(
        self, span: Span, message: str, hint: str | None = None, *, severity: Severity | None = None
    ) -> Diagnostic:
        """Make the finding at this place; a severity given here replaces the rule's own."""
        return Diagnostic(
            self.code, severity or self.severity, _cut(message), span, hint and _cut(hint)
        )


class RefusedError(SceneprobeError):
    """The input cannot be taken as written: ``findings`` say why, the text says what to do.

    ``hidden`` counts the findings of a large file that are not among those that are held.
    """

    def __init__(self, findings: Iterable[Diagnostic], advice: str, hidden: int = 0) -> None:
        self.findings = tuple(findings)
        self.hidden = hidden
        super().__init__(advice)


def _cut(text: str) -> str:
    # A name of a megabyte that many findings quote would otherwise fill the memory.
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[: _LONGEST_MESSAGE - 1]}…"


def rules_in(namespace: Mapping[str, object]) -> tuple[Rule, ...]:
    """Give all rules that a module defines, in order, so that none can be left out of its list."""
    return tuple(rule for rule in namespace.values() if isinstance(rule, Rule))


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort findings of one source by place, then by code; equal ones keep their order."""
    return tuple(sorted(findings, key=lambda f: (f.span.line, f.span.column, f.code)))


def is_language(finding: Diagnostic) -> bool:
    """Tell whether a finding is one of the language: the code of these begins with CNL."""
    return finding.code.startswith("CNL")


def errors_in(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Keep the findings that are errors."""
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)
