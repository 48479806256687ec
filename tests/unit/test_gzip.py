"""Files that are packed: told by their first bytes, unpacked within a limit."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from sceneprobe.errors import FileError
from sceneprobe.files import read_unpacked, write_pieces

CONTENT = b"q1 0 Salt Road 1\n" * 50_000


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_bytes(gzip.compress(CONTENT, mtime=0))
    return path


def test_packed_file_is_unpacked_whatever_its_name(packed: Path) -> None:
    assert read_unpacked(packed) == CONTENT


def test_plain_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "gold.gz").write_bytes(CONTENT)

    assert read_unpacked(tmp_path / "gold.gz") == CONTENT


def test_members_and_padding_are_read(packed: Path) -> None:
    packed.write_bytes(packed.read_bytes() + gzip.compress(b"more", mtime=0) + bytes(512))

    assert read_unpacked(packed) == CONTENT + b"more"


def test_empty_member_is_empty(packed: Path) -> None:
    packed.write_bytes(gzip.compress(b"", mtime=0))

    assert read_unpacked(packed) == b""


@pytest.mark.parametrize("kept", [2, 5, 10, 11, 100, -9, -8, -4, -1])
def test_truncated_file_is_one_clear_error(packed: Path, kept: int) -> None:
    packed.write_bytes(packed.read_bytes()[:kept])

    with pytest.raises(FileError, match=r"gold\.txt: the gzip file ends too early$"):
        read_unpacked(packed)


def test_damaged_file_is_one_clear_error(packed: Path) -> None:
    content = bytearray(packed.read_bytes())
    content[-6] ^= 0xFF
    packed.write_bytes(content)

    with pytest.raises(FileError, match=r"gold\.txt: the gzip file is damaged$"):
        read_unpacked(packed)


def test_something_else_behind_it_is_damage(packed: Path) -> None:
    packed.write_bytes(packed.read_bytes() + b"garbage")

    with pytest.raises(FileError, match="damaged"):
        read_unpacked(packed)


def test_limit_holds_for_what_is_unpacked(packed: Path) -> None:
    packed.write_bytes(gzip.compress(bytes(20_000_000), mtime=0))

    with pytest.raises(FileError, match="larger than 10 MB"):
        read_unpacked(packed, limit=10 * 1024 * 1024)


def test_incompressible_bytes_survive(packed: Path) -> None:
    noise = b"".join(number.to_bytes(4, "big") for number in range(0, 2**32, 10_007))
    packed.write_bytes(gzip.compress(noise, mtime=0))

    assert read_unpacked(packed) == noise


def test_error_in_making_pieces_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"before")

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise KeyError("no more")

    with pytest.raises(KeyError):
        write_pieces(path, pieces())
    assert path.read_bytes() == b"before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]
