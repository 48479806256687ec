"""A small story with queries, served."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.service.app import QUERIES, STORY, client_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "story.cnl").write_text(STORY, "utf-8")
    (tmp_path / "set.yaml").write_text(QUERIES, "utf-8")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with client_of(folder) as client:
        yield client
