"""Bytes in and out of files: reading within a limit, writing whole or not at all."""

# pathlib would be shorter, but takes 4 ms to import, and every command reads files.
import os
import stat
import sys
from contextlib import suppress
from threading import get_ident
from typing import BinaryIO

from sceneprobe.errors import FileError

STANDARD_INPUT = "-"
MAX_BYTES = 256 * 1024 * 1024


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """Read a whole file, or standard input for ``-``; refuse more than ``limit`` bytes."""
    name = os.fspath(path)
    if not name:
        raise FileError("cannot read a file without a name")
    try:
        if name == STANDARD_INPUT:
            content = _standard_input().read(limit + 1)
        else:
            with open(name, "rb") as stream:
                content = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {name}: {reason(error)}") from None
    if len(content) > limit:
        raise FileError(
            f"cannot read {name}: it is larger than {limit // (1024 * 1024)} MB; split it"
        )
    return content


def bundled(installed: str, *in_checkout: str) -> str:
    """Find a folder that comes with the program: in the package, or in a checkout beside it."""
    package = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.join(package, installed)
    if os.path.isdir(folder):
        return folder
    return os.path.normpath(os.path.join(package, "..", "..", *in_checkout))


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all; a link keeps pointing, permissions and owner stay.

    What is no regular file (a terminal, a pipe, ``/dev/null``) is written to as it is.
    """
    try:
        target = os.path.realpath(path)
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as stream:
                stream.write(content)
        elif os.path.exists(target) and not os.access(target, os.W_OK):
            raise FileError(f"cannot write {os.fspath(path)}: it is write-protected")
        else:
            _replace(target, content)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {os.fspath(path)}: {reason(error)}") from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def _replace(target: str, content: bytes) -> None:
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, f".sceneprobe-{os.getpid()}-{get_ident()}.tmp")
    with open(temporary, "xb") as stream:
        try:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            if os.path.exists(target):
                _keep_rights(target, temporary)
            os.replace(temporary, target)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)


def _keep_rights(target: str, temporary: str) -> None:
    status = os.stat(target)
    with suppress(PermissionError):  # only root may give a file away
        os.chown(temporary, status.st_uid, status.st_gid)
    os.chmod(temporary, stat.S_IMODE(status.st_mode))


def reason(error: OSError | ValueError) -> str:
    """Say in the middle of a sentence why a file cannot be used."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
