"""A cache with an entry, as the tests of the cache share it."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from sceneprobe.workflows.cache import CacheInfo

KEY = {"settings": "sha256:41ab", "corpus": "sha256:77e0", "version": "0.1.0"}
VALUE = {"RR": 0.1 + 0.2, "ranks": [1, 2], "by_type": {"event": None, "b": True}, "a": "naïve 🦊"}
EMPTY = CacheInfo(entries=0, bytes=0, damaged=0, unfinished=0)
ADVICE = "; name another folder with --cache-dir, or use --no-cache"
LIMIT = 256 * 1024 * 1024


def sealed(body: bytes) -> bytes:
    """Give an entry with the checksum of what it holds."""
    return b'{"sha256":"%s",\n%s' % (sha256(body).hexdigest().encode(), body)


def names_in(folder: str | Path) -> list[str]:
    """Give the names of what is in a folder."""
    return sorted(path.name for path in Path(folder).iterdir())


def unusable_folders(tmp_path: Path) -> Iterator[str]:
    """Give folders that no entry can be stored in."""
    (tmp_path / "file").write_text("mine")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file", "file/below", "dangling", "loop", "a\0b", "x" * 300):
        yield str(tmp_path / name)
