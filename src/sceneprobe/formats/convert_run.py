"""A run in any form → a TREC run, piece by piece, with what was passed over.

Where a run lists a query's results apart, they are brought together: first it is noted where the
lines of each query are, then queries are read, ranked and written one after the other.
"""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from types import MappingProxyType

from sceneprobe.formats import convert_findings as rules
from sceneprobe.formats.convert_lines import (
    RunForm,
    SkippedError,
    check_document,
    check_names,
    counts_ranks,
    form_of,
    reader_of,
    score_of,
)
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.quest import NoObjectError, WrongRecordError, id_in, object_in, texts_in
from sceneprobe.formats.text_blocks import (
    LONGEST_LINE,
    blocks_of,
    lines_in,
    lines_of,
    span_in,
    too_long,
)
from sceneprobe.text.model import RefusedError, Rule

_FORMS = "known are JSON lines with id, docs and scores, TREC runs, and query, document, score"
_MISTAKEN: Mapping[RunForm, tuple[str, str]] = MappingProxyType(
    {
        RunForm.UNNAMED: (
            "lines of a TREC run end in the name of the run; these end in a score",
            "write query Q0 document rank score name, or query document score",
        ),
        RunForm.JUDGMENTS: (
            "this looks like judgments, query 0 document grade",
            "judgments need no conversion; write a run as query Q0 document rank score name",
        ),
    }
)
"""What to say of forms that would give wrong ids."""


class ScoreOrder(StrEnum):
    """Which score is ranked first; with QUEST, the lowest where all of a query are negative."""

    QUEST = "quest"
    DESCENDING = "descending"
    ASCENDING = "ascending"


Scored = tuple[float, str, str, str | None]
"""Score, document, the score as it was written, and the name of the run where there is one."""


@dataclass(slots=True)
class RunConverter:
    """Converts one run; the counts are those of what has been given by ``pieces`` so far."""

    content: bytes
    findings: LineFindings
    order: ScoreOrder = ScoreOrder.QUEST
    run_name: str = "run"
    form: str = ""
    queries: int = 0
    results: int = 0
    rising: int = 0
    counting: int = 0
    _checked: tuple[str, str | None] | None = None

    def pieces(self) -> Iterator[bytes]:
        """Give the TREC run, a query at a time, in the order in which queries come up."""
        form = self._form()
        self.form = form.value
        for query, scored in self._records() if form is RunForm.JSON_LINES else self._lists(form):
            if scored:
                yield self._ranked(query, scored).encode("utf-8")
        if not self.results:
            raise self._unusable("no result of this run can be used")

    def _form(self) -> RunForm:
        first = next(blocks_of(self.findings.name, self.content, rules.NOT_TEXT), None)
        if first is None or not first.text.strip():
            raise self._unusable("this file is empty", _FORMS)
        lines = lines_in(first.text)
        form = form_of(lines)
        if form is None:
            raise self._unusable("this does not look like a run", _FORMS, lines[0])
        if form in _MISTAKEN:
            raise self._unusable(*_MISTAKEN[form], lines[0], rule=rules.NO_RUN)
        return form

    def _ranked(self, query: str, scored: list[Scored]) -> str:
        """Rank by score; equal scores are ordered by id, as runs are everywhere here."""
        self.queries += 1
        self.results += len(scored)
        rising = self.order is ScoreOrder.ASCENDING
        if self.order is ScoreOrder.QUEST and max(map(itemgetter(0), scored)) < 0:
            rising = True
            self.rising += 1
        scored.sort(key=itemgetter(1))
        scored.sort(key=itemgetter(0), reverse=not rising)
        return "".join(
            [
                f"{query} Q0 {document} {rank} {score} {name or self.run_name}\n"
                for rank, (_, document, score, name) in enumerate(scored, start=1)
            ]
        )

    def _lists(self, form: RunForm) -> Iterator[tuple[str, list[Scored]]]:
        """Bring the lines of each query together."""
        for query, stretches in self._stretches(form).items():
            found: dict[str, Scored] = {}
            for place in range(0, len(stretches), 3):
                start, end, number = stretches[place : place + 3]
                lines = lines_in(self.content[start:end].decode("utf-8"))
                self._read_lines(enumerate(lines, start=number), form, found)
            if form is RunForm.PLAIN and found and counts_ranks(found):
                self.counting += 1
            yield query, list(found.values())

    def _read_lines(
        self, lines: Iterator[tuple[int, str]], form: RunForm, found: dict[str, Scored]
    ) -> None:
        read = reader_of(form)
        for number, line in lines:
            if line and not line.isspace():
                try:
                    if len(line) > LONGEST_LINE:
                        raise SkippedError(rules.WRONG_LINE, too_long(line))
                    query, document, score, name = read(line)
                    self._take(found, query, (score_of(score), document, score, name))
                except SkippedError as error:
                    self._skip(number, line, error)

    def _stretches(self, form: RunForm) -> dict[str, "array[int]"]:
        """Note for each query where its lines are: start, end and the number of the first."""
        gaps = (b"\t",) if form is RunForm.TABS else (b" ", b"\t")
        stretches: dict[bytes, array[int]] = {}
        for block in blocks_of(self.findings.name, self.content, rules.NOT_TEXT):
            at = block.offset
            opening: tuple[bytes, ...] = ()
            lines = block.content.removesuffix(b"\n").split(b"\n")
            for number, line in enumerate(lines, start=block.number):
                if not line.startswith(opening):
                    query = _first_field(line, gaps)
                    opening = tuple(query + gap for gap in gaps) if query else ()
                    noted = stretches.setdefault(query, array("q"))
                    noted.extend((at, at, number))
                at += len(line) + 1
                noted[-2] = at
        return {query.decode("utf-8"): noted for query, noted in stretches.items()}

    def _records(self) -> Iterator[tuple[str, list[Scored]]]:
        seen: dict[str, int] = {}
        for number, line in lines_of(self.findings.name, self.content, rules.NOT_TEXT):
            if not line.strip():
                continue
            try:
                query, name, pairs = _record(line)
                if seen.setdefault(query, number) != number:
                    message = f'the query "{query}" is that of line {seen[query]}, too'
                    raise SkippedError(rules.WRONG_RECORD, message)
                scores = [score_of(score) for _, score in pairs]
            except SkippedError as error:
                self._skip(number, line, error)
                continue
            found: dict[str, Scored] = {}
            for value, (document, score) in zip(scores, pairs, strict=True):
                try:
                    self._take(found, query, (value, document, score, name))
                except SkippedError as error:
                    self._skip(number, line, error)
            yield query, list(found.values())

    def _take(self, found: dict[str, Scored], query: str, scored: Scored) -> None:
        document = scored[1]
        if document in found:
            message = f'the query "{query}" lists "{document}" already; the first is kept'
            raise SkippedError(rules.LISTED_TWICE, message)
        check_document(document)
        if self._checked != (query, scored[3]):
            check_names(query, scored[3])
            self._checked = (query, scored[3])
        found[document] = scored

    def _skip(self, number: int, line: str, error: SkippedError) -> None:
        self.findings.add(error.rule, (number, line), str(error), at=error.place_in(line))

    def _unusable(
        self,
        message: str,
        hint: str | None = None,
        line: str = "",
        *,
        rule: Rule = rules.NO_RESULTS,
    ) -> RefusedError:
        span = span_in(self.findings.name, line, 1)
        found = rule.at(span, message, hint)
        return RefusedError((*self.findings.in_order, found), "nothing was written")


def _first_field(line: bytes, gaps: tuple[bytes, ...]) -> bytes:
    field = line if len(gaps) == 1 else line.strip(b" \t\r")
    for gap in gaps:
        field = field.partition(gap)[0]
    return field


def _record(line: str) -> tuple[str, str | None, list[tuple[str, str]]]:
    """Read a record: its query, the name of its run if any, and documents with scores."""
    try:
        fields = object_in(line)
        query = id_in(fields)
        documents = texts_in(fields, "docs")
        scores = texts_in(fields, "scores", "finite numbers")
    except NoObjectError as error:
        raise SkippedError(rules.NO_JSON, str(error), column=error.column) from None
    except WrongRecordError as error:
        raise SkippedError(rules.WRONG_RECORD, str(error)) from None
    name = fields.get("run_name")
    if query is None:
        raise SkippedError(rules.WRONG_RECORD, "this record has no id")
    if len(documents) != len(scores):
        message = (
            f"docs and scores must be alike long; they have {len(documents)} and {len(scores)}"
        )
        raise SkippedError(rules.WRONG_RECORD, message)
    if name is not None and not isinstance(name, str):
        raise SkippedError(rules.WRONG_RECORD, "run_name must be a text")
    return query, name, list(zip(documents, scores, strict=True))
