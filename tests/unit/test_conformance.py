"""Conformance cases: what they compare, and what is wrong with them."""

import json
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sceneprobe.backends.hypervectors import word_vector
from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.workflows.conformance import RULES, bundled_cases, run_conformance
from tests.spec.console import SPECS, rules_in

STORY = 'story: "Sc1 group begin\\n x describes \\"sea\\"\\nSc1 group end"'
QUERY = "queries: [{id: a, query: sea, relevant: [Sc1]}]"
RIGHT = f"- {{name: right, rule: RQ-3, {STORY}, {QUERY}, expected: {{value: 1, verdict: PASS}}}}\n"
WRONG = (
    f"- {{name: wrong & <odd>, rule: RQ-3, {STORY}, {QUERY}, settings: {{profile: bow}}, expected:"
    " {scenes: [Sc2], texts: {Sc1: lamp}, ranks: {a: [Sc2]}, scores: {a: {Sc1: 0.5}},"
    " first_relevant: {a: 2}, recall: {a: 1/3}, value: 2/3, recall_mean: 0, verdict: FAIL,"
    " reason: no_scenes}}\n"
)


def write(folder: Path, *cases: str) -> Path:
    (folder / "cases.yaml").write_text("".join(cases), "utf-8")
    return folder


def test_bundled_cases_pass() -> None:
    assert [result for result in run_conformance() if not result.passed] == []


def test_rules_are_those_of_the_specs() -> None:
    named = [rule for page in SPECS.glob("*.md") for rule in rules_in(page)]

    kinds = [rule.partition("-")[0] for rule in named]
    assert {kind: kinds.count(kind) for kind in kinds} == dict(RULES)
    assert set(named) == {
        f"{kind}-{n}" for kind, count in RULES.items() for n in range(1, count + 1)
    }


def test_bundled_cases_name_the_rules_of_ds18() -> None:
    shown = {result.rule for result in run_conformance(bundled_cases())}

    assert shown >= {"SCN-4", "SCN-5", "BCK-4", "BCK-5", "RQ-1", "RQ-3", "RQ-4"}


def test_every_difference_is_named(tmp_path: Path) -> None:
    (result,) = run_conformance(write(tmp_path, WRONG))

    assert [difference.partition(":")[0] for difference in result.differences] == [
        "scenes",
        "text of Sc1",
        "ranks of a",
        "score of Sc1 for a",
        "first relevant rank of a",
        "recall of a",
        "value",
        "recall_mean",
        "verdict",
        "reason",
    ]


def test_story_that_is_refused_is_a_difference(tmp_path: Path) -> None:
    case = "- {name: a, rule: RQ-6, story: Anna, expected: {value: 1}}\n"

    (result,) = run_conformance(write(tmp_path, case))

    assert result.differences[0].startswith("CNL301")


def test_wrong_hypervector_is_a_difference(tmp_path: Path) -> None:
    vector = f'{{word: sea, first: "-", sha256: {"0" * 64}}}'
    case = f"- {{name: a, rule: BCK-5, hypervectors: [{vector}]}}\n"

    (result,) = run_conformance(write(tmp_path, case))

    assert [difference.partition(":")[0] for difference in result.differences] == [
        "first",
        "sha256",
    ]


def test_digest_may_be_in_capitals(tmp_path: Path) -> None:
    digest = "7eeb67a9ece293acf5e7a4f0f4b60df81153a59036a0452e4ee3423b21c6c29f"
    case = f"- {{name: a, rule: BCK-5, hypervectors: [{{word: sea, sha256: {digest.upper()}}}]}}\n"

    (result,) = run_conformance(write(tmp_path, case))

    assert result.passed


@pytest.mark.parametrize("dim", [1, 7, 8, 13, 100])
def test_digest_is_of_the_components_alone(dim: int, tmp_path: Path) -> None:
    components = word_vector("storm", dim, 42)
    packed = bytearray((dim + 7) // 8)
    for place, component in enumerate(components):
        packed[place // 8] |= int(component > 0) << place % 8
    vector = f"{{word: storm, dim: {dim}, seed: 42, sha256: {sha256(packed).hexdigest()}}}"

    (result,) = run_conformance(
        write(tmp_path, f"- {{name: a, rule: CNF-2, hypervectors: [{vector}]}}\n")
    )

    assert result.passed


def test_output_never_overwrites_a_case_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, RIGHT) / "cases.yaml"

    assert run(["conformance", str(tmp_path), "-o", str(path)]) == 2
    assert "would overwrite the input" in capsys.readouterr().err
    assert path.read_text("utf-8") == RIGHT


def test_case_with_several_differences_is_listed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["conformance", str(write(tmp_path, WRONG))])

    lines = capsys.readouterr().out.splitlines()
    assert lines.count("cases.yaml:1: wrong & <odd>") == 1
    assert len([line for line in lines if line.startswith("  ")]) == 10


def test_file_in_place_of_a_folder_is_refused_with_a_hint(tmp_path: Path) -> None:
    path = write(tmp_path, RIGHT) / "cases.yaml"

    with pytest.raises(OptionError, match="is a file; give the folder"):
        run_conformance(path)


def test_folder_without_cases_is_refused(tmp_path: Path) -> None:
    assert run(["conformance", str(tmp_path)]) == 2
    assert run(["conformance", str(tmp_path / "missing")]) == 2


def test_differences_make_the_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["conformance", str(write(tmp_path, RIGHT, WRONG))])

    assert code == 1
    assert capsys.readouterr().out.endswith("1 of 2 cases passed\n")


def test_json_has_every_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["conformance", str(write(tmp_path, RIGHT, WRONG)), "--format", "json"])

    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["failed"]) == (1, 1)
    assert [case["passed"] for case in found["cases"]] == [True, False]


def test_junit_is_xml_with_the_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["conformance", str(write(tmp_path, RIGHT, WRONG)), "--format", "junit"])

    (suite,) = ET.fromstring(capsys.readouterr().out)  # noqa: S314 - our own output
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite] == ["right", "wrong & <odd>"]
    assert suite[1][0].tag == "failure"
