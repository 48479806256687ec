"""Conformance cases that cannot be used: refused with their place, never passed over."""

from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.formats.cases import UnusableCasesError
from sceneprobe.workflows.conformance import run_conformance

STORY = 'story: "Sc1 group begin\\n x describes \\"sea\\"\\nSc1 group end"'
QUERIES = "queries: [{id: a, query: sea, relevant: [Sc1]}]"
RIGHT = f"- {{name: right, rule: RQ-3, {STORY}, {QUERIES}, expected: {{value: 1}}}}\n"
DIGEST = "0" * 64


def expecting(expected: str) -> str:
    return f"- {{name: a, rule: RQ-3, {STORY}, {QUERIES}, expected: {{{expected}}}}}\n"


def setting(settings: str) -> str:
    return f"- {{name: a, rule: RQ-3, {STORY}, settings: {settings}, expected: {{value: 1}}}}\n"


def asking(queries: str) -> str:
    return f"- {{name: a, rule: RQ-3, {STORY}, queries: {queries}, expected: {{value: 1}}}}\n"


def vector(entry: str) -> str:
    return f"- {{name: a, rule: BCK-5, hypervectors: [{entry}]}}\n"


def telling(story: str) -> str:
    return f"- {{name: a, rule: RQ-3, story: {story}, expected: {{value: 1}}}}\n"


UNUSABLE = {
    "rule-unknown": (
        "- {name: a, rule: RQ-99, story: x, expected: {value: 1}}", "no rule is called RQ-99"),
    "rule-strange": (
        "- {name: a, rule: XYZ, story: x, expected: {value: 1}}", "no rule is called XYZ"),
    "nothing-expected": ("- {name: a, rule: RQ-3, story: x}", "needs story and expected"),
    "no-name": ("- {rule: RQ-3, story: x, expected: {value: 1}}", "needs a name and a rule"),
    "unknown-field": ("- {name: a, rule: RQ-3, note: x}", 'a case has no field "note"; known: '),
    "field-twice": ("- {name: a, name: b, rule: RQ-3}", 'the field "name" is given twice'),
    "inner-field-twice": (expecting("value: 1, value: 2"), 'the field "value" is given twice'),
    "query-field-twice": (asking("[{query: a, query: b}]"), 'the field "query" is given twice'),
    "case-is-no-mapping": ("- a", 'a case must be a mapping, not "a"'),
    "both-kinds": (f"- {{name: a, rule: BCK-5, {STORY}, hypervectors: []}}",
                   "a case with hypervectors has no story"),

    "expected-is-no-mapping": (
        "- {name: a, rule: RQ-3, story: x, expected: 5}", 'expected must be a mapping, not "5"'),
    "unknown-expectation": (
        expecting("valeu: 1"), 'expected has no field "valeu"; did you mean "value"?'),
    "unknown-query": (expecting("recall: {z: 1}"), 'recall names the query "z", which is not'),
    "texts-are-a-list": (expecting("texts: [x]"), "texts must be a mapping that is not empty"),
    "no-texts": (expecting("texts: {}"), "not an empty mapping"),
    "text-is-a-list": (expecting("texts: {Sc1: [x]}"), "texts of Sc1 must be a text, not a list"),
    "scores-are-a-number": (
        expecting("scores: {a: 5}"), "scores of a must be a mapping that is not empty"),
    "score-is-a-word": (
        expecting("scores: {a: {Sc1: x}}"), 'scores of a of Sc1 must be a number, not "x"'),
    "ranks-are-a-word": (
        expecting("ranks: {a: Sc1}"), 'ranks of a must be a list of ids, not "Sc1"'),
    "no-ranks": (expecting("ranks: {a: []}"), "ranks of a must name at least one id"),
    "rank-is-a-word": (
        expecting("first_relevant: {a: one}"), "first_relevant of a must be a whole number"),
    "scenes-are-a-word": (expecting("scenes: Sc1"), "scenes must be a list of ids"),
    "scenes-are-a-mapping": (expecting("scenes: {a: b}"), "scenes must be a list of ids"),
    "verdict": (expecting("verdict: maybe"), "verdict must be one of PASS, FAIL, SKIPPED"),
    "reason": (expecting("reason: rain"), "reason must be one of no_scenes, missing_retrieval"),
    "value-is-a-word": (expecting("value: one"), 'value must be a number, not "one"'),
    "value-by-nothing": (expecting("value: 1/0"), 'value must be a number, not "1/0"'),
    "value-is-endless": (expecting("value: 1e999999999"), "value must be a number"),
    "value-is-a-list": (expecting("value: [1]"), "value must be a number, not a list"),

    "settings-are-a-list": (setting("[]"), "settings must be a mapping, not an empty list"),
    "unknown-setting": (
        setting("{kk: 5}"), 'settings has no field "kk"; known: profile, k, threshold'),
    "allow-unknown": (setting("{allow_unknown: maybe}"), "allow_unknown must be one of true"),
    "profile": (setting("{profile: xyz}"), 'no backend is called "xyz"'),
    "profile-is-a-list": (setting("{profile: [bow]}"), "profile must be a text, not a list"),
    "threshold": (setting("{threshold: 2}"), "the threshold is a number from 0 to 1"),
    "k": (setting("{k: 0}"), "k must be a whole number from 1 to"),

    "queries-are-a-number": (asking("5"), "the queries must be a list"),
    "label-of-no-scene": (asking("[{query: sea, relevant: [Sc9]}]"), "QRY207: .*Sc9"),
    "story-is-a-list": (telling("[a]"), "the story must be a text"),
    "story-is-a-number": (telling("5"), "the story must be a text"),

    "vectors-are-a-number": (
        "- {name: a, rule: BCK-5, hypervectors: 5}", "hypervectors must be a list"),
    "no-vectors": ("- {name: a, rule: BCK-5, hypervectors: []}", "hypervectors must be a list"),
    "vector-is-a-word": (vector("storm"), "a hypervector must be a mapping"),
    "vector-compares-nothing": (vector("{word: storm}"), "needs first or sha256"),
    "vector-without-word": (vector('{first: "+"}'), "word must be a text, not nothing"),
    "vector-misspelt": (vector('{word: a, firts: "+", first: "+"}'), 'did you mean "first"'),
    "first-is-empty": (vector('{word: a, first: ""}'), r"first must be from 1 to 10,000 of \+"),
    "first-is-odd": (vector('{word: a, first: "+-x"}'), "first must be from 1"),
    "first-is-too-long": (vector('{word: a, dim: 2, first: "+-+"}'), "first must be from 1 to 2"),
    "digest-is-short": (vector("{word: a, sha256: abc}"), "sha256 must be 64 hexadecimal digits"),
    "dim": (vector(f"{{word: a, dim: 0, sha256: {DIGEST}}}"), "dim must be a whole number from 1"),
    "seed": (vector(f"{{word: a, seed: x, sha256: {DIGEST}}}"), "seed must be a whole number"),
}  # fmt: skip


@pytest.mark.parametrize(("case", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_case_that_cannot_be_used_is_refused_with_its_place(
    case: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "cases.yaml").write_text(RIGHT + case, "utf-8")

    with pytest.raises(UnusableCasesError, match=f"^cases.yaml:2: .*{said}"):
        run_conformance(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"a: b", "cases.yaml: a file of cases is a list", id="no-list"),
        pytest.param(b"[]", "cases.yaml: a file of cases is a list of at least one", id="empty"),
        pytest.param(b"- {", "cases.yaml:1: this is no YAML", id="no-yaml"),
        pytest.param(RIGHT.encode("utf-16"), "cases.yaml:1: the byte at offset 0 is no UTF-8",
                     id="utf-16"),
        pytest.param(b"- a\n- \xe9", "cases.yaml:2: the byte at offset 6 is no UTF-8", id="latin"),
    ],
)  # fmt: skip
def test_file_that_cannot_be_read_is_refused_by_name(
    content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "cases.yaml").write_bytes(content)

    with pytest.raises(UnusableCasesError, match=said):
        run_conformance(tmp_path)


def test_all_that_cannot_be_used_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.yaml").write_text(setting("{profile: xyz}"), "utf-8")
    (tmp_path / "b.yaml").write_text(RIGHT + expecting("value: one") + vector("a"), "utf-8")

    assert run(["conformance", str(tmp_path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert [line.split(":")[1:3] for line in output.err.splitlines()] == [
        [" b.yaml", "2"],
        [" b.yaml", "3"],
        [" a.yaml", "1"],
    ]
