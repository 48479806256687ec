"""A cache gives back what was stored or nothing, and touches no file but its own."""

import json
import os
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType

import pytest

from sceneprobe.cli.main import run
from sceneprobe.errors import FileError, OptionError
from sceneprobe.workflows.cache import Cache, CacheInfo, cache_folder, cache_info, clear_cache

KEY = {"settings": "sha256:41ab", "corpus": "sha256:77e0", "version": "0.1.0"}
VALUE = {"RR": 0.1 + 0.2, "ranks": [1, 2], "by_type": {"event": None, "b": True}, "a": "naïve 🦊"}
EMPTY = CacheInfo(entries=0, bytes=0, damaged=0, unfinished=0)
ADVICE = "; name another folder with --cache-dir, or use --no-cache"
LIMIT = 256 * 1024 * 1024


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "cache"))


@pytest.fixture
def entry(cache: Cache) -> Path:
    assert cache.store(KEY, VALUE) is None
    (path,) = Path(cache.folder).iterdir()
    return path


def sealed(body: bytes) -> bytes:
    return b'{"sha256":"%s",\n%s' % (sha256(body).hexdigest().encode(), body)


def names_in(folder: str | Path) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def test_stored_value_comes_back_with_its_members_in_order(cache: Cache) -> None:
    assert cache.load(KEY) is None

    assert cache.store(KEY, VALUE) is None
    found = cache.load(KEY)

    assert found == VALUE
    assert list(found) == list(VALUE)


def test_entry_is_named_by_the_digest_of_its_canonical_key(entry: Path) -> None:
    canonical = '{"corpus":"sha256:77e0","settings":"sha256:41ab","version":"0.1.0"}'

    assert entry.name == f"sceneprobe-{sha256(canonical.encode()).hexdigest()}.json"
    assert json.loads(entry.read_bytes())["key"] == KEY
    assert json.loads(entry.read_bytes())["value"] == VALUE


def test_later_value_takes_the_place_of_an_earlier_one(cache: Cache) -> None:
    cache.store(KEY, VALUE)
    cache.store(KEY, {"RR": 1.0})

    assert cache.load(KEY) == {"RR": 1.0}
    assert cache_info(cache.folder).entries == 1


def test_order_of_members_and_kind_of_mapping_do_not_matter(cache: Cache) -> None:
    cache.store(MappingProxyType(KEY), MappingProxyType({"rows": (MappingProxyType({"a": 1}),)}))

    assert cache.load(dict(reversed(KEY.items()))) == {"rows": [{"a": 1}]}


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({**KEY, "corpus": "sha256:77e1"}, id="one-letter-of-a-value"),
        pytest.param({**KEY, "corpus": "sha256:77E0"}, id="case"),
        pytest.param({**KEY, "corpus": "sha256:77e0 "}, id="blank"),
        pytest.param({**KEY, "more": None}, id="one-member-more"),
        pytest.param({"settings": "sha256:41ab", "version": "0.1.0"}, id="one-member-less"),
        pytest.param({"setting": "sha256:41ab", **KEY}, id="one-letter-of-a-name"),
        pytest.param({}, id="empty"),
    ],
)
def test_key_that_differs_in_one_letter_misses(cache: Cache, other: dict[str, object]) -> None:
    cache.store(KEY, VALUE)

    assert cache.load(other) is None
    assert cache.store(other, {"RR": 0.0}) is None
    assert cache.load(other) == {"RR": 0.0}
    assert cache.load(KEY) == VALUE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(1, "1", id="number-and-text"),
        pytest.param(True, "true", id="truth-and-text"),
        pytest.param(True, 1, id="truth-and-number"),
        pytest.param(None, "null", id="nothing-and-text"),
        pytest.param(["ab"], ["a", "b"], id="lists"),
        pytest.param("é", "e\u0301", id="composed-and-decomposed"),
        pytest.param(0.1, 0.1 + 1e-17 + 2e-17, id="last-digit"),
    ],
)
def test_values_that_look_alike_are_different_keys(
    cache: Cache, one: object, other: object
) -> None:
    cache.store({"k": one}, {"from": "one"})

    assert cache.load({"k": other}) is None
    assert cache.load({"k": one}) == {"from": "one"}


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


def test_value_that_is_too_large_is_not_stored(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sceneprobe.workflows.cache.MAX_BYTES", 1024 * 1024)

    warning = cache.store(KEY, {"text": "x" * 1024 * 1024})

    assert warning == f"the result is not cached: it is larger than 1 MB{ADVICE}"
    assert not os.path.exists(cache.folder)


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


NOT_JSON: dict[str, object] = {
    "set": {1, 2},
    "object": object(),
    "bytes": b"x",
    "nan": float("nan"),
    "infinite": float("inf"),
    "number-as-name": {1: "a"},
    "mixed-names": {1: "a", "1": "b"},
    "long-number": 10**5000,
}


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_what_json_cannot_hold_is_not_stored(cache: Cache, value: object) -> None:
    for key, kept in (({"k": value}, VALUE), (KEY, {"rows": [value]})):
        warning = cache.store(key, kept) or ""

        assert warning.startswith("the result is not cached: it cannot be written as JSON (")
        assert warning.endswith(ADVICE)
        assert cache.load(key) is None
    assert not os.path.exists(cache.folder)


def test_value_that_is_nested_too_deeply_is_not_stored(cache: Cache) -> None:
    endless: dict[str, object] = {}
    endless["again"] = endless

    assert cache.store(KEY, endless) == f"the result is not cached: it is nested too deeply{ADVICE}"
    assert cache.load(endless) is None


def test_lone_surrogates_survive(cache: Cache) -> None:
    assert cache.store({"k": "\ud800"}, {"text": "\udfff\0"}) is None

    assert cache.load({"k": "\ud800"}) == {"text": "\udfff\0"}


def unusable_folders(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file", "file/below", "dangling", "loop", "a\0b", "x" * 300):
        yield str(tmp_path / name)


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


def store_often(folder: str, writer: int, rounds: int) -> list[str]:
    value = {"writer": writer, "text": str(writer) * 20_000}
    warnings = (Cache(folder).store(KEY, value) for _ in range(rounds))
    return [warning for warning in warnings if warning]


def load_often(folder: str, writer: int, rounds: int) -> list[str]:
    problems = []
    for _ in range(rounds):
        found = Cache(folder).load(KEY)
        if found is None:
            problems.append(f"{writer} found nothing")
        elif found["text"] != str(found["writer"]) * 20_000:
            problems.append(f"{writer} found a mixture")
    return problems


def clear_often(folder: str, _: int, rounds: int) -> list[str]:
    for _ in range(rounds):
        clear_cache(folder)
        cache_info(folder)
    return []


def store_and_load_often(folder: str, writer: int, rounds: int) -> list[str]:
    problems = []
    for round_ in range(rounds):
        problems += store_often(folder, writer, 1)
        found = Cache(folder).load(KEY)
        if found is not None and found["text"] != str(found["writer"]) * 20_000:
            problems.append(f"{writer} found a mixture in round {round_}")
    return problems


def at_once(folder: str, *works: Callable[[str, int, int], list[str]]) -> list[str]:
    """Do all the work at the same time, each in a process of its own; give what went wrong."""
    with get_context("spawn").Pool(len(works)) as pool:
        started = [
            pool.apply_async(work, (folder, writer, 150)) for writer, work in enumerate(works, 1)
        ]
        return [problem for result in started for problem in result.get(timeout=60)]


def test_processes_that_store_at_once_never_show_half_an_entry(cache: Cache) -> None:
    store_often(cache.folder, 9, 1)

    problems = at_once(cache.folder, store_often, store_often, load_often, load_often)

    assert problems == []
    assert len(names_in(cache.folder)) == 1
    assert load_often(cache.folder, 0, 1) == []
    assert cache_info(cache.folder).damaged == 0


def test_clearing_disturbs_no_other_process(cache: Cache) -> None:
    problems = at_once(cache.folder, store_and_load_often, store_and_load_often, clear_often)

    assert problems == []
    assert cache_info(cache.folder).damaged == 0
    assert cache_info(cache.folder).unfinished == 0


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("SCENEPROBE_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/anna")
    return "/home/anna"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        pytest.param("linux", {}, "/home/anna/.cache/sceneprobe", id="home"),
        pytest.param("linux", {"XDG_CACHE_HOME": "/fast"}, "/fast/sceneprobe", id="xdg"),
        pytest.param(
            "linux", {"XDG_CACHE_HOME": "fast"}, "/home/anna/.cache/sceneprobe", id="relative-xdg"
        ),
        pytest.param(
            "linux", {"XDG_CACHE_HOME": ""}, "/home/anna/.cache/sceneprobe", id="empty-xdg"
        ),
        pytest.param(
            "linux",
            {"XDG_CACHE_HOME": "/fast", "SCENEPROBE_CACHE_DIR": "ours"},
            "ours",
            id="our-own-variable",
        ),
        pytest.param(
            "linux", {"SCENEPROBE_CACHE_DIR": ""}, "/home/anna/.cache/sceneprobe", id="empty-own"
        ),
        pytest.param("darwin", {}, "/home/anna/Library/Caches/sceneprobe", id="macos"),
        pytest.param("win32", {"LOCALAPPDATA": "/local"}, "/local/sceneprobe", id="windows"),
    ],
)
def test_folder_is_the_usual_one_unless_named(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    variables: dict[str, str],
    expected: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", platform)
        found = cache_folder(None)

    assert found == expected
    assert cache_folder("given") == "given"


def test_folder_without_a_name_is_refused() -> None:
    with pytest.raises(OptionError, match="--cache-dir needs"):
        cache_folder("")


def test_nothing_is_kept_where_no_home_is_known(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.path.expanduser", lambda path: path.replace(home, "~"))
    monkeypatch.chdir(tmp_path)
    cache = Cache(cache_folder(None))

    assert cache.store(KEY, VALUE) == f"the result is not cached: no home folder is known{ADVICE}"
    assert cache.load(KEY) is None
    assert names_in(tmp_path) == []
    assert run(["cache", "clear"]) == 2
    assert capsys.readouterr().err.startswith("sceneprobe: no home folder is known; ")


def test_command_shows_and_clears(
    cache: Cache, entry: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = entry.stat().st_size
    folder = ["--cache-dir", cache.folder]

    assert run(["cache", "info", *folder]) == 0
    assert capsys.readouterr().out == f"{cache.folder}: 1 entry, {size} bytes\n"
    assert run(["cache", "clear", *folder]) == 0
    assert capsys.readouterr().out == f"{cache.folder}: 1 entry removed\n"
    assert run(["cache", "info", *folder, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "folder": cache.folder,
        "entries": 0,
        "damaged": 0,
        "unfinished": 0,
        "bytes": 0,
    }


@pytest.mark.parametrize("action", ["info", "clear"])
def test_command_refuses_a_folder_that_cannot_be_used(
    tmp_path: Path, action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [name for name in unusable_folders(tmp_path) if not name.endswith("dangling")]
    for folder in folders:
        assert run(["cache", action, "--cache-dir", folder]) == 2
        assert capsys.readouterr().err.startswith("sceneprobe: cannot read ")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("arguments", [[], ["forget"], ["info", "--format", "csv"]])
def test_command_refuses_other_arguments(arguments: list[str]) -> None:
    assert run(["cache", *arguments]) == 2
