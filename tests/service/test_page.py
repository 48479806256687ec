"""The files of the page: each is in the table, small, and asks for nothing that is not."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.service import page
from sceneprobe.service.page import FILES
from tests.service.app import client_of

STATIC = Path(page.__file__).parent / "static"
NAMES = sorted(name for name, _ in FILES.values())
LINKS = re.compile(r"""(?:from\s+"\./|(?:src|href)="/static/)([^"]+)\"""")


def test_table_and_folder_hold_the_same_files() -> None:
    assert sorted(path.name for path in STATIC.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_file_is_short_and_needs_only_files_of_the_table(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")

    assert text.count("\n") < 200
    assert set(LINKS.findall(text)) <= set(NAMES)


@pytest.mark.parametrize("path", sorted(FILES))
def test_file_of_the_package_is_served_with_its_type(client: TestClient, path: str) -> None:
    name, kind = FILES[path]
    answer = client.get(path)

    assert answer.content == (STATIC / name).read_bytes()
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"


def test_page_needs_no_token_and_its_story_does(folder: Path) -> None:
    with client_of(folder, token="a-secret-of-ours") as client:  # noqa: S106 - of a test
        assert client.get("/").status_code == 200
        assert client.get("/v1/scenes").status_code == 401


def test_file_that_the_package_lacks_is_a_problem(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sceneprobe.service.page._content", lambda _: None)

    assert client.get("/").status_code == 404
