"""JSON lines with ``docs``, as QUEST has them → records with the ids and documents they name."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sceneprobe.formats.ids import flaw_of
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.text_blocks import lines_of
from sceneprobe.judging import qrel_findings as rules

_ID_NAMES = ("id", "query_id", "qid")


@dataclass(frozen=True, slots=True)
class QuestRecord:
    """A record: the documents that are right for a query; ``id`` is None where it has none."""

    number: int
    line: str
    id: str | None
    documents: tuple[str, ...]


class WrongRecordError(Exception):
    """A record cannot be used; the text says why, ``hint`` what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class NoObjectError(WrongRecordError):
    """A line is no JSON object."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


def quest_records(name: str, content: bytes, findings: LineFindings) -> Iterator[QuestRecord]:
    """Read one record a line; one that cannot be used is a finding, and passed over."""
    seen: dict[str, int] = {}
    for number, line in lines_of(name, content, rules.NOT_TEXT):
        if not line.strip():
            continue
        try:
            fields = object_in(line)
            record = QuestRecord(number, line, id_in(fields), texts_in(fields, "docs"))
            if record.id is not None and seen.setdefault(record.id, number) != number:
                raise WrongRecordError(
                    f'the id "{record.id}" is that of the record at line {seen[record.id]}, too'
                )
        except NoObjectError as error:
            place = (error.column, 1)
            findings.add(rules.NO_JSON, (number, line), str(error), at=place)
        except WrongRecordError as error:
            findings.add(rules.WRONG_RECORD, (number, line), str(error), hint=error.hint)
        else:
            yield record


def object_in(line: str) -> dict[str, object]:
    """Read a JSON object; its numbers stay the texts they were."""
    try:
        found = json.loads(line, parse_float=str, parse_int=str, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise NoObjectError(f"this is no JSON: {error.msg.lower()}", error.colno) from None
    except RecursionError:
        raise NoObjectError("this is nested too deep") from None
    if not isinstance(found, dict):
        raise NoObjectError("a JSON object is expected, in braces")
    return found


def id_in(fields: dict[str, object]) -> str | None:
    """Give the id of a record, under any of its names; None where it has none."""
    names = [name for name in _ID_NAMES if name in fields]
    if not names:
        return None
    if len(names) > 1:
        raise WrongRecordError(f'"{names[0]}" and "{names[1]}" are two spellings of one field')
    found = fields[names[0]]
    if not isinstance(found, str) or not found:
        raise WrongRecordError(f"{names[0]} must be a text that is not empty", "leave it out")
    return _held(found, f"the {names[0]}")


def texts_in(fields: dict[str, object], name: str, what: str = "texts") -> tuple[str, ...]:
    """Give a list of texts or numbers, all as texts; ``what`` they should be stands in findings."""
    if name not in fields:
        known = ", ".join(list(fields)[:8])
        raise WrongRecordError(f'this record has no "{name}"', f"its fields are: {known}")
    found = fields[name]
    if not isinstance(found, list):
        raise WrongRecordError(f'"{name}" must be a list')
    for place, text in enumerate(found, start=1):
        if not isinstance(text, str) or not text:
            raise WrongRecordError(f'"{name}" must hold {what}; number {place} is none')
        _held(text, f"number {place} in {name}")
    return tuple(found)


def _held(text: str, what: str) -> str:
    """Refuse an id that no line of a text file can hold."""
    flaw = flaw_of(text)
    if flaw is not None:
        raise WrongRecordError(f"{what} {flaw}")
    return text


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise WrongRecordError(f'the field "{twice}" is given twice')
    return fields
