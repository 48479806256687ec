"""Qrels files ↔ judgments: TREC, tab-separated, or JSON lines as QUEST has them."""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping

from sceneprobe.errors import QrelsError
from sceneprobe.formats.ids import flaw_of, is_word
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.nodes import NotReadableError
from sceneprobe.formats.qrel_lines import Judged, is_json_lines, judged_lines
from sceneprobe.judging import qrel_findings as rules
from sceneprobe.judging.build import (
    GREATEST_GRADE,
    G,
    checked_grade,
    checked_policy,
    kept_grade,
)
from sceneprobe.judging.model import QrelRow, Qrels
from sceneprobe.text.model import RefusedError, Rule
from sceneprobe.text.names import NearNames, did_you_mean

KEEP_ONE = "keep one of them"
ADVICE = "the judgments cannot be used as they are"
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LONGEST_NUMBER = 400
_MOST_HINTS = 20


class _WrongGradeError(Exception):
    def __init__(self, rule: Rule, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.hint = hint


def read_judgments(  # noqa: PLR0913 - each is a rule of its own for what a file may hold
    name: str,
    content: bytes,
    *,
    on_duplicate: str = "error",
    negative: bool = False,
    headings: bool = True,
    known: Collection[str] | None = None,
) -> Mapping[str, Mapping[str, float]]:
    """Read for each topic its documents with their grades, which may be fractions.

    A topic that JSON lines list without documents has none. Grades below 0 are taken only when
    asked for; without ``headings``, a first line that names the columns is wrong; a document that
    is not among those ``known`` is wrong, too. ``name`` stands in findings; an error in any line
    raises RefusedError with the findings of all.
    """
    least = -math.inf if negative else 0.0
    return _by_topic(
        name,
        content,
        lambda text: _grade(text, least),
        on_duplicate,
        headings=headings,
        known=known,
    )


def read_qrels(name: str, content: bytes, *, on_duplicate: str = "error") -> Qrels:
    """Read judgments with whole grades; those of one topic stand together."""
    topics = _by_topic(name, content, _whole_grade, on_duplicate)
    return Qrels(
        [
            QrelRow(topic, document, grade)
            for topic, judged in topics.items()
            for document, grade in judged.items()
        ]
    )


def read_all_qrels(name: str, content: bytes) -> Qrels:
    """Read every judgment with a whole grade, in order, also where a document is judged twice."""
    findings = LineFindings(name)
    graded = _graded(_judged(name, content, findings, []), _whole_grade, findings)
    try:
        rows = [QrelRow(topic, document, grade) for _, topic, document, grade, _ in graded]
    except NotReadableError as error:
        raise RefusedError([error.finding], ADVICE) from None
    _refuse_findings(findings, any_read=bool(rows))
    return Qrels(rows)


def qrels_as_trec(qrels: Qrels, system_id: str = "0") -> str:
    """Write ``topic system_id document grade``, sorted by topic and document.

    Fields are divided by a blank, or by a tab where an id holds blanks that would be lost. What
    could not be read back, such as no judgments at all, is refused.
    """
    if not is_word(system_id):
        raise QrelsError(f"the system id must be one word, not {system_id!r}")
    if not qrels.rows:
        raise QrelsError("there are no judgments to write")
    for row in qrels.rows:
        _refuse_unholdable(row.topic_id, "topic")
        _refuse_unholdable(row.doc_id, "document")
        checked_grade(row.grade, f'the judgment of "{row.doc_id}" for "{row.topic_id}"')
    rows = sorted(qrels.rows, key=lambda row: (row.topic_id, row.doc_id))
    gap = "\t" if any(needs_tabs(row.topic_id, row.doc_id) for row in rows) else " "
    return "".join([f"{r.topic_id}{gap}{system_id}{gap}{r.doc_id}{gap}{r.grade:d}\n" for r in rows])


def needs_tabs(topic_id: str, doc_id: str) -> bool:
    """Tell whether blanks between fields would make other ids of these."""
    return " " in topic_id or doc_id != doc_id.strip(" ")


def _by_topic(  # noqa: PLR0913 - as above
    name: str,
    content: bytes,
    grade_of: Callable[[str], G],
    on_duplicate: str,
    *,
    headings: bool = True,
    known: Collection[str] | None = None,
) -> dict[str, dict[str, G]]:
    policy = checked_policy(on_duplicate)
    findings = LineFindings(name)
    topics: dict[str, dict[str, G]] = {}
    unlabeled: list[str] = []
    judgments = _judged(name, content, findings, unlabeled, headings=headings)
    graded = _graded(judgments, grade_of, findings)
    try:
        for number, topic, document, grade, line in graded:
            judged = topics.get(topic)
            if known is not None and document not in known:
                _note_unknown(findings, (number, line), (topic, document), known)
            if judged is None:
                topics[topic] = {document: grade}
            elif document not in judged:
                judged[document] = grade
            elif (kept := kept_grade(judged[document], grade, policy)) is not None:
                judged[document] = kept
            else:
                grades = f"{grade:g}, before {judged[document]:g}"
                message = f'the topic "{topic}" judges "{document}" again: {grades}'
                findings.add(rules.JUDGED_TWICE, (number, line), message, hint=KEEP_ONE)
    except NotReadableError as error:
        raise RefusedError([error.finding], ADVICE) from None
    _refuse_findings(findings, any_read=bool(topics))
    return topics | {topic: {} for topic in unlabeled}


def _note_unknown(
    findings: LineFindings,
    place: tuple[int, str],
    judged: tuple[str, str],
    known: Collection[str],
) -> None:
    topic, document = judged
    # Names are compared by all their letters only for findings that are shown.
    near = did_you_mean(NearNames(known), document) if findings.count < _MOST_HINTS else None
    # In JSON an id may be written in other signs; then the line begins what is pointed at.
    at = (max(0, place[1].find(document, len(topic))) + 1, len(document))
    message = f'nothing that is searched has the id "{document}"'
    hint = near or "mend the id, or give --allow-unknown to count it as never found"
    findings.add(rules.UNKNOWN_DOCUMENT, place, message, hint=hint, at=at)


def _refuse_findings(findings: LineFindings, *, any_read: bool) -> None:
    if not findings.count and not any_read:
        message = "this file holds no judgments"
        findings.add(rules.NO_JUDGMENTS, (1, ""), message, hint="write topic 0 document grade")
    if findings.count:
        raise findings.refusal(ADVICE)


def _graded(
    judgments: Iterator[Judged], grade_of: Callable[[str], G], findings: LineFindings
) -> Iterator[tuple[int, str, str, G, str]]:
    """Turn the grades of lines into numbers; each spelling is looked at once."""
    known: dict[str, G] = {}
    for number, topic, document, text, line in judgments:
        grade = known.get(text)
        if grade is None:
            try:
                grade = known[text] = grade_of(text.strip())
            except _WrongGradeError as error:
                at = (line.rindex(text) + 1, len(text))
                findings.add(error.rule, (number, line), str(error), hint=error.hint, at=at)
                continue
        yield number, topic, document, grade, line


def _judged(
    name: str,
    content: bytes,
    findings: LineFindings,
    unlabeled: list[str],
    *,
    headings: bool = True,
) -> Iterator[Judged]:
    """Read lines of any form; topics that are listed without a document go to ``unlabeled``."""
    if not is_json_lines(content):
        yield from judged_lines(name, content, findings, headings=headings)
        return
    from sceneprobe.formats.quest import quest_records

    for record in quest_records(name, content, findings):
        if record.id is None:
            message = "this record has no id"
            hint = "sceneprobe convert qrels adds ids, and writes a copy that has them"
            findings.add(rules.WRONG_RECORD, (record.number, record.line), message, hint=hint)
            continue
        if not record.documents:
            unlabeled.append(record.id)
        for document in record.documents:
            yield record.number, record.id, document, "1", record.line


def _grade(text: str, least: float) -> float:
    known = len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text)
    number = float(text) if known else math.nan
    if not (math.isfinite(number) and number >= least):
        floor = " ≥ 0" if least == 0 else ""
        hint = "0 means not relevant" if number < 0 else None
        message = f'a grade is a finite number{floor}, not "{text}"'
        raise _WrongGradeError(rules.WRONG_GRADE, message, hint)
    return number


def _whole_grade(text: str) -> int:
    number = _grade(text, 0.0)
    if not number.is_integer() or number > GREATEST_GRADE:
        message = f'a grade is a whole number up to {GREATEST_GRADE:,} here, not "{text}"'
        raise _WrongGradeError(rules.FRACTION, message)
    return int(number)


# object: rows that are put together by hand may hold anything.
def _refuse_unholdable(found: object, what: str) -> None:
    """Refuse an id that no line could hold."""
    flaw = flaw_of(found) if isinstance(found, str) else "is no text"
    if flaw is not None:
        shown = repr(found if not isinstance(found, str) else found[:80])
        raise QrelsError(f"no qrels file can hold the {what} id {shown}: it {flaw}")
