"""The findings of run files, and a collection of them that does not grow with the file."""

from dataclasses import dataclass, field

from sceneprobe.formats.text_blocks import span_in
from sceneprobe.text.model import Diagnostic, RefusedError, Rule, Severity, rules_in

_E = Severity.ERROR

TOO_FEW_COLUMNS = Rule("RUN101", _E, "a line of a run with fewer than six columns")
WRONG_RANK = Rule("RUN102", _E, "a rank that is no whole number")
WRONG_SCORE = Rule("RUN103", _E, "a score that is no finite number")
DUPLICATE_RESULT = Rule("RUN104", _E, "an id that is listed twice for one query")
WRONG_BYTE = Rule("RUN105", _E, "a run that is no UTF-8")
NO_RESULTS = Rule("RUN106", _E, "a run without results")

RULES = rules_in(globals())

MOST_SHOWN = 100
_CHUNK = 10 * MOST_SHOWN


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a line; column and width count characters of its ``text``."""

    rule: Rule
    line: int
    text: str
    column: int
    width: int
    message: str
    hint: str


@dataclass(slots=True)
class RunFindings:
    """Collects what is wrong with a run: the first hundred by line, and the number of all."""

    count: int = 0
    first: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem | None) -> None:
        """Note one problem, in any order; None is one that comes after enough others."""
        self.count += 1
        if problem is not None:
            self.first.append(problem)
        if len(self.first) >= _CHUNK:
            self.first = self._earliest()

    def forget(self) -> None:
        """Begin again."""
        self.count = 0
        self.first = []

    def refuse_any(self, name: str) -> None:
        """Stop when something is wrong with the file of this name."""
        if self.count:
            shown = self._earliest()
            rest = self.count - len(shown)
            more = f", and {rest} more of the kind" if rest else ""
            advice = f"{name} cannot be read as a TREC run: {_counted(len(shown))} above{more}"
            raise RefusedError(_diagnostics(name, shown), advice)

    def _earliest(self) -> list[Problem]:
        return sorted(self.first, key=lambda p: (p.line, p.column, p.rule.code))[:MOST_SHOWN]


def _diagnostics(name: str, problems: list[Problem]) -> tuple[Diagnostic, ...]:
    """Place each problem in a source that knows its line only: a run may be larger than memory."""
    return tuple(
        problem.rule.at(
            span_in(name, problem.text, problem.line, problem.column, problem.width),
            problem.message,
            problem.hint,
        )
        for problem in problems
    )


def _counted(number: int) -> str:
    return "one finding" if number == 1 else f"the {number} findings"
