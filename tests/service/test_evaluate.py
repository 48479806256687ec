"""Test sets in requests."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.service.app import UPLOAD, client_of

YAML = (
    "queries:\n- {query_id: u1, query_text: silver key, relevant_docs: [{doc_id: Sc2, grade: 3}]}\n"
)


def test_one_component_is_measured_instead_of_the_served_profile(client: TestClient) -> None:
    answer = client.post("/v1/evaluate", params={"components": "bm25"}, json=UPLOAD).json()

    assert answer["provenance"]["profile"] == "bm25"
    assert "components" not in answer


def test_several_components_stand_beside_the_served_profile(client: TestClient) -> None:
    alone = client.post("/v1/evaluate", params={"components": "bm25"}, json=UPLOAD).json()

    answer = client.post("/v1/evaluate", params={"components": "bm25,bow"}, json=UPLOAD).json()

    assert answer["provenance"]["profile"] == "vsa"
    assert list(answer["components"]) == ["bm25", "bow"]
    assert answer["components"]["bm25"]["metrics"] == alone["metrics"]
    assert answer["components"]["bm25"]["per_query_type"] == alone["per_query_type"]


def test_served_profile_can_be_among_the_components(client: TestClient) -> None:
    answer = client.post("/v1/evaluate", params={"components": "vsa,bow"}, json=UPLOAD).json()

    assert list(answer["components"]) == ["vsa", "bow"]
    assert answer["components"]["vsa"]["metrics"] == answer["metrics"]


def test_verdict_is_that_of_the_first_system(client: TestClient) -> None:
    wrong = {"queries": [{"query_text": "silver key", "relevant_docs": [{"doc_id": "Sc3"}]}]}

    assert client.post("/v1/evaluate", json=UPLOAD).json()["verdict"] == "PASS"
    assert client.post("/v1/evaluate", json=wrong).json()["verdict"] == "FAIL"


def test_verdict_has_the_threshold_of_the_service(folder: Path) -> None:
    with client_of(folder, threshold=1.0) as client:
        assert client.post("/v1/evaluate", json=UPLOAD).json()["verdict"] == "FAIL"


def test_set_without_labels_is_skipped(client: TestClient) -> None:
    answer = client.post("/v1/evaluate", json={"queries": [{"query_text": "silver key"}]}).json()

    assert answer["verdict"] == "SKIPPED"
    assert set(answer["metrics"].values()) == {None}


@pytest.mark.parametrize("kind", ["application/yaml", "text/yaml; charset=utf-8"])
def test_yaml_is_read_as_yaml(client: TestClient, kind: str) -> None:
    answer = client.post("/v1/evaluate", content=YAML, headers={"Content-Type": kind})

    assert answer.status_code == 200
    assert answer.json()["metrics"]["mrr"] == 1.0


REFUSED = [
    pytest.param("{", "application/json", 400, id="no-json"),
    pytest.param("a: [", "application/yaml", 400, id="no-yaml"),
    pytest.param(b"\xff", "application/yaml", 400, id="no-utf8"),
    pytest.param("[" * 100_000, "application/json", 400, id="nested-json"),
    pytest.param("[" * 100_000, "application/yaml", 400, id="nested-yaml"),
    pytest.param("a: &a [x]\nqueries: *a", "application/yaml", 422, id="alias"),
    pytest.param("queries: !!python/name:os.system", "application/yaml", 422, id="tag"),
    pytest.param(json.dumps(UPLOAD), "text/plain", 415, id="plain-text"),
    pytest.param(json.dumps(UPLOAD), None, 415, id="untyped"),
    pytest.param('{"queries": 7}', "application/json", 422, id="wrong-shape"),
    pytest.param(
        '{"queries": [{"query": "a", "relevant": ["Sc9"]}]}',
        "application/json",
        422,
        id="unknown-scene",
    ),
]


@pytest.mark.parametrize(("body", "kind", "status"), REFUSED)
def test_what_cannot_be_used_is_a_problem(
    client: TestClient, body: str | bytes, kind: str | None, status: int
) -> None:
    headers = {"Content-Type": kind} if kind else {}

    answer = client.post("/v1/evaluate", content=body, headers=headers)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert answer.json()["detail"]


def test_unknown_component_is_refused_with_those_that_are_known(client: TestClient) -> None:
    answer = client.post("/v1/evaluate", params={"components": "bm52"}, json=UPLOAD)

    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        'no component is called "bm52"; known: vsa, bm25, bow, rich, tfidf, vsa-rich'
    )


@pytest.mark.parametrize("profile", ["dense:model=/etc", "vsa:dim=100000", "hybrid:rrf(bow,vsa)"])
def test_no_request_brings_options_of_its_own(client: TestClient, profile: str) -> None:
    for answer in (
        client.post("/v1/evaluate", params={"components": profile}, json=UPLOAD),
        client.get("/v1/search", params={"q": "key", "profile": profile}),
        client.post("/v1/check", json={"story": "Anna is protagonist", "profile": profile}),
    ):
        assert answer.status_code == 422


def test_profile_given_at_the_start_can_be_named(folder: Path) -> None:
    profile = "hybrid:rrf(bm25,rich)"
    with client_of(folder, profiles=("vsa", profile)) as client:
        answer = client.post("/v1/evaluate", params={"components": profile}, json=UPLOAD)

    assert answer.json()["provenance"]["profile"] == profile


def test_body_beyond_the_limit_is_refused(folder: Path) -> None:
    with client_of(folder, max_body=1000) as client:
        declared = client.post("/v1/evaluate", content=b" " * 2000, headers=JSON)
        streamed = client.post("/v1/evaluate", content=iter([b" " * 600] * 3), headers=JSON)

    assert [declared.status_code, streamed.status_code] == [413, 413]


JSON = {"Content-Type": "application/json"}
