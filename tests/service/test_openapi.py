"""The OpenAPI document: checked in, and kept by the service."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any  # what schemathesis leaves open

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from sceneprobe.service.app import create_app
from sceneprobe.service.options import ServiceOptions
from tests.service.app import QUERIES, STORY
from tests.service.process import running

DOCUMENT = Path(__file__).parents[2] / "specs" / "openapi.json"
API = schemathesis.openapi.from_dict(json.loads(DOCUMENT.read_text("utf-8")))
OPERATIONS = [found.ok() for found in API.get_all_operations() if isinstance(found, Ok)]


def test_document_is_the_one_checked_in(client: TestClient) -> None:
    # After a wanted change: python -m tests.service.test_openapi
    assert client.get("/openapi.json").json() == json.loads(DOCUMENT.read_text("utf-8"))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "story.cnl").write_text(STORY, "utf-8")
    (folder / "set.yaml").write_text(QUERIES, "utf-8")
    with running(folder, "--queries", "set.yaml") as service:
        yield service.url


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_a_server_error(operation: Any, url: str) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=url, checks=[not_a_server_error])

    ask()


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        story = Path(place) / "story.cnl"
        story.write_text(STORY, "utf-8")
        document = create_app(ServiceOptions(str(story))).openapi()
    DOCUMENT.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")
