"""Configurations: what they resolve to, and which of them have one digest."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sceneprobe.files import read_bytes
from sceneprobe.formats.configs import read_config
from sceneprobe.settings import findings
from sceneprobe.settings.aliases import expand
from sceneprobe.settings.model import Alias
from sceneprobe.settings.query_text import searched_text
from sceneprobe.settings.resolve import resolve
from sceneprobe.text.model import RefusedError, Rule
from sceneprobe.text.source import decode
from tests.configs import digest_of, settings_of

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "quality").glob("*.yaml"))
SCHEMA = json.loads((ROOT / "specs" / "config.schema.json").read_text("utf-8"))
WEIGHTED = '"fusion_method": "weighted", "weights": {"bm25": 0.3, "splade": 0.4, "dense": 0.3}'
OPEN = "perf: {enabled: true, metrics: {report_memory: true}}"
MAPPED = '"components": {"splade": "rich", "dense": "tfidf"}'


@pytest.mark.parametrize(
    ("text", "plain", "quality"),
    [
        pytest.param("", "vsa", "vsa", id="empty"),
        pytest.param("backend:", "vsa", "vsa", id="no value"),
        pytest.param(
            '{"fusion_method": "rrf", "rrf_k": 60}',
            "bm25",
            "hybrid:rrf(bm25,vsa-rich),rrf_k=60",
            id="rrf of seed 004",
        ),
        pytest.param(
            f"{{{WEIGHTED}, {MAPPED}}}",
            "bm25",
            "hybrid:weighted(bm25*0.3,rich*0.4,tfidf*0.3)",
            id="weighted of seed 004",
        ),
        pytest.param(
            f"{{{WEIGHTED}, t2: {{quality: {{enabled: false}}}}}}", "bm25", "bm25", id="off"
        ),
        pytest.param(
            "backend: bow\nfusion_method: rrf\nrerank: true",
            "rerank:window(bow)",
            "rerank:window(hybrid:rrf(bm25,vsa-rich))",
            id="reranked",
        ),
        pytest.param(
            "fusion_method: weighted\ncomponents: [{name: bm25, k1: 2.0}, bow]",
            "bm25:k1=2",
            "hybrid:weighted(bm25:k1=2,bow)",
            id="equal weights",
        ),
    ],
)
def test_profiles(text: str, plain: str, quality: str) -> None:
    found = settings_of(text)

    assert (found.plain, found.quality) == (plain, quality)


def test_paths_are_found_from_the_folder_of_the_file() -> None:
    assert settings_of("corpus: c.jsonl", "conf/a.yaml").corpus == "conf/c.jsonl"
    with pytest.raises(RefusedError) as refused:
        settings_of("backend: dense:model=m", "conf/a.yaml")

    assert '"conf/m" is no folder' in refused.value.findings[0].message


@pytest.mark.parametrize("rule", findings.RULES, ids=lambda rule: rule.code)
def test_fixture_provokes_its_finding(rule: Rule) -> None:
    path = ROOT / "fixtures" / "findings" / f"{rule.code}.yaml"
    with pytest.raises(RefusedError) as refused:
        resolve(read_config(decode(path.name, read_bytes(path))))

    assert [found.code for found in refused.value.findings] == [rule.code]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("- a", ["CFG101"], id="list"),
        pytest.param("bm25", ["CFG101"], id="word"),
        pytest.param("backend: {k1: 2}", ["CFG104"], id="no name"),
        pytest.param('backend: {name: dense, model: "a\\"b"}', ["CFG106"], id="quotation mark"),
        pytest.param("backend: rrf(", ["CFG107"], id="no profile"),
        pytest.param("backend: [bow]", ["CFG104"], id="list of backends"),
        pytest.param("weights: {bow: 1}\nrrf_k: 3", ["CFG108", "CFG108"], id="no method"),
        pytest.param("fusion_method: weighted", ["CFG108"], id="nothing to weigh"),
        pytest.param("fusion_method: rrf\ncomponents: [bow]", ["CFG108"], id="one component"),
        pytest.param(
            "fusion_method: weighted\nweights: {bow: 1, vsa: 1}\ncomponents: {bm25: bm25}",
            ["CFG108"],
            id="component without weight",
        ),
        pytest.param("fusion_method: weighted\nweights: {bow: 0, vsa: 0}", ["CFG107"], id="zeros"),
        pytest.param("rerank: {form: cross}", ["CFG107"], id="no model"),
        pytest.param("rerank: {n: 0}", ["CFG107"], id="option of reranking"),
        pytest.param("text: whole", ["CFG106"], id="text"),
        pytest.param("aliases: {Anna: ['!']}", ["CFG106"], id="no word"),
        pytest.param("aliases: {A: [b]}\nquery: {aliases: {A: [c]}}", ["CFG108"], id="two places"),
        pytest.param("mmr: {n: 2.5}", ["CFG104"], id="half a place"),
        pytest.param("perf: true", ["CFG104"], id="no keys"),
        pytest.param("perf: {metrics: {memory: true}}", ["CFG105"], id="unknown inside"),
        pytest.param("bakend: a\ntext: b", ["CFG105", "CFG106"], id="all are told"),
    ],
)
def test_what_is_wrong_has_a_code(text: str, codes: list[str]) -> None:
    with pytest.raises(RefusedError) as refused:
        settings_of(text)

    assert [found.code for found in refused.value.findings] == codes


def test_wrong_bytes_are_told() -> None:
    with pytest.raises(RefusedError, match="cannot be used"):
        read_config(decode("a.yaml", b"backend: \xff"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("", "perf.enabled is false", id="default"),
        pytest.param(
            "perf: {enabled: true}", "perf.metrics.report_memory is false", id="no memory"
        ),
        pytest.param(OPEN, None, id="open"),
        pytest.param(
            f"{OPEN}\nt2: {{quality: {{enabled: false}}}}",
            "t2.quality.enabled and t2.quality.shadow are false",
            id="no quality",
        ),
    ],
)
def test_closed_gate_is_named(text: str, reason: str | None) -> None:
    assert settings_of(text).switches.closed_gate == reason


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("backend: basic", "backend: bow # the same", id="name"),
        pytest.param("backend: bm25", "backend: {name: bm25, k1: 1.20}", id="default"),
        pytest.param("", "backend: vsa\nperf: {enabled: true}\ncorpus: c.jsonl", id="aside"),
        pytest.param(
            "fusion_method: rrf",
            "rrf_k: 60.0\ncomponents: [vsa-rich, bm25]\nfusion_method: rrf",
            id="order",
        ),
        pytest.param(
            "{fusion_method: weighted, weights: {bow: 1, bm25: 3}}",
            "{fusion_method: weighted, weights: {bm25: .75, bow: .25}}",
            id="proportions",
        ),
        pytest.param("mmr: false", "mmr: {lambda: 1.0}", id="diversity that changes nothing"),
        pytest.param("mmr: true", "mmr: {n: 20.0, lambda: 0.70}", id="diversity"),
        pytest.param(
            "aliases: {Anna: [the captain, Reed]}",
            "query: {aliases: {Anna: [REED, the  captain, reed]}}",
            id="aliases",
        ),
        pytest.param(
            "t2: {quality: {enabled: false}}",
            "t2: {quality: {enabled: false}}\nmmr: true\naliases: {A: [b]}",
            id="turned off",
        ),
    ],
)
def test_files_that_behave_alike_have_one_digest(first: str, second: str) -> None:
    assert digest_of(first) == digest_of(second)


@pytest.mark.parametrize(
    "text",
    [
        *("backend: bow", "text: full", "mmr: true", "rerank: true", "aliases: {Anna: [b]}"),
        *("normalizer: {stopwords: [the]}", "fusion_method: rrf"),
        *("t2: {quality: {enabled: false}}", "t2: {quality: {shadow: true}}"),
    ],
)
def test_what_changes_a_result_changes_the_digest(text: str) -> None:
    assert digest_of(text) != digest_of("")


@given(keys=st.permutations(["rrf_k: 9", "fusion_method: rrf", "mmr: {n: 5}", "text: full"]))
@settings(deadline=None, max_examples=10)
def test_order_of_keys_changes_no_digest(keys: list[str]) -> None:
    assert digest_of("\n".join(keys)) == digest_of("\n".join(sorted(keys)))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("The CAPTAIN's lamp", "The CAPTAIN's lamp Anna", id="case"),
        pytest.param("the captains", "the captains", id="whole words"),
        pytest.param("the captain of the mail boat", "the captain of the mail boat Bo", id="long"),
        pytest.param("Anna, the captain", "Anna, the captain", id="there already"),
        pytest.param("reed and the captain", "reed and the captain Anna", id="once"),
        pytest.param("", "", id="empty"),
    ],
)
def test_names_are_added_behind_the_query(query: str, expected: str) -> None:
    aliases = (
        Alias("Anna", (("the", "captain"), ("reed",))),
        Alias("Bo", (("the", "captain", "of", "the", "mail", "boat"),)),
    )

    assert expand(query, aliases) == expected


def test_stop_words_go_after_aliases_unless_all_would_go() -> None:
    known = settings_of("aliases: {Anna: [the captain]}\nnormalizer: {stopwords: [the]}")

    assert searched_text("the captain", known) == "captain anna"
    assert searched_text("The the", known) == "The the"
    off = settings_of("normalizer: {enabled: false, stopwords: [the]}")
    assert searched_text("the sea", off) == "the sea"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_as_the_schema_says_and_resolve(path: Path) -> None:
    found = resolve(read_config(decode(str(path), read_bytes(path))))

    assert Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(path.read_text("utf-8")))
    assert found.corpus is not None
    assert Path(found.corpus).is_file()
    assert found.switches.closed_gate is None


@pytest.mark.parametrize("text", [f"{{{WEIGHTED}}}", "rerank: {n: 5}", "mmr: true", "{}", ""])
def test_schema_takes_what_is_read(text: str) -> None:
    assert Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text))


@pytest.mark.parametrize("code", ["CFG104", "CFG105", "CFG106"])
def test_schema_refuses_what_is_refused(code: str) -> None:
    text = (ROOT / "fixtures" / "findings" / f"{code}.yaml").read_text("utf-8")

    assert not Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text))
