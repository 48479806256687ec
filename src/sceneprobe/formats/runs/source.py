"""A run's path → its bytes, whole or in pieces; gzip is known by its first bytes."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from sceneprobe.errors import FileError
from sceneprobe.files import GZIP, read_bytes, reason, shown_name, unpacked

_BOM = b"\xef\xbb\xbf"
_MOST_IN_MEMORY = 4 * 1024**3


@dataclass(frozen=True, slots=True)
class RunSource:
    """A run that can be read more than once; ``content`` is all of it where that is at hand."""

    name: str
    path: str
    content: bytes | None = field(repr=False)

    def pieces(self, size: int) -> Iterator[bytes]:
        """Give the run in pieces of this size, without a byte-order mark; the last is shorter."""
        if self.content is not None:
            for start in range(0, len(self.content), size):
                yield self.content[start : start + size]
        else:
            yield from _pieces(self.path, size)


def open_run(path: str | os.PathLike[str], small: int) -> RunSource:
    """Read a run up to ``small`` bytes as a whole, and leave a larger one on disk.

    Standard input and pipes are read as a whole, too: they cannot be read twice.
    """
    name = os.fspath(path)
    shown = shown_name(path)
    if not os.path.isfile(name):
        content = unpacked(name, read_bytes(name, _MOST_IN_MEMORY), _MOST_IN_MEMORY)
        return RunSource(shown, name, content.removeprefix(_BOM))
    first = b"".join(_up_to(small + 1, _pieces(name, small + 1)))
    return RunSource(shown, name, first if len(first) <= small else None)


def _pieces(name: str, size: int) -> Iterator[bytes]:
    try:
        stream: BinaryIO = open(name, "rb", buffering=0)  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {name}: {reason(error)}") from None
    with stream:
        packed = stream.read(2) == GZIP
        stream.seek(0)
        pieces = _read(name, _gzip(stream) if packed else stream, max(size, len(_BOM)))
        yield next(pieces, b"").removeprefix(_BOM)
        yield from pieces


def _read(name: str, stream: BinaryIO, size: int) -> Iterator[bytes]:
    while True:
        try:
            piece = stream.read(size)
        except EOFError:
            raise FileError(f"cannot read {name}: the gzip file ends too early") from None
        except OSError as error:
            # What gzip itself finds wrong is an OSError, too, but one without a number.
            said = "the gzip file is damaged" if error.errno is None else reason(error)
            raise FileError(f"cannot read {name}: {said}") from None
        except _zlib_error():
            raise FileError(f"cannot read {name}: the gzip file is damaged") from None
        if not piece:
            return
        yield piece


def _gzip(stream: BinaryIO) -> BinaryIO:
    from gzip import GzipFile
    from typing import cast

    # GzipFile reads like any binary file, but is not declared as one.
    return cast("BinaryIO", GzipFile(fileobj=stream, mode="rb"))


def _zlib_error() -> type[Exception]:
    from zlib import error

    return error


def _up_to(limit: int, pieces: Iterator[bytes]) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        yield piece
        total += len(piece)
        if total >= limit:
            return
