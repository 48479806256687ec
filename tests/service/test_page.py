"""The page's files: each is in the table, small, and asks for nothing that is not."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.service import page
from sceneprobe.service.page import FILES

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
def test_file_is_served_as_what_it_is(client: TestClient, path: str) -> None:
    name, kind = FILES[path]
    answer = client.get(path)

    assert answer.content == (STATIC / name).read_bytes()
    assert answer.headers["content-type"] == kind
