"""A run whose topics are scattered → the same lines, topic by topic, in memory."""

from array import array
from collections.abc import Iterator

from sceneprobe.formats.runs.source import RunSource
from sceneprobe.formats.runs.stretches import Stretch, cut_between_topics, stretches


def regroup(source: RunSource, size: int) -> tuple[Iterator[bytes], "array[int]"]:
    """Give a run's text with each topic's lines together, and the number that each line had."""
    texts: dict[bytes, bytearray] = {}
    numbers: dict[bytes, array[int]] = {}
    for stretch in stretches(cut_between_topics(source.pieces(size))):
        for name, lines in _spans(stretch):
            if name not in texts:
                texts[name], numbers[name] = bytearray(), array("q")
            texts[name] += stretch.block.lines(lines)
            numbers[name].extend(range(stretch.first + lines.start, stretch.first + lines.stop))
    together = array("q")
    for part in numbers.values():
        together += part
    return _joined(texts, size), together


def _spans(stretch: Stretch) -> Iterator[tuple[bytes, range]]:
    """Give each topic with its lines, and with those after them that belong to none."""
    sections = stretch.sections
    names = sections.names() or [b""]
    starts = [
        0,
        *sections.columns.line[sections.starts[1:]].tolist(),
        stretch.block.line_stops.size,
    ]
    for name, start, stop in zip(names, starts, starts[1:], strict=False):
        yield name, range(start, stop)


def _joined(texts: dict[bytes, bytearray], size: int) -> Iterator[bytes]:
    """Give pieces of about the size, from many small topics or from a single large one."""
    waiting: list[bytearray] = []
    count = 0
    while texts:
        # What has been given is not kept: the whole would be in memory twice.
        text = texts.pop(next(iter(texts)))
        waiting.append(text)
        count += len(text)
        if count >= size:
            yield b"".join(waiting)
            waiting, count = [], 0
    yield b"".join(waiting)
