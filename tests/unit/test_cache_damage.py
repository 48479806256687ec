"""Damaged entries are found and dropped; what is no entry is passed over."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sceneprobe.errors import FileError
from sceneprobe.workflows.cache import Cache, cache_info, clear_cache
from tests.caches import EMPTY, KEY, LIMIT, VALUE, names_in, sealed

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut-by-one-byte": lambda content: content[:-1],
    "cut-in-half": lambda content: content[: len(content) // 2],
    "first-line-only": lambda content: content.partition(b"\n")[0] + b"\n",
    "one-byte-more": lambda content: content + b"\n",
    "zeros": lambda content: bytes(len(content)),
    "another-value": lambda content: content.replace(b"true", b"null"),
    "another-key": lambda content: content.replace(b"77e0", b"77e1"),
    "another-key-and-its-checksum": lambda content: sealed(
        content.partition(b"\n")[2].replace(b"77e0", b"77e1")
    ),
    "checksum-in-capitals": lambda content: content[:11] + content[11:75].upper() + content[75:],
    "no-checksum": lambda content: b"{" + content.partition(b"\n")[2],
    "plain-text": lambda _: b"hello\n",
    "not-utf-8": lambda _: b"\xff\xfe\x00",
    "sealed-but-no-json": lambda _: sealed(b'"key":{'),
    "sealed-but-not-utf-8": lambda _: sealed(b'"key":"\xff"}'),
    "sealed-without-value": lambda _: sealed(b'"key":{}}'),
    "sealed-with-a-list-as-value": lambda _: sealed(b'"key":{},"value":[]}'),
    "sealed-with-nan-as-key": lambda _: sealed(b'"key":{"k":NaN},"value":{}}'),
    "sealed-and-deep": lambda _: sealed(b'"key":' + b'{"k":' * 200_000),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_entry_is_counted_dropped_and_stored_anew(
    cache: Cache, entry: Path, damage: Callable[[bytes], bytes]
) -> None:
    entry.write_bytes(damage(entry.read_bytes()))

    assert cache_info(cache.folder).damaged == 1
    assert cache.load(KEY) is None
    assert names_in(cache.folder) == []
    assert cache.store(KEY, VALUE) is None
    assert cache.load(KEY) == VALUE


def test_every_changed_byte_is_detected(cache: Cache, entry: Path) -> None:
    content = entry.read_bytes()
    for at in range(len(content)):
        entry.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])

        assert cache.load(KEY) is None, at


def test_entry_under_the_name_of_another_is_dropped(cache: Cache, entry: Path) -> None:
    cache.store({"k": 1}, {"RR": 0.0})
    (other,) = (path for path in Path(cache.folder).iterdir() if path != entry)
    other.write_bytes(entry.read_bytes())

    assert cache_info(cache.folder).damaged == 1
    assert cache.load({"k": 1}) is None
    assert names_in(cache.folder) == [entry.name]


def test_entry_that_is_too_large_is_dropped_unread(cache: Cache, entry: Path) -> None:
    os.truncate(entry, LIMIT + 1)

    assert cache_info(cache.folder).damaged == 1
    assert cache.load(KEY) is None
    assert names_in(cache.folder) == []


def test_link_is_not_followed_and_its_target_stays(
    cache: Cache, entry: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target.json"
    entry.rename(target)
    before = target.read_bytes()
    entry.symlink_to(target)

    assert cache.load(KEY) is None
    assert cache_info(cache.folder) == EMPTY
    assert clear_cache(cache.folder) == 0
    assert entry.is_symlink()
    assert cache.store(KEY, {"RR": 1.0}) is None
    assert cache.load(KEY) == {"RR": 1.0}
    assert not entry.is_symlink()
    assert target.read_bytes() == before


def test_folder_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    cache = Cache(str(tmp_path / "link"))

    assert cache.store(KEY, VALUE) is None
    assert cache.load(KEY) == VALUE
    assert clear_cache(cache.folder) == 1
    assert names_in(tmp_path) == ["disk", "link"]


def test_pipe_and_folder_of_an_entrys_name_are_passed_over(cache: Cache, entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)

    assert cache.load(KEY) is None
    assert cache_info(cache.folder) == EMPTY
    entry.unlink()
    entry.mkdir()
    assert cache.load(KEY) is None
    assert clear_cache(cache.folder) == 0
    assert "directory" in (cache.store(KEY, VALUE) or "")
    assert names_in(cache.folder) == [entry.name]


def refusing(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_entry_that_cannot_be_read_stays(
    cache: Cache, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", refusing)

        assert cache.load(KEY) is None
        assert cache_info(cache.folder).damaged == 1
    assert entry.exists()


def test_damaged_entry_that_cannot_be_removed_is_a_miss(
    cache: Cache, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry.write_bytes(b"")
    with monkeypatch.context() as patch:
        patch.setattr("os.unlink", refusing)

        assert cache.load(KEY) is None
        with pytest.raises(FileError, match=r"cannot remove .*\.json: permission denied"):
            clear_cache(cache.folder)
