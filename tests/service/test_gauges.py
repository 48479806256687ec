"""What Prometheus gets."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.report.prometheus import metrics_prefix
from tests.service.app import QUERIES, UPLOAD, client_of

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(text: str) -> Samples:
    """Read metrics as Prometheus does."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def recall(found: Samples, dataset: str, component: str = "vsa", k: str = "10") -> float | None:
    labels = (("component", component), ("dataset", dataset), ("k", k))
    return found.get(("sceneprobe_retrieval_recall_at_k", labels))


def test_gauges_are_there_before_any_evaluation(folder: Path) -> None:
    with client_of(folder, profiles=("vsa", "bm25")) as client:
        found = samples(client.get("/metrics").text)

    assert recall(found, "set") == 1.0
    assert recall(found, "set", "bm25", "5") is not None
    assert ("sceneprobe_retrieval_mrr", (("component", "vsa"), ("dataset", "set"))) in found


def test_gauges_follow_the_set(folder: Path, client: TestClient) -> None:
    mrr = ("sceneprobe_retrieval_mrr", (("component", "vsa"), ("dataset", "set")))
    assert samples(client.get("/metrics").text)[mrr] == 1.0

    (folder / "set.yaml").write_text(QUERIES.replace("[Sc2]", "[Sc3]"), "utf-8")

    assert samples(client.get("/metrics").text)[mrr] < 1.0


def test_set_that_is_renamed_leaves_no_gauge_behind(folder: Path, client: TestClient) -> None:
    (folder / "set.yaml").write_text(f"name: other\nqueries:\n{QUERIES}", "utf-8")

    found = samples(client.get("/metrics").text)

    assert recall(found, "set") is None
    assert recall(found, "other") == 1.0


def test_uploads_share_one_dataset(client: TestClient) -> None:
    client.post("/v1/evaluate", json={"name": "mine", **UPLOAD})

    found = samples(client.get("/metrics").text)

    assert recall(found, "uploaded") == 1.0
    assert recall(found, "mine") is None


def test_prefix_gives_the_names_of_the_seed(folder: Path) -> None:
    with client_of(folder, prefix="medicalkg") as client:
        text = client.get("/metrics").text

    assert 'medicalkg_retrieval_recall_at_k{component="vsa",dataset="set",k="10"} 1.0' in text
    assert "sceneprobe_" not in text


def test_labels_have_few_values_whatever_is_asked_for(client: TestClient) -> None:
    for path in ("/v1/scenes/Sc1", "/v1/scenes/Sc9", "/no/1", "/no/2", "/v1/search?q=a"):
        client.get(path)
    client.request("BREW", "/v1/scenes")
    client.post("/v1/evaluate", json={"queries": [{"query": "a", "relevant": ["Sc9"]}]})

    found = samples(client.get("/metrics").text)

    counted = {labels for name, labels in found if name == "sceneprobe_requests_total"}
    assert {dict(labels)["route"] for labels in counted} == {
        "/v1/scenes/{scene_id:path}",
        "/v1/scenes",
        "/v1/search",
        "/v1/evaluate",
        "unmatched",
    }
    assert "other" in {dict(labels)["method"] for labels in counted}
    assert found["sceneprobe_findings_total", (("code", "QRY207"),)] == 1
    assert found["sceneprobe_search_seconds_count", ()] == 1


def test_measure_writes_the_figures_of_the_service(folder: Path, client: TestClient) -> None:
    served = samples(client.get("/metrics").text)
    paths = [str(folder / "story.cnl"), "--queries", str(folder / "set.yaml"), "--no-cache"]

    run(["measure", *paths, "--prometheus", str(folder / "a.prom")])

    written = samples((folder / "a.prom").read_text("utf-8"))
    assert written == {key: value for key, value in served.items() if "_retrieval_" in key[0]}


def test_evaluate_writes_figures_with_labels_escaped(folder: Path) -> None:
    run_file, qrels = folder / 'a"b\\.run', folder / "gold.qrels"
    run_file.write_text("q1 Q0 a 1 9.5 t\n")
    qrels.write_text("q1 0 a 1\n")
    options = ["--measures", "RR", "R@10", "--metrics-prefix", "medicalkg"]
    inputs = ["--run", str(run_file), "--qrels", str(qrels)]

    run(["evaluate", *inputs, *options, "--prometheus", str(folder / "a.prom")])

    found = samples((folder / "a.prom").read_text("utf-8"))
    assert {name for name, _ in found} == {"medicalkg_retrieval_mrr"} | {
        "medicalkg_retrieval_recall_at_k"
    }
    assert any('a"b\\' in dict(labels)["component"] for _, labels in found)


@pytest.mark.parametrize("prefix", ["", "9a", "a-b", "a b", "é"])
def test_prefix_must_be_one_for_prometheus(prefix: str) -> None:
    with pytest.raises(OptionError, match="metrics-prefix"):
        metrics_prefix(prefix)
