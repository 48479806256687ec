"""A key → the JSON value that was stored under it, in a folder of files that prove themselves."""

import json
import os
import re
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from sceneprobe.errors import FileError, OptionError
from sceneprobe.files import MAX_BYTES, reason

_ENTRY = re.compile(r"sceneprobe-[0-9a-f]{64}\.json")
_UNFINISHED = re.compile(r"\.sceneprobe-[0-9a-f]{64}-[0-9a-f]{16}\.tmp")
_ADVICE = "name another folder with --cache-dir, or use --no-cache"
_PLACES = MappingProxyType(
    {
        "darwin": ("XDG_CACHE_HOME", "~/Library/Caches"),
        "win32": ("LOCALAPPDATA", "~/AppData/Local"),
    }
)
_OTHER_PLACE = ("XDG_CACHE_HOME", "~/.cache")


@dataclass(frozen=True, slots=True)
class Cache:
    """Values by key; the folder is made when first needed, and may hold files of others.

    Keys and values are mappings of text to what JSON has; tuples come back as lists.
    """

    folder: str

    def load(self, key: Mapping[str, object]) -> Mapping[str, object] | None:
        """Give the value stored under a key, or None; a damaged entry is removed."""
        if not self.folder:
            return None
        try:
            asked = _canonical(key)
            path = os.path.join(self.folder, _entry_name(asked))
            entry = _read_entry(path)
        except (OSError, TypeError, ValueError, RecursionError):
            # What cannot be read need not be damaged, so it stays; store says what is wrong.
            return None
        if entry is not None and entry.key == asked:
            return entry.value
        with suppress(OSError):
            os.unlink(path)
        return None

    def store(self, key: Mapping[str, object], value: Mapping[str, object]) -> str | None:
        """Store a value under a key, whole or not at all; give a warning where that failed."""
        problem = _store(self.folder, key, value)
        return f"the result is not cached: {problem}; {_ADVICE}" if problem else None


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What a cache holds: entries, the damaged ones among them, writes that never ended."""

    entries: int
    bytes: int
    damaged: int
    unfinished: int


def cache_folder(given: str | None) -> str:
    """Give the folder of the cache: as given, else from the environment, else the user's own.

    It is empty where no home folder is known; nothing is kept there.
    """
    if given is not None:
        if not given:
            raise OptionError("--cache-dir needs the name of a folder")
        return given
    named = os.environ.get("SCENEPROBE_CACHE_DIR")
    if named:
        return named
    variable, usual = _PLACES.get(sys.platform, _OTHER_PLACE)
    place = os.environ.get(variable, "")
    # The XDG specification has relative paths ignored.
    place = place if os.path.isabs(place) else os.path.expanduser(usual)
    return os.path.join(place, "sceneprobe") if os.path.isabs(place) else ""


def cache_info(folder: str) -> CacheInfo:
    """Count what a cache holds, and check every entry; a folder that is not there holds nothing."""
    entries, unfinished = _own_files(folder, _ENTRY), _own_files(folder, _UNFINISHED)
    return CacheInfo(
        entries=len(entries),
        bytes=sum(entries.values()) + sum(unfinished.values()),
        damaged=sum(not _is_whole(path) for path in entries),
        unfinished=len(unfinished),
    )


def clear_cache(folder: str) -> int:
    """Remove all entries and unfinished writes of a cache, nothing else; count the entries."""
    _remove(_own_files(folder, _UNFINISHED))
    return _remove(_own_files(folder, _ENTRY))


@dataclass(frozen=True, slots=True)
class _Entry:
    key: str
    value: Mapping[str, object]


def _store(folder: str, key: Mapping[str, object], value: Mapping[str, object]) -> str | None:
    """Write an entry, or say why that cannot be done."""
    if not folder:
        return "no home folder is known"
    try:
        canonical = _canonical(key)
        content = _content(canonical, value)
    except (TypeError, ValueError) as error:
        return f"it cannot be written as JSON ({error})"
    except RecursionError:
        return "it is nested too deeply"
    if len(content) > MAX_BYTES:
        return f"it is larger than {MAX_BYTES // (1024 * 1024)} MB"
    try:
        _write(folder, _entry_name(canonical), content)
    except (OSError, ValueError) as error:
        return f"cannot write to {folder}: {reason(error)}"
    return None


def _canonical(key: Mapping[str, object]) -> str:
    return json.dumps(_plain(key), sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(value: object) -> object:
    """Turn mappings and sequences into what json writes, and refuse what it would change.

    JSON has text as keys only: json would write 1 and "1" alike.
    """
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise TypeError(f"JSON has no keys of type {type(name).__name__}")
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"JSON has no values of type {type(value).__name__}")


def _entry_name(canonical_key: str) -> str:
    return f"sceneprobe-{sha256(canonical_key.encode()).hexdigest()}.json"


def _content(canonical_key: str, value: Mapping[str, object]) -> bytes:
    written = json.dumps(_plain(value), separators=(",", ":"), allow_nan=False)
    body = f'"key":{canonical_key},\n"value":{written}}}\n'.encode()
    return _first_line(body) + body


def _first_line(body: bytes) -> bytes:
    """Write the line that an entry begins with: the checksum of all that follows it."""
    return f'{{"sha256":"{sha256(body).hexdigest()}",\n'.encode()


def _write(folder: str, name: str, content: bytes) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    # Process ids repeat, on other machines that share the folder and after a crash.
    unique = f".{name.removesuffix('.json')}-{os.urandom(8).hex()}.tmp"
    temporary = os.path.join(folder, unique)
    try:
        # Nothing is synced: what a power failure damages, the checksum finds.
        with open(temporary, "xb") as stream:
            stream.write(content)
        # Where it is gone the cache was cleared meanwhile, as if just after this write.
        with suppress(FileNotFoundError):
            os.replace(temporary, os.path.join(folder, name))
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _read_entry(path: str) -> _Entry | None:
    """Read an entry; None where it is damaged, an OSError where it cannot be read."""
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError("it is not a regular file")
    if status.st_size > MAX_BYTES:
        return None
    with open(path, "rb") as stream:
        content = stream.read()
    first, line_end, body = content.partition(b"\n")
    if first + line_end != _first_line(body):
        return None
    try:
        found = json.loads(content)
        key, value = found.get("key"), found.get("value")
        is_entry = isinstance(key, dict) and isinstance(value, dict)
        return _Entry(_canonical(key), value) if is_entry else None
    except (ValueError, RecursionError):
        return None


def _is_whole(path: str) -> bool:
    try:
        entry = _read_entry(path)
    except FileNotFoundError:
        return True  # another process has removed it, whole as it was
    except OSError:
        return False
    return entry is not None and _entry_name(entry.key) == os.path.basename(path)


def _own_files(folder: str, pattern: re.Pattern[str]) -> Mapping[str, int]:
    """Give the regular files of a folder whose names are ours, with their sizes."""
    sizes: dict[str, int] = {}
    try:
        for name in sorted(filter(pattern.fullmatch, os.listdir(folder))):
            path = os.path.join(folder, name)
            with suppress(FileNotFoundError):  # another process has removed it
                status = os.lstat(path)
                if stat.S_ISREG(status.st_mode):
                    sizes[path] = status.st_size
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {folder}: {reason(error)}") from None
    return sizes


def _remove(paths: Iterable[str]) -> int:
    removed = 0
    for path in paths:
        try:
            os.unlink(path)
            removed += 1
        except FileNotFoundError:
            continue
        except OSError as error:
            raise FileError(f"cannot remove {path}: {reason(error)}") from None
    return removed
