"""JSON lines as QUEST has them → TREC qrels, and a copy in which every record has an id.

The file is gone through twice, so that nothing is written of one that cannot be used, and little of
it is held.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.nodes import NotReadableError
from sceneprobe.formats.qrel_lines import is_json_lines
from sceneprobe.formats.qrels import ADVICE, KEEP_ONE, needs_tabs
from sceneprobe.formats.quest import QuestRecord, quest_records
from sceneprobe.judging import qrel_findings as rules
from sceneprobe.judging.build import checked_policy, kept_grade
from sceneprobe.text.model import RefusedError


@dataclass(frozen=True, slots=True)
class QuestOutline:
    """What a file holds: the id of each record, given or added, and how much is judged."""

    ids: tuple[str, ...]
    added: int
    judgments: int
    unjudged: tuple[str, ...]
    gap: str


def outline_of(name: str, content: bytes, on_duplicate: str = "error") -> QuestOutline:
    """Go through all records; what is wrong with any raises RefusedError with all findings."""
    policy = checked_policy(on_duplicate)
    findings = LineFindings(name)
    given: list[str | None] = []
    counts: list[int] = []
    tabs = False
    try:
        for record in _records(name, content, findings):
            documents = dict.fromkeys(record.documents)
            if len(documents) < len(record.documents) and kept_grade(1, 1, policy) is None:
                _refuse_repeated(record, findings)
            given.append(record.id)
            counts.append(len(documents))
            tabs = tabs or any(needs_tabs(record.id or "", document) for document in documents)
    except NotReadableError as error:
        raise RefusedError([error.finding], ADVICE) from None
    if not findings.count and not any(counts):
        findings.add(rules.NO_JUDGMENTS, (1, ""), "this file holds no record with documents")
    if findings.count:
        raise findings.refusal(ADVICE)
    ids = tuple(_numbered(given))
    return QuestOutline(
        ids=ids,
        added=given.count(None),
        judgments=sum(counts),
        unjudged=tuple(query for query, judged in zip(ids, counts, strict=True) if not judged),
        gap="\t" if tabs else " ",
    )


def qrels_pieces(name: str, content: bytes, outline: QuestOutline) -> Iterator[bytes]:
    """Write ``query 0 document 1`` for every document, in the order of the file."""
    gap = outline.gap
    records = quest_records(name, content, LineFindings(name))
    for query, record in zip(outline.ids, records, strict=True):
        yield "".join(
            [f"{query}{gap}0{gap}{found}{gap}1\n" for found in dict.fromkeys(record.documents)]
        ).encode("utf-8")


def copy_pieces(name: str, content: bytes, outline: QuestOutline) -> Iterator[bytes]:
    """Write the records with their ids; all else in them stays as it was written."""
    records = quest_records(name, content, LineFindings(name))
    for query, record in zip(outline.ids, records, strict=True):
        line = record.line.strip()
        if record.id is None:
            line = f'{{"id": {json.dumps(query)}, {line[1:].lstrip()}'
        yield f"{line}\n".encode()


def _records(name: str, content: bytes, findings: LineFindings) -> Iterator[QuestRecord]:
    if content.strip() and not is_json_lines(content):
        # Of a file that is something else, one finding says it all.
        first = content[:200].decode("utf-8", errors="replace").partition("\n")[0]
        message = 'JSON lines are expected, such as {"id": "q1", "docs": ["a", "b"]}'
        findings.add(rules.NO_JSON, (1, first), message)
        return
    yield from quest_records(name, content, findings)


def _numbered(given: Iterable[str | None]) -> Iterator[str]:
    """Call a record without id ``q`` and its number, or the next number that is free."""
    ids = list(given)
    taken = set(ids)
    free = 0
    for number, found in enumerate(ids, start=1):
        if found is None:
            free = next(n for n in count(max(number, free + 1)) if f"q{n}" not in taken)
        yield f"q{free}" if found is None else found


def _refuse_repeated(record: QuestRecord, findings: LineFindings) -> None:
    seen: set[str] = set()
    for document in record.documents:
        if document in seen:
            message = f'"{document}" stands twice in docs'
            place = (record.number, record.line)
            findings.add(rules.JUDGED_TWICE, place, message, hint=KEEP_ONE)
        seen.add(document)
