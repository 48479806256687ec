"""The service holds no rule of its own: what it answers is what the command line prints."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sceneprobe.cli.main import run
from tests.service.app import QUERIES, STORY, UPLOAD


@pytest.mark.parametrize("profile", ["vsa", "bow", "bm25", "rich"])
def test_search_answers_what_the_command_prints(
    folder: Path, client: TestClient, capsys: pytest.CaptureFixture[str], profile: str
) -> None:
    run(
        [
            "search",
            str(folder / "story.cnl"),
            "key at the gate",
            "-k",
            "2",
            "--profile",
            profile,
            "--format",
            "json",
        ]
    )

    answer = client.get("/v1/search", params={"q": "key at the gate", "k": 2, "profile": profile})

    assert answer.text == capsys.readouterr().out


def test_scenes_answers_what_the_command_prints(
    folder: Path, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["scenes", str(folder / "story.cnl"), "--format", "json"])

    assert client.get("/v1/scenes").text == capsys.readouterr().out


@pytest.mark.parametrize("options", [{}, {"profile": "bow", "k": 1, "threshold": 0.9}], ids=str)
def test_check_answers_what_the_command_prints(
    folder: Path,
    client: TestClient,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, str | float],
) -> None:
    given = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    paths = [str(folder / "story.cnl"), "--queries", str(folder / "set.yaml")]
    run(["check", *paths, *given, "--format", "json"])

    answer = client.post("/v1/check", json={"story": STORY, "queries": QUERIES, **options})

    assert answer.text == capsys.readouterr().out


def test_evaluate_answers_what_measure_prints(
    folder: Path, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "uploaded.json").write_text(json.dumps(UPLOAD), "utf-8")
    run(
        [
            "measure",
            str(folder / "story.cnl"),
            "--queries",
            str(folder / "uploaded.json"),
            "--no-cache",
            "--format",
            "json",
        ]
    )
    measured = json.loads(capsys.readouterr().out)
    system = measured["systems"][0]

    answer = client.post("/v1/evaluate", json=UPLOAD).json()

    assert answer["metrics"] == {
        "recall_at_5": system["metrics"]["R@5"]["mean"],
        "recall_at_10": system["metrics"]["R@10"]["mean"],
        "recall_at_20": system["metrics"]["R@20"]["mean"],
        "ndcg_at_10": system["metrics"]["nDCG@10"]["mean"],
        "mrr": system["metrics"]["RR"]["mean"],
    }
    assert {kind: found["recall_at_10"] for kind, found in answer["per_query_type"].items()} == {
        kind: found["R@10"]["mean"] for kind, found in system["by_type"].items()
    }
    assert answer["provenance"]["digests"] == measured["digests"]
    assert answer["provenance"]["settings"] == measured["settings"]
    for row in answer["per_query"]:
        assert row["mrr"] == system["per_query"][row["query_id"]]["RR"]


def test_compare_answers_what_the_command_prints(
    folder: Path, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "uploaded.json").write_text(json.dumps(UPLOAD), "utf-8")
    queries = ["--queries", str(folder / "uploaded.json")]
    sides = ["-a", "bow", "-b", "vsa", "-k", "2"]
    run(["compare", str(folder / "story.cnl"), *queries, *sides, "--format", "json"])
    printed = json.loads(capsys.readouterr().out)

    answer = client.post(
        "/v1/compare",
        params={"a": "bow", "b": "vsa", "k": 2},
        content=(folder / "uploaded.json").read_bytes(),
        headers={"Content-Type": "application/json"},
    )

    assert answer.json() == printed


@pytest.mark.parametrize(
    ("params", "said"),
    [
        pytest.param({"a": "bow", "b": "vas"}, "vsa", id="unknown-profile"),
        pytest.param({"a": "bow"}, "b", id="one-side"),
        pytest.param({"a": "bow", "b": "vsa", "k": "0"}, "k", id="k"),
    ],
)
def test_compare_that_makes_no_sense_is_refused(
    client: TestClient, params: dict[str, str], said: str
) -> None:
    answer = client.post("/v1/compare", params=params, json=UPLOAD)

    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_findings_are_those_of_the_command(
    folder: Path, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = STORY.replace("Sc2 group end", "Sc9 group end")
    (folder / "story").write_text(wrong, "utf-8")
    run(["lint", str(folder / "story"), "--format", "json"])
    found = json.loads(capsys.readouterr().out)

    answer = client.post("/v1/check", json={"story": wrong})

    assert answer.status_code == 422
    assert [{**finding, "file": ""} for finding in answer.json()["findings"]] == [
        {**finding, "file": ""} for finding in found
    ]


def test_compare_without_labels_says_what_to_send(client: TestClient) -> None:
    asked = {"queries": [{"query_text": "silver key"}]}

    answer = client.post("/v1/compare", params={"a": "bow", "b": "bm25"}, json=asked)

    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        "nothing says which results are right; send the right scenes of each query, as"
        " relevant: [ID]"
    )
