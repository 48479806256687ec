"""A place in a source that moves forward: by lines, over comments, over raw lines."""

from collections.abc import Callable

from sceneprobe.text.model import Source


class Cursor:
    """Where reading goes on: ``at`` is the index of the line, ``offset`` the place in it."""

    def __init__(self, source: Source) -> None:
        self.at = 0
        self.offset = 0
        self._lines = source.lines

    @property
    def is_done(self) -> bool:
        """Whether all lines have been read."""
        return self.at >= len(self._lines)

    @property
    def line(self) -> str:
        """The whole line that reading is in."""
        return self._lines[self.at]

    def next_line(self) -> None:
        """Go to the start of the next line."""
        self.at += 1
        self.offset = 0

    def take_comment(self, start: int) -> tuple[str, bool]:
        """Take a ``/*`` comment from an offset on; give its text, and whether it ends.

        One that never ends takes all the lines there are, but for empty ones at the end.
        """
        first, line = self.at, self.line
        end = line.find("*/", start + 2)
        while end < 0 and self.at + 1 < len(self._lines):
            self.at += 1
            end = self.line.find("*/")
        self.offset = end + 2 if end >= 0 else len(self.line)
        if self.at == first:
            return line[start : self.offset], end >= 0
        between = self._lines[first + 1 : self.at]
        text = "\n".join((line[start:], *between, self.line[: self.offset]))
        return (text, True) if end >= 0 else (text.rstrip("\n"), False)

    def take_raw_lines(self, ends: Callable[[str], bool]) -> tuple[str, bool]:
        """Take the lines below, up to one that ends the block; give them, and whether it ends.

        Each line has its line end. A block that never ends takes all the lines there are, but for
        empty ones at the end.
        """
        first = self.at + 1
        while self.at + 1 < len(self._lines):
            self.at += 1
            if ends(self.line):
                return "".join(f"{line}\n" for line in self._lines[first : self.at]), True
        text = "\n".join(self._lines[first:]).rstrip("\n")
        return (f"{text}\n" if text else ""), False
