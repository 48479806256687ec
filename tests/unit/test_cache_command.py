"""Which folder is used, and the command that shows and clears it."""

import json
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.workflows.cache import Cache, cache_folder
from tests.caches import ADVICE, KEY, VALUE, names_in, unusable_folders


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
