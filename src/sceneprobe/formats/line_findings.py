"""Findings of the lines of a large file: the first hundred are kept, the others are counted."""

from dataclasses import dataclass, field

from sceneprobe.formats.text_blocks import span_in
from sceneprobe.text.model import Diagnostic, RefusedError, Rule, Severity, in_order

_MOST = 100


@dataclass(slots=True)
class LineFindings:
    """Collects what is wrong with the lines of a file; a severity replaces that of the rules."""

    name: str
    severity: Severity | None = None
    kept: list[Diagnostic] = field(default_factory=list)
    count: int = 0

    def add(
        self,
        rule: Rule,
        place: tuple[int, str],
        message: str,
        *,
        hint: str | None = None,
        at: tuple[int, int] = (1, 1),
    ) -> None:
        """Note a finding of a line, given with its number; ``at`` is its column and width."""
        self.count += 1
        if len(self.kept) < _MOST:
            number, line = place
            span = span_in(self.name, line, number, *at)
            self.kept.append(rule.at(span, message, hint, severity=self.severity))

    @property
    def in_order(self) -> tuple[Diagnostic, ...]:
        """The findings that were kept, by place."""
        return in_order(self.kept)

    def refusal(self, advice: str) -> RefusedError:
        """Make the error that carries the findings and says how many more there are."""
        return RefusedError(self.in_order, advice, hidden=self.count - len(self.kept))
