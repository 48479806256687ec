"""A block of a run → its topics: stretches of lines that belong to one query."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sceneprobe.formats.runs.borders import Block, Columns, Positions
from sceneprobe.formats.runs.numbers import Numbers
from sceneprobe.formats.runs.words import Words, changes, words_in


@dataclass(frozen=True, slots=True)
class Sections:
    """Lines by topic: the columns, and where each topic begins and ends among them."""

    text: bytes
    words: Words
    columns: Columns
    starts: Positions
    stops: Positions

    def names(self) -> list[bytes]:
        """Give the topics' ids."""
        topics = self.columns.topic.take(self.starts)
        bounds = zip(topics.start.tolist(), topics.stop.tolist(), strict=True)
        return [self.text[start:stop] for start, stop in bounds]

    def ids(self, first: int, last: int) -> list[bytes]:
        """Give the ids of the results on these lines."""
        bounds = zip(
            self.columns.id.start[first:last].tolist(),
            self.columns.id.stop[first:last].tolist(),
            strict=True,
        )
        return [self.text[start:stop] for start, stop in bounds]

    def keep(self, lines: Positions) -> "Sections":
        """Leave out all other lines; topics must not be scattered."""
        return _divided(self.text, self.words, self.columns.take(lines))

    def falls(self, values: Numbers) -> NDArray[np.bool_]:
        """Tell for each line but the first whether its value is lower than that before it.

        The first line of a topic has none before it.
        """
        falling = values[1:] < values[:-1]
        falling[self.starts[1:] - 1] = False
        return falling

    def topic_of_lines(self) -> Positions:
        """Give for each line the number of its topic."""
        return np.repeat(np.arange(self.starts.size), self.stops - self.starts)


def sections_of(block: Block) -> Sections:
    """Divide a block wherever a line's topic differs from that of the line before."""
    words = words_in(block.text)
    if block.borders is None:
        return _divided(block.text, words, block.columns)
    return Sections(block.text, words, block.columns, block.borders[:-1], block.borders[1:])


def _divided(text: bytes, words: Words, columns: Columns) -> Sections:
    borders = np.concatenate(([0], changes(words, columns.topic), [columns.line.size]))
    if not columns.line.size:
        borders = borders[:1]
    return Sections(text, words, columns, borders[:-1], borders[1:])
