"""Files are read within a limit, and written whole or not at all."""

import io
import os
import stat
from pathlib import Path

import pytest

from sceneprobe.errors import FileError
from sceneprobe.files import read_bytes, refuse_unwritable, replace_together, write_bytes


def test_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"\xffAnna\r\n")

    assert read_bytes(path) == b"\xffAnna\r\n"
    assert read_bytes(str(path)) == b"\xffAnna\r\n"


def test_limit_is_the_most_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"12345")

    assert read_bytes(path, limit=5) == b"12345"
    with pytest.raises(FileError, match=r"story\.cnl: it is larger than"):
        read_bytes(path, limit=4)


def test_endless_file_is_refused() -> None:
    with pytest.raises(FileError, match="/dev/zero: it is larger than 1 MB"):
        read_bytes("/dev/zero", limit=1024 * 1024)


def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Anna walks")))

    assert read_bytes("-") == b"Anna walks"


def test_standard_input_has_the_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Anna walks")))

    with pytest.raises(FileError, match="larger"):
        read_bytes("-", limit=3)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("missing.cnl", "no such file", id="missing"),
        pytest.param(".", "is a directory", id="directory"),
        pytest.param("a\0b", "null", id="nul-in-the-name"),
        pytest.param("x" * 300, "name too long", id="long-name"),
    ],
)
def test_file_that_cannot_be_read_is_refused_with_the_reason(
    tmp_path: Path, name: str, reason: str
) -> None:
    with pytest.raises(FileError, match=f"^cannot read .*{reason}"):
        read_bytes(f"{tmp_path}/{name}")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_new_file_is_written(tmp_path: Path) -> None:
    write_bytes(tmp_path / "out.json", b"[]\n")

    assert (tmp_path / "out.json").read_bytes() == b"[]\n"
    assert names_in(tmp_path) == ["out.json"]


def test_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "out.json", b"[]")
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o640


def test_written_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"old")
    path.chmod(0o604)

    write_bytes(path, b"new")

    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_link_keeps_pointing_at_the_file_that_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "stories"
    folder.mkdir()
    (folder / "story.cnl").write_bytes(b"old")
    link = tmp_path / "link.cnl"
    link.symlink_to("stories/story.cnl")

    write_bytes(link, b"new")

    assert link.is_symlink()
    assert (folder / "story.cnl").read_bytes() == b"new"
    assert names_in(folder) == ["story.cnl"]


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_failing_write_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if broken == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(os, "replace", fail)

    with pytest.raises(FileError, match=r"story\.cnl: no space left on device$"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["story.cnl"]


def test_interrupted_write_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)

    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["story.cnl"]


def test_write_protected_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "story.cnl"
    path.write_bytes(b"old")
    path.chmod(0o444)
    # The superuser may write everything, so what the system says to others is said here.
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)

    with pytest.raises(FileError, match="write-protected"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["story.cnl"]


def test_device_is_written_to_as_it_is() -> None:
    write_bytes("/dev/null", b"gone")

    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("missing/out.json", "no such file", id="missing-folder"),
        pytest.param(".", "is a directory", id="directory"),
        pytest.param("a\0b", "null", id="nul-in-the-name"),
        pytest.param("x" * 300, "name too long", id="long-name"),
    ],
)
def test_file_that_cannot_be_written_is_refused_with_the_reason(
    tmp_path: Path, name: str, reason: str
) -> None:
    with pytest.raises(FileError, match=f"^cannot write .*{reason}"):
        write_bytes(f"{tmp_path}/{name}", b"new")
    assert names_in(tmp_path) == []


def test_root_folder_cannot_be_written() -> None:
    with pytest.raises(FileError, match=r"^cannot write /: "):
        write_bytes("/", b"new")


@pytest.mark.parametrize("name", ["x" * 255, "字" * 85], ids=["ascii", "three-bytes-a-letter"])
def test_longest_name_that_the_system_allows_is_written(tmp_path: Path, name: str) -> None:
    write_bytes(tmp_path / name, b"new")

    assert names_in(tmp_path) == [name]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("no/x.csv", "no such file", id="no-folder"),
        pytest.param("folder", "is a directory", id="folder"),
        pytest.param("there.csv/x.csv", "no such file", id="file-as-folder"),
    ],
)
def test_what_cannot_be_written_is_known_before(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "there.csv").write_bytes(b"")

    with pytest.raises(FileError, match=f"cannot write .*{name}: {reason}"):
        refuse_unwritable(tmp_path / name)


@pytest.mark.parametrize("protected", ["there.csv", "."], ids=["file", "folder"])
def test_protection_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protected: str
) -> None:
    path = tmp_path / "there.csv"
    path.write_bytes(b"")
    # Root may write anything, so that permissions alone would not show it.
    denied = os.path.realpath(tmp_path / protected)
    monkeypatch.setattr(os, "access", lambda name, _: name != denied)

    with pytest.raises(FileError, match="permission denied"):
        refuse_unwritable(path)


@pytest.mark.parametrize("name", ["there.csv", "new.csv", "/dev/null"])
def test_asking_whether_a_file_can_be_written_changes_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "there.csv").write_bytes(b"a")

    refuse_unwritable(tmp_path / name)

    assert [path.name for path in tmp_path.iterdir()] == ["there.csv"]
    assert (tmp_path / "there.csv").read_bytes() == b"a"


def test_files_are_replaced_together_and_keep_their_rights(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("before", "utf-8")
    old.chmod(0o600)

    replace_together({str(old): b"a", str(new): b"b"})

    assert (old.read_bytes(), new.read_bytes()) == (b"a", b"b")
    assert old.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


@pytest.mark.parametrize("wrong", ["no/where", "folder"], ids=["missing-folder", "is-a-folder"])
def test_one_file_that_cannot_be_replaced_leaves_all_as_they_were(
    wrong: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    old = tmp_path / "old"
    old.write_text("before", "utf-8")

    with pytest.raises(FileError, match="cannot write"):
        replace_together({str(old): b"a", str(tmp_path / wrong): b"b"})

    assert old.read_text("utf-8") == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old"]


def test_move_that_fails_takes_new_files_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, last = (tmp_path / name for name in ("old", "new", "last"))
    old.write_text("before", "utf-8")
    replace = os.replace

    def full(source: str, target: str) -> None:
        if target == str(last):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr("os.replace", full)

    with pytest.raises(FileError, match=r"last: no space left"):
        replace_together({str(old): b"a", str(new): b"b", str(last): b"c"})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["old"]


def test_two_results_do_not_go_to_one_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "out")

    with pytest.raises(FileError, match="two results would go to one file"):
        replace_together({str(tmp_path / "out"): b"a", str(tmp_path / "link"): b"b"})
