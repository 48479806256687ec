"""The groups and exchanges that are open while a file is read, and what is wrong with ends."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sceneprobe.cnl.forms import written
from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import BlockKind


@dataclass(frozen=True, slots=True)
class Block:
    """An open group or exchange: its name, the line it began at, and its node's index.

    ``words`` are the tokens of its name, as they would begin a line.
    """

    kind: BlockKind
    name: str
    words: tuple[str, ...]
    line: int
    node: int


class OpenBlocks:
    """A stack of blocks that also knows which names are open, and which of several words."""

    def __init__(self) -> None:
        self._stack: list[Block] = []
        self._open: Counter[tuple[BlockKind, str]] = Counter()
        # A flat tree, (prefix, word) → longer prefix: each line costs what its words cost, however
        # many groups are open.
        self._prefixes: dict[tuple[int, str], int] = {}
        self._named: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._stack)

    def __iter__(self) -> Iterator[Block]:
        return iter(self._stack)

    @property
    def innermost(self) -> Block | None:
        """The block opened last."""
        return self._stack[-1] if self._stack else None

    def push(self, block: Block) -> None:
        """Open a block."""
        self._stack.append(block)
        self._open[block.kind, block.name] += 1
        self._count_name(block, 1)

    def has(self, kind: BlockKind, name: str) -> bool:
        """Tell whether such a block is open, at any depth."""
        return self._open[kind, name] > 0

    def close(self, kind: BlockKind, name: str) -> Block:
        """Close the innermost block of this kind and name with all that is open in it."""
        while True:
            block = self._stack.pop()
            self._open[block.kind, block.name] -= 1
            self._count_name(block, -1)
            if (block.kind, block.name) == (kind, name):
                return block

    def subject_width(self, tokens: Sequence[str]) -> int:
        """Count the tokens that are the subject: the longest open name of several words, or 1."""
        width, prefix = 1, 0
        if self._prefixes:
            for count, token in enumerate(tokens, start=1):
                prefix = self._prefixes.get((prefix, value_of(token)), 0)
                if not prefix:
                    break
                if self._named[prefix]:
                    width = count
        return width

    def _count_name(self, block: Block, step: int) -> None:
        if block.kind is not BlockKind.GROUP:
            return
        for words in {block.words, tuple(block.name.split())}:
            prefix = 0
            for word in words if len(words) > 1 else ():
                prefix = self._prefixes.setdefault((prefix, word), len(self._prefixes) + 1)
            self._named[prefix] += step if prefix else 0


def block_name(tokens: Sequence[str]) -> str:
    """Join the tokens that name a group by one blank."""
    return " ".join(value_of(token) for token in tokens)


def wrong_end(kind: BlockKind, name: str, inner: Block | None, *, is_open: bool) -> tuple[str, str]:
    """Word the finding (message, hint) for an end that does not name the innermost open block."""
    if inner is None:
        return f'no open {kind} is named "{name}"', f"no {kind} is open here"
    opened = f"opened at line {inner.line}"
    if is_open:
        message = f'"{name}" ends here while the {inner.kind} "{inner.name}" is open in it'
        return message, f'"{inner.name}" was {opened}; end it first'
    message = f'no open {kind} is named "{name}"'
    if inner.name.casefold() == name.casefold():
        return message, f'names are compared with case: "{inner.name}" was {opened}'
    return message, f'the innermost open {inner.kind} is "{inner.name}", {opened}'


def never_ends(block: Block) -> tuple[str, str]:
    """Word the finding (message, hint) for a block that is still open where the file ends."""
    name = block.name.strip()
    end = f"{written(name)} {block.kind} end" if name else f"a {block.kind} end"
    what = f'the {block.kind} "{name}"' if name else f"this {block.kind}"
    return f"{what} never ends", f"close it with {end}"
