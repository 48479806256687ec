"""A folder that cannot be used is a warning, and clearing touches no file of others."""

import os
import stat
from pathlib import Path

import pytest

from sceneprobe.errors import FileError
from sceneprobe.workflows.cache import Cache, CacheInfo, cache_info, clear_cache
from tests.caches import ADVICE, EMPTY, KEY, VALUE, names_in, unusable_folders


def test_folder_that_cannot_be_used_is_a_warning(tmp_path: Path) -> None:
    for folder in unusable_folders(tmp_path):
        warning = Cache(folder).store(KEY, VALUE) or ""

        assert warning.startswith(f"the result is not cached: cannot write to {folder}: ")
        assert warning.endswith(ADVICE)
        assert Cache(folder).load(KEY) is None
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_rights_is_a_warning(cache: Cache, entry: Path) -> None:
    folder = Path(cache.folder)
    folder.chmod(0o500)
    try:
        assert "permission denied" in (cache.store(KEY, {"RR": 1.0}) or "")
        assert cache.load(KEY) == VALUE
        with pytest.raises(FileError, match="cannot remove"):
            clear_cache(cache.folder)
        folder.chmod(0)
        assert cache.load(KEY) is None
        with pytest.raises(FileError, match="cannot read"):
            cache_info(cache.folder)
    finally:
        folder.chmod(0o700)
    assert names_in(folder) == [entry.name]


def refusing(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("name", ["os.makedirs", "os.replace", "builtins.open"])
def test_full_disk_is_a_warning_and_leaves_what_there_was(
    cache: Cache, entry: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(name, fail)
        warning = cache.store(KEY, {"RR": 1.0})

    assert warning is not None
    assert f"cannot write to {cache.folder}: no space left on device{ADVICE}" in warning
    assert names_in(cache.folder) == [entry.name]
    assert cache.load(KEY) == VALUE


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device is always full here")
def test_disk_that_fills_up_while_writing_is_a_warning(
    cache: Cache, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            "builtins.open", lambda *_: os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb")
        )
        warning = cache.store(KEY, {"RR": 1.0})

    assert "no space left on device" in (warning or "")
    assert names_in(cache.folder) == [entry.name]


def test_write_that_is_cleared_meanwhile_counts_as_cleared(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def clear_first(source: str, target: str) -> None:
        clear_cache(cache.folder)
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", clear_first)

        assert cache.store(KEY, VALUE) is None
    assert names_in(cache.folder) == []


def test_clearing_removes_only_files_of_our_own_naming(cache: Cache, entry: Path) -> None:
    digest = "0" * 64
    others = (
        f"{digest}.json",
        f"sceneprobe-{digest}.JSON",
        f"sceneprobe-{digest}.json\n",
        f"sceneprobe-{digest}.json.bak",
        f"my-sceneprobe-{digest}.json",
        f"sceneprobe-{digest[1:]}.json",
        f"sceneprobe-{'A' * 64}.json",
        "sceneprobe.json",
        "notes.txt",
        ".sceneprobe-12-34.tmp",
    )
    for name in others:
        (entry.parent / name).write_text("mine")
    (entry.parent / "folder").mkdir()
    (entry.parent / "folder" / entry.name).write_text("mine")
    (entry.parent / f".sceneprobe-{digest}-{'0' * 16}.tmp").write_text("unfinished")

    size = entry.stat().st_size + len("unfinished")

    assert cache_info(cache.folder) == CacheInfo(entries=1, bytes=size, damaged=0, unfinished=1)
    assert clear_cache(cache.folder) == 1
    assert names_in(cache.folder) == sorted([*others, "folder"])
    assert names_in(entry.parent / "folder") == [entry.name]
    assert cache_info(cache.folder) == EMPTY


def test_new_folder_is_for_its_user_alone(cache: Cache) -> None:
    cache.store(KEY, VALUE)

    assert stat.S_IMODE(os.stat(cache.folder).st_mode) == 0o700
