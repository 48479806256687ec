"""The bytes of a small run → places of judged ids, a line at a time, without NumPy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sceneprobe.formats.runs.findings import RunFindings
from sceneprobe.formats.runs.model import RunReading, TopicPlaces
from sceneprobe.formats.runs.order import places_of_topic
from sceneprobe.formats.runs.rows import duplicate, problem_of, read_row, wrong_byte


@dataclass(slots=True)
class _Topic:
    """The results of a topic, in the order of their lines."""

    ids: list[bytes] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def places_by_lines(
    content: bytes,
    judgments: Mapping[str, Mapping[str, float]],
    reading: RunReading,
    findings: RunFindings,
) -> Iterator[TopicPlaces]:
    """Read a whole run; topics come in the order in which they first appear.

    What is wrong goes to ``findings`` before the first topic is given.
    """
    lines = content.split(b"\n")
    topics = _topics(lines, findings, ascii_only=content.isascii())
    for topic in topics.values():
        if len(set(topic.ids)) < len(topic.ids):
            _drop_duplicates(topic, lines, None if reading.keep_first else findings)
    if findings.count:
        return
    for name, topic in topics.items():
        topic_id = name.decode("utf-8")
        results = (topic.ids, topic.ranks, topic.scores)
        yield places_of_topic(topic_id, results, judgments.get(topic_id, {}), reading)


def _topics(lines: list[bytes], findings: RunFindings, *, ascii_only: bool) -> dict[bytes, _Topic]:
    topics: dict[bytes, _Topic] = {}
    for number, line in enumerate(lines, start=1):
        row = read_row(line)
        wrong = None if ascii_only else wrong_byte(line, number)
        if wrong or row is None:
            if wrong or line.strip():
                findings.add(wrong or problem_of(line, number))
            continue
        topic = topics.get(row[0])
        if topic is None:
            topic = topics[row[0]] = _Topic()
        topic.ids.append(row[1])
        topic.ranks.append(row[2])
        topic.scores.append(row[3])
        topic.lines.append(number)
    return topics


def _drop_duplicates(topic: _Topic, lines: list[bytes], findings: RunFindings | None) -> None:
    """Keep the first of each id, and report the others if findings are wanted."""
    first: dict[bytes, int] = {}
    kept = []
    for place, (name, line) in enumerate(zip(topic.ids, topic.lines, strict=True)):
        if first.setdefault(name, line) == line:
            kept.append(place)
        elif findings is not None:
            findings.add(duplicate(lines[line - 1], line, name, first[name]))
    topic.ids = [topic.ids[place] for place in kept]
    topic.ranks = [topic.ranks[place] for place in kept]
    topic.scores = [topic.scores[place] for place in kept]
