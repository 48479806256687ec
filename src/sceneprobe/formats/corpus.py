"""JSON lines with id and text, perhaps of several stories → Collection."""

import codecs
import json
import re
from collections.abc import Mapping

from sceneprobe.formats import corpus_findings as rules
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.collection import Collection

ADVICE = "the corpus cannot be used as it is"
_FORM = 'write {"id": "d1", "text": "…"}, one record a line'
_FIELDS = ("id", "text", "story", "title")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def read_corpus(
    name: str, content: bytes, ties: TieRule, *, with_titles: bool = False
) -> Collection:
    """Read ``id``, ``text`` and, where there are any, ``story`` and ``title`` of every line.

    An error in any line raises RefusedError with the findings of all.
    """
    findings = LineFindings(name)
    ids: dict[str, int] = {}
    texts, stories = [], []
    for number, raw in enumerate(content.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        line = _line(findings, number, raw)
        record = _record(findings, number, line) if line.strip() else None
        if record is None:
            continue
        if record["id"] in ids:
            message = f'the id "{record["id"]}" is that of line {ids[record["id"]]}, too'
            findings.add(rules.SAME_ID, (number, line), message)
            continue
        ids[record["id"]] = number
        titled = with_titles and record.get("title")
        texts.append(f"{record['text']}. {record['title']}" if titled else record["text"])
        stories.append(record.get("story"))
    if not ids and not findings.count:
        findings.add(rules.NO_TEXTS, (1, ""), "this file holds no records", hint=_FORM)
    if findings.count:
        raise findings.refusal(ADVICE)
    mode = "full" if with_titles else "canonical"
    return Collection(name, tuple(ids), tuple(texts), tuple(stories), ties, mode, ids)


def _line(findings: LineFindings, number: int, raw: bytes) -> str:
    """Decode a line; it is empty where it is no text, and that is noted."""
    try:
        return raw.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError as error:
        place = (number, raw.decode("utf-8", errors="replace").removesuffix("\r"))
        column = len(raw[: error.start].decode("utf-8")) + 1
        message = f"the byte 0x{raw[error.start]:02x} is no UTF-8"
        hint = "save the file as text in UTF-8"
        findings.add(rules.NOT_TEXT, place, message, hint=hint, at=(column, 1))
        return ""


def _record(findings: LineFindings, number: int, line: str) -> Mapping[str, str] | None:
    """Take the texts of a record, or note what is wrong with it."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        given = None
    known = given if isinstance(given, dict) else {}
    texts = {key: known[key] for key in _FIELDS if known.get(key) is not None}
    before = findings.count
    for key, value in texts.items():
        if not isinstance(value, str):
            message, hint = f'the "{key}" of this record is no text', f'write "{key}": "…"'
            findings.add(rules.WRONG_TYPE, (number, line), message, hint=hint)
        elif _LONE_SURROGATE.search(value):
            message = f'the "{key}" of this record holds half a surrogate pair'
            hint = "write the character itself, or both halves of it"
            findings.add(rules.NOT_TEXT, (number, line), message, hint=hint)
    if findings.count > before:
        return None
    if not texts.get("id") or "text" not in texts:
        message = "this line is no record with an id and a text"
        findings.add(rules.NO_RECORD, (number, line), message, hint=_FORM)
        return None
    return texts
