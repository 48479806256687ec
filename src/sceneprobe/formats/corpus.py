"""JSON lines with id and text, perhaps of several stories → Collection."""

import json

from sceneprobe.formats import corpus_findings as rules
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.collection import Collection

ADVICE = "the corpus cannot be used as it is"
_FORM = 'write {"id": "d1", "text": "…"}, one record a line'


def read_corpus(
    name: str, content: bytes, ties: TieRule, *, with_titles: bool = False
) -> Collection:
    """Read ``id``, ``text`` and, where there are any, ``story`` and ``title`` of every line.

    An error in any line raises RefusedError with the findings of all.
    """
    findings = LineFindings(name)
    ids: dict[str, int] = {}
    texts, stories = [], []
    lines = content.decode("utf-8-sig", errors="replace").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        record = _record(line)
        if record is None:
            message = "this line is no record with an id and a text"
            findings.add(rules.NO_RECORD, (number, line), message, hint=_FORM)
        elif record["id"] in ids:
            message = f'the id "{record["id"]}" is that of line {ids[record["id"]]}, too'
            findings.add(rules.SAME_ID, (number, line), message)
        else:
            ids[record["id"]] = number
            titled = with_titles and record.get("title")
            texts.append(f"{record['text']}. {record['title']}" if titled else record["text"])
            stories.append(record.get("story"))
    if not ids and not findings.count:
        findings.add(rules.NO_TEXTS, (1, ""), "this file holds no records", hint=_FORM)
    if findings.count:
        raise findings.refusal(ADVICE)
    return Collection(name, tuple(ids), tuple(texts), tuple(stories), ties)


def _record(line: str) -> dict[str, str] | None:
    """Take the texts of a record; None where it has no id or no text."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict):
        return None
    texts = {key: value for key, value in given.items() if isinstance(value, str)}
    return texts if texts.get("id") and "text" in texts else None
