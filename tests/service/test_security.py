"""Who gets in, and what a browser is told."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.errors import OptionError
from sceneprobe.service.options import ServiceOptions
from tests.service.app import client_of

TOKEN = "a-secret-of-ours"  # noqa: S105 - of a test
ROUTES = ["/v1/status", "/v1/search?q=a", "/v1/scenes", "/v1/judgments", "/v1/map", "/metrics"]


@pytest.mark.parametrize("path", ROUTES)
def test_route_needs_the_token(folder: Path, path: str) -> None:
    with client_of(folder, token=TOKEN) as client:
        without = client.get(path)
        wrong = client.get(path, headers={"Authorization": f"Bearer {TOKEN}x"})
        basic = client.get(path, headers={"Authorization": f"Basic {TOKEN}"})
        right = client.get(path, headers={"Authorization": f"Bearer {TOKEN}"})

    assert [without.status_code, wrong.status_code, basic.status_code] == [401, 401, 401]
    assert without.headers["www-authenticate"] == "Bearer"
    assert right.status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/docs", "/openapi.json"])
def test_route_that_tells_nothing_of_the_story_needs_none(folder: Path, path: str) -> None:
    with client_of(folder, token=TOKEN) as client:
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])  # noqa: S104
def test_other_machines_need_a_token_or_a_word(host: str) -> None:
    with pytest.raises(OptionError, match="--token, or --no-auth"):
        ServiceOptions("story.cnl", host=host)

    ServiceOptions("story.cnl", host=host, no_auth=True)
    ServiceOptions("story.cnl", host=host, token=TOKEN)


HOSTS = [
    ("127.0.0.1", "localhost:8000", 200),
    ("127.0.0.1", "127.0.0.1", 200),
    ("127.0.0.1", "[::1]:8000", 200),
    ("127.0.0.1", "LOCALHOST", 200),
    ("127.0.0.1", "evil.example", 421),
    ("127.0.0.1", "localhost.evil.example:8000", 421),
    ("127.0.0.1", "192.0.2.7", 421),
    ("127.0.0.1", "", 421),
    ("192.0.2.7", "192.0.2.7:8000", 200),
    ("192.0.2.7", "story.example", 200),
    ("192.0.2.7", "evil.example", 421),
]


@pytest.mark.parametrize(("bound", "host", "status"), HOSTS)
def test_host_must_be_one_of_ours(folder: Path, bound: str, host: str, status: int) -> None:
    with client_of(folder, host=bound, hosts=("story.example",), no_auth=True) as client:
        assert client.get("/v1/status", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}],
    ids=str,
)
def test_another_site_cannot_write(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/v1/judgments/undo", headers={"If-Match": "*", **headers})

    assert answer.status_code == 403


def test_own_page_can_write(client: TestClient) -> None:
    headers = {"If-Match": "*", "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}

    assert client.post("/v1/judgments/undo", headers=headers).status_code == 409


@pytest.mark.parametrize("path", ["/v1/status", "/docs", "/nothing", "/v1/search"])
def test_every_answer_keeps_browsers_careful(client: TestClient, path: str) -> None:
    headers = client.get(path, headers={"Origin": "http://evil.example"}).headers

    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_text_of_a_story_is_never_html(client: TestClient) -> None:
    for path in ("/v1/scenes", "/v1/scenes/Sc3", "/v1/search?q=lamp"):
        answer = client.get(path)

        assert "<script>" in answer.text
        assert answer.headers["content-type"] == "application/json"
    assert "<script" not in client.get("/docs").text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/page.py",
        "/.git",
    ],
)
def test_no_file_is_opened_by_its_name_in_a_request(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("token", ["short", "pässwörter"])
def test_weak_token_is_refused(token: str) -> None:
    with pytest.raises(OptionError, match="a token needs"):
        ServiceOptions("story.cnl", token=token)
