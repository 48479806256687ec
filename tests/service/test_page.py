"""The files of the page: a fixed table, each with its type."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.service.page import FILES
from tests.service.app import client_of


@pytest.mark.parametrize("path", FILES)
def test_file_of_the_package_is_served_with_its_type(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("sceneprobe.service.page._content", lambda name: name.encode())

    answer = client.get(path)

    assert (answer.text, answer.headers["content-type"]) == FILES[path]
    assert answer.headers["cache-control"] == "no-cache"


def test_page_needs_no_token_and_its_story_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sceneprobe.service.page._content", lambda name: name.encode())
    with client_of(folder, token="a-secret-of-ours") as client:  # noqa: S106 - of a test
        assert client.get("/").status_code == 200
        assert client.get("/v1/scenes").status_code == 401


def test_file_that_the_package_lacks_is_a_problem(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sceneprobe.service.page._content", lambda _: None)

    assert client.get("/").status_code == 404
