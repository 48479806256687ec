"""A line of a run → its columns, or what is wrong with it; no NumPy, so that it starts at once."""

from math import inf

from sceneprobe.formats.runs import findings as rules
from sceneprobe.formats.runs.findings import Problem
from sceneprobe.text.model import Rule

LONGEST_RANK = 15
_COLUMNS = "qid Q0 docid rank score tag"

Row = tuple[bytes, bytes, int, float]
"""The topic's id, the result's id, its rank and its score."""


def read_row(line: bytes) -> Row | None:
    """Read ``qid Q0 docid rank score tag`` from both ends, so that ids may hold blanks.

    Columns are divided by runs of white space. None stands for a line that cannot be read.
    """
    head = line.split(None, 2)
    tail = head[2].rsplit(None, 3) if len(head) == 3 else ()
    if len(tail) != 4:
        return None
    rank, score = read_rank(tail[1]), read_score(tail[2])
    return None if rank is None or score is None else (head[0], tail[0], rank, score)


def read_rank(text: bytes) -> int | None:
    """Read a whole number of at most 15 characters; None for anything else."""
    if len(text) > LONGEST_RANK or b"_" in text:
        return None
    try:
        return int(text)
    except ValueError:
        return None


def read_score(text: bytes) -> float | None:
    """Read a finite number, rightly rounded; None for anything else."""
    try:
        score = float(text)
    except ValueError:
        return None
    # Python alone takes 1_000 for a number.
    return score if -inf < score < inf and b"_" not in text else None


def problem_of(line: bytes, number: int) -> Problem:
    """Say what is wrong with a line that cannot be read."""
    text = line.decode("utf-8", errors="replace").rstrip("\r")
    words = line.split()
    if len(words) < 6:
        message = f"a line of a run has six columns or more; this one has {len(words)}"
        column = len(text) - len(text.lstrip()) + 1
        width = len(text.strip())
        hint = f"write {_COLUMNS}; sceneprobe convert run makes it of other forms"
        return Problem(rules.TOO_FEW_COLUMNS, number, text, column, width, message, hint)
    shown = words[-3].decode("utf-8", errors="replace")
    if read_rank(words[-3]) is None:
        message = f'the rank, third column from the right, is "{shown}": no whole number'
        return _at_word(rules.WRONG_RANK, number, line, -3, message)
    shown = words[-2].decode("utf-8", errors="replace")
    message = f'the score, second column from the right, is "{shown}": no finite number'
    return _at_word(rules.WRONG_SCORE, number, line, -2, message)


def _at_word(rule: Rule, number: int, line: bytes, place: int, message: str) -> Problem:
    before = line.rsplit(None, -place)[0]
    rest = line[len(before) :]
    start = len(before) + len(rest) - len(rest.lstrip())
    column = len(line[:start].decode("utf-8", errors="replace")) + 1
    width = len(line.split()[place].decode("utf-8", errors="replace"))
    text = line.decode("utf-8", errors="replace").rstrip("\r")
    hint = f"columns are {_COLUMNS}; a tag holds no blanks"
    return Problem(rule, number, text, column, width, message, hint)


def duplicate(line: bytes, number: int, row_id: bytes, first: int) -> Problem:
    """Say that a line names an id which an earlier one gives for the same query."""
    topic, _, rest = line.split(None, 2)
    shown = row_id.decode("utf-8")
    column = len(line[: len(line) - len(rest)].decode("utf-8")) + 1
    message = (
        f'"{shown}" is listed twice for query {topic.decode("utf-8")}; '
        f"the first time at line {first}"
    )
    hint = "keep one of them"
    text = line.decode("utf-8").rstrip("\r")
    return Problem(rules.DUPLICATE_RESULT, number, text, column, len(shown), message, hint)


def wrong_byte(line: bytes, number: int) -> Problem | None:
    """Say where a line is no UTF-8; None when it is."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode("utf-8")) + 1
        text = line.decode("utf-8", errors="replace").rstrip("\r")
        message = f"the byte {line[error.start]:#04x} is no UTF-8"
        return Problem(rules.WRONG_BYTE, number, text, column, 1, message, "save the file as UTF-8")
    return None
