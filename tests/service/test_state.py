"""The story being served follows its files."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.errors import FileError, OptionError
from sceneprobe.service.options import ServiceOptions
from sceneprobe.service.snapshot import Snapshot, take_snapshot
from sceneprobe.service.state import Served
from sceneprobe.story.model import Story
from sceneprobe.text.model import RefusedError
from sceneprobe.workflows.search import SearchableStory, searchable
from tests.service.app import STORY, client_of


def test_change_of_the_story_is_seen_by_the_next_request(folder: Path, client: TestClient) -> None:
    (folder / "story.cnl").write_text(STORY.replace("The Gate", "At the Gate"), "utf-8")

    assert client.get("/v1/scenes/Sc1").json()["title"] == "At the Gate"


def test_change_is_seen_by_all_who_ask_while_it_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(options: ServiceOptions, former: Snapshot) -> Snapshot:
        time.sleep(0.2)
        return take_snapshot(options, former)

    async def ask_twice() -> list[str]:
        first = asyncio.ensure_future(served.current())
        await asyncio.sleep(0.05)
        found = await asyncio.gather(served.current(), first)
        return [snapshot.story.scenes[0].title or "" for snapshot in found]

    served = Served(ServiceOptions(str(folder / "story.cnl")))
    monkeypatch.setattr("sceneprobe.service.state.take_snapshot", slowly)
    (folder / "story.cnl").write_text(STORY.replace("The Gate", "At the Gate"), "utf-8")

    assert asyncio.run(ask_twice()) == ["At the Gate", "At the Gate"]


def test_reading_that_breaks_is_done_again(
    folder: Path, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Snapshot:
        raise RuntimeError

    (folder / "story.cnl").write_text(STORY.replace("The Gate", "At the Gate"), "utf-8")
    with monkeypatch.context() as patched:
        patched.setattr("sceneprobe.service.state.take_snapshot", broken)
        refused = client.get("/v1/scenes/Sc1")

    assert refused.status_code == 500
    assert client.get("/v1/scenes/Sc1").json()["title"] == "At the Gate"


def test_profile_is_made_ready_once_for_all_who_ask(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(story: Story, profile: str) -> SearchableStory:
        made.append(profile)
        return searchable(story, profile)

    async def ask() -> None:
        snapshot = await served.current()
        await asyncio.gather(*(served.searchable(snapshot, "bm25") for _ in range(5)))

    served = Served(ServiceOptions(str(folder / "story.cnl")))
    monkeypatch.setattr("sceneprobe.service.state.searchable", counted)
    asyncio.run(ask())

    assert made == ["bm25"]


def test_other_profiles_follow_the_story_too(folder: Path, client: TestClient) -> None:
    asked = {"q": "umbrella", "profile": "bm25", "k": "1"}
    before = client.get("/v1/search", params=asked).json()
    (folder / "story.cnl").write_text(STORY.replace("silver key", "red umbrella"), "utf-8")

    after = client.get("/v1/search", params=asked).json()

    assert not before["has_evidence"]
    assert after["results"][0]["id"] == "Sc2"


def test_unusable_story_leaves_the_last_good_one(folder: Path, client: TestClient) -> None:
    (folder / "story.cnl").write_text("Sc1 group begin\n", "utf-8")

    status = client.get("/v1/status").json()
    metrics = client.get("/metrics").text
    refused = client.put(
        "/v1/judgments", json={"query": "a", "labels": {}}, headers={"If-Match": "*"}
    )
    (folder / "story.cnl").write_text(STORY, "utf-8")

    assert status["story"]["scenes"] == 3
    assert status["stale"]["findings"][0]["file"].endswith("story.cnl")
    assert "sceneprobe_story_stale 1.0" in metrics
    assert refused.status_code == 409
    assert client.get("/v1/status").json()["stale"] is None


def test_story_that_goes_leaves_the_last_good_one(folder: Path, client: TestClient) -> None:
    (folder / "story.cnl").unlink()

    status = client.get("/v1/status").json()

    assert status["stale"]["detail"].startswith("cannot read")
    assert status["story"]["scenes"] == 3


def test_service_does_not_start_without_a_usable_story(folder: Path) -> None:
    (folder / "wrong.cnl").write_text("Sc1 group begin\n", "utf-8")

    with pytest.raises(RefusedError), client_of(folder, story=str(folder / "wrong.cnl")):
        pass
    with pytest.raises(FileError), client_of(folder, story=str(folder / "missing.cnl")):
        pass


def test_service_does_not_start_with_labels_of_no_scene(folder: Path) -> None:
    (folder / "set.yaml").write_text("- {query: key, relevant: [Sc9]}\n", "utf-8")

    with pytest.raises(RefusedError), client_of(folder):
        pass


def test_set_cannot_be_called_as_the_figures_of_uploads_are(folder: Path) -> None:
    (folder / "set.yaml").write_text("name: uploaded\nqueries: [{query: key}]\n", "utf-8")

    with pytest.raises(OptionError, match='is called "uploaded"'), client_of(folder):
        pass


def test_standard_input_cannot_be_served() -> None:
    with pytest.raises(OptionError, match="reads its files again"):
        ServiceOptions("-")


def test_map_has_a_row_a_query_and_a_column_a_scene(client: TestClient) -> None:
    found = client.get("/v1/map").json()

    assert found["scenes"] == ["Sc1", "Sc2", "Sc3"]
    assert [len(row) for row in found["scores"]] == [3, 3, 3]
    assert found["labels"][1] == {"Sc2": 1}
    assert max(found["scores"][1]) == found["scores"][1][1]


@pytest.mark.parametrize("query", ["", "%20", "a" * 1001, "a&k=0", "a&k=x", "a&k=1001"])
def test_search_refuses_what_it_cannot_do(client: TestClient, query: str) -> None:
    answer = client.get(f"/v1/search?q={query}")

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_unknown_scene_and_route_are_problems(client: TestClient) -> None:
    for answer in (client.get("/v1/scenes/Sc9"), client.get("/v2"), client.delete("/v1/scenes")):
        assert answer.status_code in {404, 405}
        assert answer.json()["status"] == answer.status_code


def test_query_log_holds_each_query_once_for_a_refresh(folder: Path) -> None:
    log = folder / "log.jsonl"
    for _ in range(2):
        with client_of(folder, query_log=str(log)) as client:
            client.get("/v1/search", params={"q": "silver  key"})
            client.get("/v1/search", params={"q": "silver key"})
            client.get("/v1/search", params={"q": "silver k", "typing": True})

    from sceneprobe.workflows.curate import usable_set

    candidates = usable_set(log)
    assert [query.text for query in candidates.queries] == ["silver key"]
    assert candidates.queries[0].id.startswith("log-")


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}], ids=str
)
def test_search_by_another_site_is_not_logged(folder: Path, headers: dict[str, str]) -> None:
    log = folder / "log.jsonl"
    with client_of(folder, query_log=str(log)) as client:
        client.get("/v1/search", params={"q": "planted"}, headers=headers)
        client.get("/v1/search", params={"q": "own"}, headers={"Sec-Fetch-Site": "same-origin"})

    assert "own" in log.read_text("utf-8")
    assert "planted" not in log.read_text("utf-8")


def test_unexpected_error_tells_nothing_of_the_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("a secret")

    monkeypatch.setattr("sceneprobe.service.routes.search.search_as_json", broken)

    answer = client.get("/v1/search", params={"q": "key"})

    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipe_in_place_of_the_story_is_not_waited_for(folder: Path, client: TestClient) -> None:
    (folder / "story.cnl").unlink()
    os.mkfifo(folder / "story.cnl")

    status = client.get("/v1/status").json()

    assert "no regular file" in status["stale"]["detail"]
    assert (status["labels"]["can_save"], status["story"]["scenes"]) == (False, 3)
