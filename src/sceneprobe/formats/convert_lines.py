"""A line of a run in one of its forms → query, document, score and the name of the run."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from itertools import islice
from math import isfinite
from types import MappingProxyType

from sceneprobe.formats import convert_findings as rules
from sceneprobe.formats.ends import count_fields, from_both_ends
from sceneprobe.formats.ids import is_phrase, is_run_name, is_word
from sceneprobe.formats.text_blocks import LONGEST_LINE
from sceneprobe.report.wording import counted
from sceneprobe.text.model import Rule

_LOOKED_AT = 50
_SECOND_FIELDS = frozenset({"Q0", "q0", "0"})

Listed = tuple[str, str, str, str | None]
"""Query, document, score as it was written, and the name of the run where there is one."""


class RunForm(StrEnum):
    """How a run is written; the last two could be taken for plain lines, with wrong ids."""

    JSON_LINES = "JSON lines"
    TREC = "TREC"
    PLAIN = "lines of query document score"
    TABS = "tab-separated"
    UNNAMED = "TREC without the name of the run"
    JUDGMENTS = "judgments"


class SkippedError(Exception):
    """A line or record cannot be taken over; the text says why, ``part`` is what is wrong in it."""

    def __init__(self, rule: Rule, message: str, part: str = "", column: int = 1) -> None:
        super().__init__(message)
        self.rule = rule
        self.part = part
        self.column = column

    def place_in(self, line: str) -> tuple[int, int]:
        """Give column and width of what is wrong; the part is looked for from the right."""
        found = line.rfind(self.part) if self.part else -1
        return (found + 1, len(self.part)) if found >= 0 else (self.column, 1)


def form_of(lines: Iterable[str]) -> RunForm | None:
    """Find the form that most of the first lines have; None where they have none."""
    looked_at = islice((line for line in lines if line.strip()), _LOOKED_AT)
    votes = Counter(form for line in looked_at if (form := _form(line)) is not None)
    return votes.most_common(1)[0][0] if votes else None


def score_of(text: str) -> float:
    """Read a score; anything but a finite number is refused."""
    try:
        score = float(text)
    except ValueError:
        score = float("nan")
    # Python would also read 1_000, digits of other scripts, and blanks around a number.
    if not isfinite(score) or "_" in text or not text.isascii() or text != text.strip():
        raise SkippedError(rules.WRONG_SCORE, f'a score is a finite number, not "{text}"', text)
    return score


def counts_ranks(documents: Iterable[str]) -> bool:
    """Tell whether documents, in the order of the file, end in 1, 2, 3 … after other words."""
    words = [document.rsplit(None, 1) for document in documents]
    return all(parts[1:] == [str(rank)] for rank, parts in enumerate(words, start=1))


def check_names(query: str, name: str | None) -> None:
    """Refuse what a line of a TREC run cannot hold as query or as the name of the run."""
    if not is_word(query):
        raise SkippedError(rules.NOT_HELD, f'a TREC run cannot hold the query id "{query}"', query)
    if name is not None and not is_run_name(name):
        raise SkippedError(rules.NOT_HELD, f'a TREC run cannot hold the run name "{name}"')


def check_document(document: str) -> None:
    """Refuse a document that a TREC run cannot hold, or that would be read back as another."""
    if not is_phrase(document):
        raise SkippedError(
            rules.NOT_HELD, f'a TREC run cannot hold the document id "{document}"', document
        )


def _trec(line: str) -> Listed:
    fields = _plain_fields(line, 6) or from_both_ends(line, 2, 3)
    if fields is None:
        raise _wrong_count(line, "query, Q0, document, rank, score and run name")
    return fields[0], fields[2], fields[4], fields[5]


def _plain(line: str) -> Listed:
    fields = _plain_fields(line, 3) or from_both_ends(line, 1, 1)
    if fields is None:
        raise _wrong_count(line, "query, document and score")
    return fields[0], fields[1], fields[2], None


def _plain_fields(line: str, count: int) -> list[str] | None:
    """Take a line apart that has one blank between fields and none in them, as most have."""
    fields = line.split(" ")
    odd = len(fields) != count or "" in fields or "\t" in line or line[-1] == "\r"
    return None if odd else fields


def _wrong_count(line: str, expected: str) -> SkippedError:
    found = f"this one has {counted(count_fields(line), 'field')}"
    message = f"a line is {expected}, divided by blanks; {found}"
    return SkippedError(rules.WRONG_LINE, message, line)


def _tabs(line: str) -> Listed:
    cells = line.split("\t")
    if len(cells) != 3:
        found = f"this one has {counted(len(cells), 'column')}"
        message = f"a line is query, document and score, divided by tabs; {found}"
        raise SkippedError(rules.WRONG_LINE, message, line)
    return cells[0], cells[1], cells[2].strip(), None


_READERS: Mapping[RunForm, Callable[[str], Listed]] = MappingProxyType(
    {RunForm.TREC: _trec, RunForm.PLAIN: _plain, RunForm.TABS: _tabs}
)


def reader_of(form: RunForm) -> Callable[[str], Listed]:
    """Give the function that takes a line of this form apart."""
    return _READERS[form]


def _form(line: str) -> RunForm | None:
    if line.lstrip().startswith("{"):
        return RunForm.JSON_LINES
    if len(line) > LONGEST_LINE:
        return None
    cells = line.split("\t")
    if len(cells) == 3 and _is_number(cells[2]):
        return RunForm.TABS
    fields = from_both_ends(line, 2, 3)
    if fields and fields[1] in _SECOND_FIELDS and _is_number(fields[4]):
        # Where the name is missing, a document of two words would lend the rank one of them.
        rank, name = fields[3], fields[5]
        if _is_number(rank) or not _is_number(name):
            return RunForm.TREC
    fields = from_both_ends(line, 1, 1)
    return _plain_form(fields[1], fields[2]) if fields and _is_number(fields[2]) else None


def _plain_form(between: str, score: str) -> RunForm:
    """Say what a line is by what stands between the query and a number at the end."""
    second, *others = between.split(None, 1)
    if not others or second not in _SECOND_FIELDS:
        return RunForm.PLAIN
    return RunForm.JUDGMENTS if second == "0" and score.isdecimal() else RunForm.UNNAMED


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
