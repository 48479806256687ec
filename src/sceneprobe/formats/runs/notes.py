"""Lines of a stretch that cannot be read → findings with the numbers that they have in the file."""

from collections.abc import Callable, Sequence

import numpy as np

from sceneprobe.formats.runs.borders import Positions
from sceneprobe.formats.runs.findings import MOST_SHOWN, Problem, RunFindings
from sceneprobe.formats.runs.rows import duplicate, wrong_byte
from sceneprobe.formats.runs.stretches import Stretch


class Notes:
    """Adds what is wrong with a stretch to the findings.

    ``lines`` are the lines' numbers where they do not come in order.
    """

    def __init__(
        self, findings: RunFindings, stretch: Stretch, lines: Sequence[int] | None
    ) -> None:
        self._findings = findings
        self._stretch = stretch
        self._lines = lines
        # In order, what comes later would never be shown: it is only counted.
        self._enough = lines is None and findings.count >= MOST_SHOWN

    def add(self, explain: Callable[[bytes, int], Problem | None], line: int) -> None:
        """Note what a function says about a line; the line counts from 0 in the block."""
        problem = None if self._enough else explain(self._text(line), self._number(line))
        self._findings.add(problem)

    def add_duplicate(self, name: bytes, line: int, earlier: int) -> None:
        """Note that a line repeats the id of an earlier one."""
        problem = None
        if not self._enough:
            first = self._number(earlier)
            problem = duplicate(self._text(line), self._number(line), name, first)
        self._findings.add(problem)

    def _text(self, line: int) -> bytes:
        return self._stretch.block.line(line)

    def _number(self, line: int) -> int:
        number = self._stretch.first + line
        return number if self._lines is None else self._lines[number - 1]


def wrong_lines(stretch: Stretch) -> Positions:
    """Find the lines of a stretch that are no UTF-8."""
    text = stretch.block.text
    if not text.isascii():
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            lines = range(stretch.block.line_stops.size)
            return np.array(
                [line for line in lines if wrong_byte(stretch.block.line(line), 0)], np.intp
            )
    return np.zeros(0, np.intp)
