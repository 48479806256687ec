"""Bytes in and out of files: reading within a limit, writing whole or not at all."""

# pathlib would be shorter, but takes 4 ms to import, and every command reads files.
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import get_ident
from typing import BinaryIO

from sceneprobe.errors import FileError, OptionError

STANDARD_INPUT = "-"
MAX_BYTES = 256 * 1024 * 1024
GZIP = b"\x1f\x8b"
_AS_GZIP = 31
_FED, _PIECE = 64 * 1024, 1024 * 1024


def shown_name(path: str | os.PathLike[str]) -> str:
    """Give a file's name as findings show it: as given, with ``/``."""
    name = os.fspath(path)
    return "<stdin>" if name == STANDARD_INPUT else name.replace(os.sep, "/")


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
        raise _too_large(name, limit)
    return content


def read_unpacked(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """Read a whole file as ``read_bytes`` does, and unpack it where it is gzip, whatever its name.

    The limit holds for what is unpacked, too: a small file can hold terabytes of zeros.
    """
    return unpacked(os.fspath(path), read_bytes(path, limit), limit)


def refuse_shared_input(*paths: str | os.PathLike[str] | None) -> None:
    """Refuse to read two files from standard input: the first leaves nothing to the second."""
    if [os.fspath(path) for path in paths if path is not None].count(STANDARD_INPUT) > 1:
        raise OptionError("standard input can be read only once")


def bundled(installed: str, *in_checkout: str) -> str:
    """Find a folder that comes with the program: in the package, or in a checkout beside it."""
    package = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.join(package, installed)
    if os.path.isdir(folder):
        return folder
    return os.path.normpath(os.path.join(package, "..", "..", *in_checkout))


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all; a link keeps pointing, permissions and owner stay."""
    write_pieces(path, (content,))


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """Refuse a file that cannot be written, before work is done whose result goes there."""
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    there = [target] if os.path.exists(target) else []
    # A regular file is replaced by another one, so that its folder changes, too.
    changed = there if there and not os.path.isfile(target) else [*there, folder]
    if os.path.isdir(target):
        code = errno.EISDIR
    elif not os.path.isdir(folder):
        code = errno.ENOENT
    elif not all(os.access(name, os.W_OK) for name in changed):
        code = errno.EACCES
    else:
        return
    raise FileError(f"cannot write {os.fspath(path)}: {reason(OSError(code, os.strerror(code)))}")


def write_pieces(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write pieces to a file as ``write_bytes`` does; an error in making them leaves it as it was.

    What is no regular file (a terminal, a pipe, ``/dev/null``) is written to as it is.
    """
    try:
        target = os.path.realpath(path)
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as stream:
                stream.writelines(pieces)
        elif os.path.exists(target) and not os.access(target, os.W_OK):
            raise FileError(f"cannot write {os.fspath(path)}: it is write-protected")
        else:
            _replace(target, pieces)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {os.fspath(path)}: {reason(error)}") from None


def write_together(contents: Mapping[str, bytes]) -> None:
    """Write several files, all of them or none; none may be there already."""
    for path in contents:
        if os.path.lexists(path):
            raise FileError(f"cannot write {path}: it is there already; remove it first")
    replace_together(contents)


def replace_together(contents: Mapping[str, bytes]) -> None:
    """Write several files, all of them or none; one that is there already is replaced.

    What is no regular file, such as ``/dev/null``, is written to as it is, before the others.
    Should the system refuse to move a finished file to its place, new files are taken back; what
    has been replaced by then stays so.
    """
    staged: list[tuple[str, str, str]] = []
    special: list[tuple[str, bytes]] = []
    targets: set[str] = set()
    path = ""
    try:
        for path, content in contents.items():
            target = os.path.realpath(path)
            if os.path.exists(target) and not os.path.isfile(target):
                special.append((path, content))
                continue
            if target in targets:
                raise FileError(f"cannot write {path}: two results would go to one file")
            if os.path.exists(target) and not os.access(target, os.W_OK):
                raise FileError(f"cannot write {path}: it is write-protected")
            targets.add(target)
            temporary = f"{_temporary(target)}{len(staged)}"
            with open(temporary, "xb") as stream:
                staged.append((path, temporary, target))
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            if os.path.exists(target):
                _keep_rights(target, temporary)
        for path, content in special:
            with open(path, "wb") as stream:
                stream.write(content)
        _move(staged)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {path}: {reason(error)}") from None
    finally:
        for _, temporary, _ in staged:
            with suppress(FileNotFoundError):
                os.unlink(temporary)


def _move(staged: Iterable[tuple[str, str, str]]) -> None:
    """Move finished files, known by a name each, to their places; or take the new ones back."""
    new: list[str] = []
    try:
        for path, temporary, target in staged:
            is_new = not os.path.lexists(target)
            try:
                os.replace(temporary, target)
            except OSError as error:
                raise FileError(f"cannot write {path}: {reason(error)}") from None
            if is_new:
                new.append(target)
    except BaseException:
        for target in new:
            with suppress(OSError):
                os.unlink(target)
        raise


@contextmanager
def folders_of(paths: Iterable[str]) -> Iterator[None]:
    """Make the folders that files go to; where writing fails, those made are taken back."""
    made: list[str] = []
    try:
        for path in paths:
            for folder in _missing_folders(path):
                try:
                    os.mkdir(folder)
                except (OSError, ValueError) as error:
                    raise FileError(f"cannot make the folder {folder}: {reason(error)}") from None
                made.append(folder)
        yield
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):  # what another program has put there stays
                os.rmdir(folder)
        raise


def _missing_folders(path: str) -> list[str]:
    """List the folders of a file that are not there, the outermost first."""
    missing = []
    folder = os.path.dirname(path)
    while folder and not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing[::-1]


def _temporary(target: str) -> str:
    name = f".sceneprobe-{os.getpid()}-{get_ident()}.tmp"
    return os.path.join(os.path.dirname(target), name)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def _too_large(name: str, limit: int) -> FileError:
    return FileError(f"cannot read {name}: it is larger than {limit // (1024 * 1024)} MB; split it")


def unpacked(name: str, content: bytes, limit: int) -> bytes:
    """Unpack all members of a gzip file, one after the other; what is no gzip stays as it is."""
    if not content.startswith(GZIP):
        return content
    import zlib

    pieces: list[bytes] = []
    at = size = 0
    while content.startswith(GZIP, at):
        member, pending = zlib.decompressobj(_AS_GZIP), b""
        while not member.eof:
            fed = pending or content[at : at + _FED]
            at += 0 if pending else len(fed)
            try:
                pieces.append(member.decompress(fed, _PIECE))
            except zlib.error:
                raise FileError(f"cannot read {name}: the gzip file is damaged") from None
            if not fed and not pieces[-1]:
                raise FileError(f"cannot read {name}: the gzip file ends too early")
            pending = member.unconsumed_tail
            size += len(pieces[-1])
            if size > limit:
                raise _too_large(name, limit)
        at -= len(member.unused_data)
    if content[at:].strip(b"\0"):  # tapes fill their last block with zeros
        raise FileError(f"cannot read {name}: the gzip file is damaged")
    return b"".join(pieces)


def _replace(target: str, pieces: Iterable[bytes]) -> None:
    temporary = _temporary(target)
    with open(temporary, "xb") as stream:
        try:
            stream.writelines(pieces)
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
