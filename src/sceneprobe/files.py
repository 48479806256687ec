"""Bytes in and out of files: reading within a limit, writing whole or not at all."""

import os
import stat
import sys
from pathlib import Path
from threading import get_ident

from sceneprobe.errors import FileError

STANDARD_INPUT = "-"
MAX_BYTES = 256 * 1024 * 1024


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """Read a whole file, or standard input for ``-``; refuse more than ``limit`` bytes."""
    name = os.fspath(path)
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as stream:
                content = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {name}: {_reason(error)}") from None
    if len(content) > limit:
        raise FileError(
            f"cannot read {name}: it is larger than {limit // (1024 * 1024)} MB; split the story"
        )
    return content


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all; a link keeps pointing, permissions stay.

    What is no regular file (a terminal, a pipe, ``/dev/null``) is written to as it is.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        elif target.exists() and not os.access(target, os.W_OK):
            raise FileError(f"cannot write {os.fspath(path)}: it is write-protected")
        else:
            _replace(target, content)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {os.fspath(path)}: {_reason(error)}") from None


def _replace(target: Path, content: bytes) -> None:
    temporary = target.with_name(f".sceneprobe-{os.getpid()}-{get_ident()}.tmp")
    with temporary.open("xb") as stream:
        try:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def _reason(error: OSError | ValueError) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
