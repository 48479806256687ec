"""Labels: saved at once, each change undone, nobody's edit lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sceneprobe.workflows.check import read_query_set
from tests.service.app import QUERIES, client_of


# Any: bodies are what a test makes of them.
def put(client: TestClient, tag: str | None = "*", **body: Any) -> Any:
    headers = {} if tag is None else {"If-Match": tag}
    return client.put("/v1/judgments", json=body, headers=headers)


def test_label_is_in_the_file_at_once(folder: Path, client: TestClient) -> None:
    answer = put(client, query="lamp at night", labels={"Sc3": 2, "Sc1": 0}, type="exact")

    saved = read_query_set(folder / "set.yaml")
    assert answer.status_code == 200
    assert [query.text for query in saved.queries][-1] == "lamp at night"
    assert saved.qrels.by_topic()["q4"] == {"Sc3": 2, "Sc1": 0}
    assert answer.json()["queries"][-1] == {
        "id": "q4",
        "query": "lamp at night",
        "type": "exact",
        "k": None,
        "labels": {"Sc3": 2, "Sc1": 0},
    }


def test_label_changes_quality_at_once(client: TestClient) -> None:
    before = client.get("/v1/status").json()["quality"]

    answer = put(client, query="silver key", labels={"Sc2": None, "Sc3": 1}).json()

    assert before["mrr"] == 1.0
    assert answer["status"]["quality"]["mrr"] < 1.0
    assert answer["status"]["quality"] == client.get("/v1/status").json()["quality"]
    assert answer["status"]["quality"]["worst"][0]["query"] == "silver key"


def test_scenes_that_are_not_named_keep_their_labels(client: TestClient) -> None:
    put(client, query="silver key", labels={"Sc1": 0})

    answer = put(client, query="silver key", labels={"Sc3": 1, "Sc1": None}).json()

    assert answer["queries"][1]["labels"] == {"Sc2": 1, "Sc3": 1}


def test_undo_gives_the_file_back_to_the_byte(folder: Path, client: TestClient) -> None:
    put(client, query="silver key", labels={"Sc3": 1})
    put(client, query="lamp", labels={"Sc3": 1})

    for left in (1, 0):
        answer = client.post("/v1/judgments/undo", headers={"If-Match": "*"})
        assert answer.json()["undo"] == left

    assert (folder / "set.yaml").read_text("utf-8") == QUERIES
    assert client.post("/v1/judgments/undo", headers={"If-Match": "*"}).status_code == 409


def test_change_needs_the_tag_of_what_it_changes(folder: Path, client: TestClient) -> None:
    first = client.get("/v1/judgments").headers["etag"]

    assert put(client, None, query="lamp", labels={"Sc3": 1}).status_code == 428
    saved = put(client, first, query="lamp", labels={"Sc3": 1})
    late = put(client, first, query="key", labels={"Sc2": 1})

    assert saved.status_code == 200
    assert saved.headers["etag"] != first
    assert late.status_code == 412
    assert client.post("/v1/judgments/undo").status_code == 428
    assert "key" not in {q.text for q in read_query_set(folder / "set.yaml").queries}


def test_edit_of_the_file_is_seen_and_not_undone(folder: Path, client: TestClient) -> None:
    put(client, query="lamp", labels={"Sc3": 1})
    tag = client.get("/v1/judgments").headers["etag"]
    (folder / "set.yaml").write_text("- {query: edited, relevant: [Sc1]}\n", "utf-8")

    answer = client.get("/v1/judgments")

    assert [query["query"] for query in answer.json()["queries"]] == ["edited"]
    assert answer.json()["undo"] == 0
    assert put(client, tag, query="lamp", labels={"Sc3": 1}).status_code == 412


REFUSED = [
    pytest.param({"query": "key", "labels": {"Sc9": 1}}, 422, id="unknown-scene"),
    pytest.param({"query": "key", "labels": {"Sc2": 4}}, 422, id="off-scale"),
    pytest.param({"query": "key", "labels": {"Sc2": -1}}, 422, id="negative"),
    pytest.param({"query": "key", "labels": {"Sc2": 1.5}}, 422, id="fraction"),
    pytest.param({"query": "  ", "labels": {"Sc2": 1}}, 422, id="blank"),
    pytest.param({"query": "key"}, 422, id="no-labels"),
    pytest.param({"query": "key", "labels": {}, "path": "/etc/passwd"}, 422, id="more-fields"),
    pytest.param({"query": "key", "id": "q1", "labels": {"Sc2": 1}}, 422, id="other-text"),
    pytest.param({"query": "silver key", "id": "z", "labels": {}}, 422, id="other-id"),
]


@pytest.mark.parametrize(("body", "status"), REFUSED)
def test_wrong_label_leaves_the_file_as_it_was(
    folder: Path, client: TestClient, body: dict[str, Any], status: int
) -> None:
    answer = put(client, **body)

    assert answer.status_code == status, answer.text
    assert (folder / "set.yaml").read_text("utf-8") == QUERIES


@pytest.mark.parametrize(
    "text",
    ["a: b # c", '"quoted"', "{x}", "two\nlines", "no", "☂ Régen", "\t tab \t", "- dash", "a\\b"],
)
def test_any_text_reads_back(folder: Path, client: TestClient, text: str) -> None:
    answer = put(client, query=text, id=f"id {text}", labels={"Sc2": 3})

    assert answer.status_code == 200, answer.text
    assert read_query_set(folder / "set.yaml").queries[-1].text == text.strip()


FORMATS = [
    pytest.param("a.json", '[{"id": "a", "query": "key", "relevant": ["Sc2"]}]', id="list"),
    pytest.param(
        "b.json",
        '{"version": "v1", "scale": "0-5", "query_types": {"x": 1}, "queries":'
        ' [{"query_id": "a", "query_text": "key", "query_type": "x",'
        ' "relevant_docs": [{"doc_id": "Sc2", "grade": 5}]}]}',
        id="object",
    ),
    pytest.param(
        "e.json",
        '{"name": "n", "description": "d", "query_types": ["x", "y"], "changelog": ["v0: begun"],'
        ' "queries": [{"id": "a", "query": "key", "relevant": ["Sc2"], "added_in": "v0"}]}',
        id="all-fields",
    ),
    pytest.param(
        "c.jsonl", '{"id": "a", "query": "key", "k": 3, "relevant": ["Sc2"]}\n', id="jsonl"
    ),
    pytest.param(
        "d.yaml",
        "version: v1\nqueries:\n  - query_id: a\n    query_text: key\n    relevant_docs:\n"
        "      - {doc_id: Sc2, grade: 2}\n",
        id="long-yaml",
    ),
]


@pytest.mark.parametrize(("name", "content"), FORMATS)
def test_file_keeps_its_format(folder: Path, name: str, content: str) -> None:
    (folder / name).write_text(content, "utf-8")
    before = read_query_set(folder / name)

    with client_of(folder, queries=str(folder / name)) as client:
        put(client, query="lamp", labels={"Sc3": 1})

    after, text = read_query_set(folder / name), (folder / name).read_text("utf-8")
    assert after.queries[0] == before.queries[0]
    for field in ("name", "version", "scale", "strata", "description", "changelog"):
        assert getattr(after, field) == getattr(before, field)
    assert after.qrels.by_topic()["a"] == before.qrels.by_topic()["a"]
    assert ("query_text" in text) == ("query_text" in content)
    assert text[0] == content[0] or name.endswith(".yaml")


def test_tsv_is_not_written_to(folder: Path) -> None:
    (folder / "set.tsv").write_text("a\tsilver key\tSc2\n")

    with client_of(folder, queries=str(folder / "set.tsv")) as client:
        answer = put(client, query="lamp", labels={"Sc3": 1})
        status = client.get("/v1/status").json()["labels"]

    assert answer.status_code == 409
    assert not status["can_save"]
    assert "TSV" in status["reason"]


def test_labels_need_a_file(folder: Path) -> None:
    with client_of(folder, queries=None) as client:
        assert client.get("/v1/status").json()["quality"]["verdict"] == "SKIPPED"
        assert put(client, query="lamp", labels={"Sc3": 1}).status_code == 409


def test_new_file_begins_with_the_queries_and_leaves_them_alone(folder: Path) -> None:
    new = folder / "labels.yaml"

    with client_of(folder, judgments=str(new)) as client:
        put(client, query="lamp", labels={"Sc3": 1})
        assert len(read_query_set(new).queries) == 4
        client.post("/v1/judgments/undo", headers={"If-Match": "*"})

    assert not new.exists()
    assert (folder / "set.yaml").read_text("utf-8") == QUERIES


def test_file_that_cannot_be_written_is_told(folder: Path) -> None:
    missing = folder / "gone" / "labels.yaml"

    with client_of(folder, judgments=str(missing)) as client:
        answer = put(client, query="lamp", labels={"Sc3": 1})

    assert answer.status_code == 503
    assert answer.json()["detail"].startswith(f"cannot write {missing}")
    assert json.loads(answer.text)["findings"] == []


def test_layout_that_would_lose_something_is_left_alone(folder: Path) -> None:
    single = "query: silver key\nnote: ours\nrelevant: [Sc2]\n"
    (folder / "one.yaml").write_text(single, "utf-8")

    with client_of(folder, queries=str(folder / "one.yaml")) as client:
        answer = put(client, query="lamp", labels={"Sc3": 1})

    assert answer.status_code == 409
    assert "without losing something" in answer.json()["detail"]
    assert (folder / "one.yaml").read_text("utf-8") == single
