"""Bodies and methods: what is too slow, empty or without a body is answered, not waited for."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from sceneprobe.service import limits
from sceneprobe.service.limits import JSON, read_body
from sceneprobe.service.problems import ProblemError


@pytest.mark.parametrize("path", ["/", "/healthz", "/metrics", "/v1/scenes", "/openapi.json"])
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    asked, told = client.get(path), client.head(path)

    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["content-type"] == asked.headers["content-type"]


@pytest.mark.parametrize("path", ["/v1/evaluate", "/v1/check", "/v1/compare?a=bow&b=vsa"])
def test_empty_body_is_refused(client: TestClient, path: str) -> None:
    answer = client.post(path, content=b" ", headers={"Content-Type": JSON})

    assert (answer.status_code, answer.json()["detail"]) == (400, "the body is empty")


def test_finding_is_told_once(client: TestClient) -> None:
    answer = client.post("/v1/evaluate", content=b"{", headers={"Content-Type": JSON})

    assert answer.status_code == 400
    assert answer.json()["detail"].count("QRY101") == 1


def test_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)

    monkeypatch.setattr(limits, "_SLOWEST", 0.05)
    request = Request({"type": "http", "headers": [(b"content-type", JSON.encode())]})
    monkeypatch.setattr(request, "stream", never)

    with pytest.raises(ProblemError, match="did not come") as refused:
        asyncio.run(read_body(request, (JSON,), 100))
    assert refused.value.status == 408


def test_whole_body_is_read(client: TestClient) -> None:
    body = json.dumps({"queries": [{"query": "silver key", "relevant": ["Sc2"]}]})
    answer = client.post("/v1/evaluate", content=body, headers={"Content-Type": JSON})

    assert answer.json()["metrics"]["mrr"] == 1
