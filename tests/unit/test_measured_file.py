"""Results of measuring as a file: they come back as they were, and nothing else is taken."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sceneprobe import evaluate
from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.experiments.model import Measured
from sceneprobe.formats.measured import measured_values, read_measured
from sceneprobe.formats.queries import read_query_values
from sceneprobe.report.wording import as_json

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "specs" / "measured.schema.json").read_text("utf-8"))
SET = read_query_values(
    [
        {"id": "a", "query": "storm", "relevant": ["d2"], "type": "event"},
        {"id": "b", "query": "sea", "relevant": ["d1", "d3"]},
        {"id": "c", "query": "unlabelled"},
        {"id": "d", "query": "broken", "relevant": ["d1"]},
    ]
)


def search(query: str, _: int) -> list[str]:
    if query == "broken":
        raise RuntimeError("no index")
    return ["d1", "d2"]


def measured() -> Measured:
    return evaluate(search, SET, measures=["RR", "R@1", "nDCG@10"])


# Any: a file holds whatever JSON can hold.
def values() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(as_json(measured_values(measured())))
    return found


def read(document: object) -> Measured:
    return read_measured("base.json", json.dumps(document).encode())


def test_result_comes_back_as_it_was() -> None:
    assert read(values()) == measured()


@pytest.mark.parametrize("labels", ["relevant: [Ch1.Sc1]", ""], ids=["labelled", "unlabelled"])
@pytest.mark.parametrize("profiles", [["bow"], ["bow", "vsa", "bm25"]], ids=["one", "several"])
def test_output_of_the_command_follows_the_schema_and_comes_back(
    profiles: list[str], labels: str, tmp_path: Path
) -> None:
    story, queries = ROOT / "examples/tidewater/story.cnl", tmp_path / "set.yaml"
    queries.write_text(f"- {{query: storm, {labels}}}\n- {{query: lamp, {labels}}}\n", "utf-8")
    out = tmp_path / "result.json"
    options = ["--profile", *profiles, "--no-cache", "-o", str(out)]
    assert run(["measure", str(story), "--queries", str(queries), *options]) == 0
    document = json.loads(out.read_bytes())
    found = read_measured("result.json", out.read_bytes())

    jsonschema.validate(document, SCHEMA)
    document["comparison"] = None
    assert json.loads(as_json(measured_values(found))) == document


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        pytest.param("schema_version", 2, "schema_version must be 1", id="version"),
        pytest.param("kind", "other", 'kind must be "sceneprobe measure"', id="kind"),
        pytest.param("extra", 1, "extra is not known", id="unknown-key"),
        pytest.param("corpus", 5, "corpus must be a text", id="corpus"),
        pytest.param("digests.qrels", None, "digests.qrels must be a text", id="no-digest"),
        pytest.param("digests.queries", "sha256:x", "digests.queries must be", id="digest"),
        pytest.param("measures", [], "measures names no measure", id="no-measures"),
        pytest.param("measures", ["MRR"], "measures must name each", id="other-spelling"),
        pytest.param("measures", ["RR", "nDGC"], "measures names no measure", id="measure"),
        pytest.param("queries.1.id", "a", "queries has an id twice", id="query-twice"),
        pytest.param("systems", [], "systems must have at least one", id="no-systems"),
        pytest.param("systems", {}, "systems must be a list", id="systems"),
        pytest.param("systems.0.counts.tied", -1, r"counts\.tied must be a whole", id="count"),
        pytest.param("systems.0.counts.evaluated", 3, "is not the number of", id="evaluated"),
        pytest.param("systems.0.normative", 0, "normative must be true or false", id="flag"),
        pytest.param("systems.0.failures.zz", "x", "failures.zz is none of", id="failure"),
        pytest.param("systems.0.metrics.RR.mean", 0.9, "does not follow from", id="mean"),
        pytest.param("systems.0.per_query.a.RR", 1.5, "per_query.a.RR must be a number", id="1.5"),
        pytest.param("systems.0.per_query.a.RR", True, "per_query.a.RR must be a", id="true"),
        pytest.param("systems.0.per_query.a.RR", 5e-324, "smaller than any ranking", id="tiny"),
        pytest.param("systems.0.per_query.a.AP", 0.5, "per_query.a.AP is not known", id="AP"),
        pytest.param("systems.0.per_query.zz", {}, r"per_query\.zz has no", id="query"),
        pytest.param("systems.0.bounds.RR.best", 2, "bounds.RR.best must be a number", id="bound"),
        pytest.param("comparison", {"first": "bow"}, 'comparison has no "systems"', id="compared"),
    ],
)
def test_what_differs_is_refused_by_name(path: str, value: object, said: str) -> None:
    document = values()
    *way, last = path.split(".")
    place: Any = document
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = value

    with pytest.raises(OptionError, match=rf"^base\.json: .*{said}"):
        read(document)


@pytest.mark.parametrize("key", sorted(SCHEMA["required"]))
def test_missing_key_is_refused_by_name(key: str) -> None:
    document = values()
    del document[key]

    with pytest.raises(OptionError, match=f'^base.json: the file has no "{key}"$'):
        read(document)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "base.json:1: this is no JSON", id="empty"),
        pytest.param(b"\xff", "the byte at offset 0 is no UTF-8", id="no-utf-8"),
        pytest.param(b"[" * 200_000, "nested too deeply", id="deep"),
        pytest.param(b'{"a": 1, "a": 2}', 'the key "a" is given twice', id="twice"),
        pytest.param(b'{"a": NaN}', "NaN is no finite number", id="nan"),
        pytest.param(b'{"a": 1e999}', "1e999 is no finite number", id="infinite"),
        pytest.param(b"9" * 5000, "this is no JSON that can be read", id="long-number"),
        pytest.param(b"[]", "the file must be an object", id="list"),
    ],
)
def test_what_is_no_result_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        read_measured("base.json", content)


def test_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sceneprobe.formats.strict_json.MAX_BYTES", 10)

    with pytest.raises(OptionError, match="larger than"):
        read(values())
