"""``sceneprobe gate``: what fails, what passes, what is refused."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sceneprobe import evaluate
from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.experiments.gate import gate
from sceneprobe.experiments.gate_model import GateRule
from sceneprobe.experiments.model import Measured
from sceneprobe.formats.measured import measured_values
from sceneprobe.formats.queries import read_query_values
from sceneprobe.report.gate_markdown import gate_as_markdown
from sceneprobe.report.gate_text import falls_table, lost_table, verdict_line
from sceneprobe.report.table import table_as_text
from sceneprobe.report.wording import as_json

ROOT = Path(__file__).parents[2]
STORY = str(ROOT / "examples" / "tidewater" / "story.cnl")
SET = str(ROOT / "fixtures" / "testsets" / "test_set_v1.yaml")
Captured = pytest.CaptureFixture[str]


def result(total: int, lost: int, **options: Any) -> Measured:  # Any: options of evaluate
    """Measure a search that misses the first so many of the queries."""
    queries = [
        {"id": f"q{n}", "query": str(n), "relevant": ["d"], "type": "odd" if n % 2 else "even"}
        for n in range(total)
    ]

    def search(query: str, _: int) -> list[str]:
        return ["e"] if int(query) < lost else ["d"]

    return evaluate(search, read_query_values(queries), **{"measures": ["R@10", "RR"], **options})


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    for name, lost in (("baseline", 0), ("same", 0), ("lower", 1), ("worse", 10)):
        text = as_json(measured_values(result(20, lost)))
        (tmp_path / f"{name}.json").write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("total", "before", "now", "max_drop", "fails"),
    [
        pytest.param(20, 0, 0, 0.05, False, id="same"),
        pytest.param(20, 0, 1, 0.05, False, id="exactly-five-percent"),
        pytest.param(19, 0, 1, 0.05, True, id="a-little-more"),
        pytest.param(30, 10, 11, 0.05, False, id="exactly-five-percent-of-two-thirds"),
        pytest.param(20, 1, 0, 0.05, False, id="better"),
        pytest.param(20, 0, 1, 0.0, True, id="no-drop-allowed"),
        pytest.param(20, 0, 0, 0.0, False, id="no-drop-allowed-and-none"),
        pytest.param(20, 0, 20, 1.0, False, id="any-drop-allowed"),
        pytest.param(20, 20, 20, 0.05, False, id="baseline-of-zero"),
        pytest.param(10, 0, 3, 0.3, False, id="three-of-ten-where-a-third-rounds-up"),
    ],
)
def test_drop_is_relative_and_has_slack(
    total: int, before: int, now: int, max_drop: float, *, fails: bool
) -> None:
    found = gate(result(total, before), result(total, now), GateRule(max_drop=max_drop))

    assert found.failed == fails


def test_every_gated_metric_counts() -> None:
    rule = GateRule(metrics=("R@10", "RR"))
    found = gate(result(20, 0), result(20, 2), rule)

    assert [(one.metric, one.gated, one.failed) for one in found.metrics] == [
        ("R@10", True, True),
        ("RR", True, True),
    ]


@pytest.mark.parametrize(
    ("total", "lost", "max_drop", "said"),
    [
        pytest.param(
            20,
            10,
            0.05,
            "FAIL: R@10 of function fell by 50.0%, from 1.0000 to 0.5000;"
            " RR of function fell by 50.0%, from 1.0000 to 0.5000; 5.0% is allowed",
            id="all-that-failed",
        ),
        pytest.param(1998, 100, 0.05, "fell by 5.01%, ", id="more-digits"),
        pytest.param(1998, 100, 0.05, "; 5.00% is allowed", id="more-digits-of-what-is-allowed"),
        pytest.param(20, 1, 0.125, "PASS: R@10 and RR fell by no more than 12.5%", id="pass"),
        pytest.param(80, 1, 0.0125, "fell by no more than 1.25%", id="as-it-is-given"),
        pytest.param(20, 0, 0.0, "PASS: R@10 and RR did not fall", id="nothing-fell"),
        pytest.param(5000, 1, 0.0, "fell by 0.02%, ", id="a-little"),
    ],
)
def test_verdict_names_all_and_shows_what_differs(
    total: int, lost: int, max_drop: float, said: str
) -> None:
    rule = GateRule(metrics=("R@10", "RR"), max_drop=max_drop)
    found = gate(result(total, 0), result(total, lost), rule)

    assert said in verdict_line(found)
    assert "-0.0%" not in table_as_text(falls_table(found))


def test_queries_that_lost_are_named_with_their_places() -> None:
    (found,) = gate(result(20, 0), result(20, 2), GateRule()).metrics

    assert [(one.id, one.old_place, one.new_place, one.relevant) for one in found.lost] == [
        ("q0", 1, None, ("d",)),
        ("q1", 1, None, ("d",)),
    ]


@pytest.mark.parametrize(
    ("now", "left"),
    [
        pytest.param(["d", "x"], ("e",), id="one-left"),
        pytest.param(["x", "y"], ("d", "e"), id="both-left"),
        pytest.param([*"abcfghijklde"], ("d", "e"), id="behind-the-first-ten"),
        pytest.param([*"abcde"], (), id="further-down"),
    ],
)
def test_right_results_that_left_are_named(now: list[str], left: tuple[str, ...]) -> None:
    queries = read_query_values([{"id": "q", "query": "lamp", "relevant": ["d", "e"]}])
    measures = ["R@10", "RR"]
    before = evaluate(lambda _, __: ["d", "e"], queries, measures=measures)
    after = evaluate(lambda _, __: now, queries, measures=measures)
    found = gate(before, after, GateRule(metrics=("R@10", "RR")))

    assert {one.left for metric in found.metrics for one in metric.lost} == {left}
    for text in (gate_as_markdown(found), table_as_text(lost_table(found.metrics[-1]))):
        assert "left the first 10" in text


def test_types_have_their_own_falls() -> None:
    (found,) = gate(result(20, 0), result(20, 1), GateRule()).metrics

    assert [(kind, fall.n, fall.drop) for kind, fall in found.by_type] == [
        ("even", 10, pytest.approx(0.1)),
        ("odd", 10, 0.0),
    ]


@pytest.mark.parametrize(
    ("total", "lost", "fails"),
    [
        pytest.param(4, 2, False, id="few-queries"),
        pytest.param(20, 5, False, id="p-of-one-sixteenth"),
        pytest.param(20, 6, True, id="p-of-one-thirtysecond"),
    ],
)
def test_significant_drops_only(total: int, lost: int, *, fails: bool) -> None:
    rule = GateRule(significant=True)

    assert gate(result(total, 0), result(total, lost), rule).failed == fails
    assert gate(result(total, 0), result(total, lost), GateRule()).failed


def test_unmatched_query_is_refused_unless_queries_may_change() -> None:
    with pytest.raises(OptionError, match=r"^queries and qrels changed since the baseline"):
        gate(result(20, 0), result(21, 0), GateRule())

    allowed = GateRule(allow_changed=frozenset({"queries", "qrels"}))
    (found,) = gate(result(20, 0), result(21, 0), allowed).metrics
    assert found.fall.n == 20


def test_metric_that_was_not_measured_is_named() -> None:
    with pytest.raises(OptionError, match=r"P@3 was not measured in the baseline; there are R@10"):
        gate(result(2, 0), result(2, 0), GateRule(metrics=("P@3",)))


@pytest.mark.parametrize(
    ("current", "code", "said"),
    [
        pytest.param("same.json", 0, "PASS: R@10 did not fall\n", id="same"),
        pytest.param("lower.json", 0, "PASS: R@10 fell by no more than 5.0%", id="lower"),
        pytest.param("worse.json", 1, "FAIL: R@10 of function fell by 50.0%", id="worse"),
    ],
)
def test_exit_code_tells_the_verdict(
    current: str, code: int, said: str, saved: Path, capsys: Captured
) -> None:
    assert run(["gate", "--baseline", str(saved / "baseline.json"), str(saved / current)]) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    "option", [["--metric", "R@10"], ["--metric", "R@10", "RR"], ["--allow-changed", "corpus"], []]
)
def test_current_result_may_stand_last(option: list[str], saved: Path) -> None:
    baseline, current = str(saved / "baseline.json"), str(saved / "same.json")

    assert run(["gate", "--baseline", baseline, *option, current]) == 0


def test_outputs_are_written_all_or_none(saved: Path, capsys: Captured) -> None:
    given = ["gate", "--baseline", str(saved / "baseline.json"), str(saved / "same.json")]
    before = sorted(os.listdir(saved))

    assert run([*given, "--markdown", str(saved / "r.md"), "-o", str(saved / "no" / "x")]) == 2
    assert sorted(os.listdir(saved)) == before
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("form", ["text", "json", "markdown", "github"])
def test_two_runs_give_the_same_bytes(form: str, saved: Path, capsys: Captured) -> None:
    given = ["gate", "--baseline", str(saved / "baseline.json"), str(saved / "worse.json")]
    seen = []
    for _ in range(2):
        run([*given, "--format", form, "--markdown", str(saved / "report.md")])
        seen.append((capsys.readouterr(), (saved / "report.md").read_bytes()))

    assert seen[0] == seen[1]


@pytest.mark.parametrize("form", ["text", "json", "markdown", "github"])
def test_half_a_surrogate_pair_is_written_as_its_escape(form: str, saved: Path) -> None:
    for name in ("baseline", "worse"):
        path = saved / f"{name}.json"
        text = path.read_text("utf-8").replace('"query": "0"', r'"query": "half \ud800"')
        path.write_text(text, "utf-8")
    out, markdown = saved / "out", saved / "report.md"
    files = ["--baseline", str(saved / "baseline.json"), str(saved / "worse.json")]
    outputs = ["-o", str(out), "--markdown", str(markdown)]

    assert run(["gate", *files, "--format", form, *outputs]) == 1
    assert "half" in out.read_text("utf-8")


def test_least_chance_is_not_written_as_zero() -> None:
    found = gate(result(40, 0), result(40, 40), GateRule())

    assert found.metrics[0].p == 1 / 10_001
    assert "1e-04" in gate_as_markdown(found)


def test_json_tells_the_verdict_and_who_lost(saved: Path, capsys: Captured) -> None:
    given = ["gate", "--baseline", str(saved / "baseline.json"), str(saved / "worse.json")]
    run([*given, "--format", "json"])
    found = json.loads(capsys.readouterr().out)

    assert (found["verdict"], found["max_drop"], found["changed"]) == ("FAIL", 0.05, [])
    (metric,) = found["metrics"]
    assert (metric["metric"], metric["drop"], len(metric["lost"])) == ("R@10", 0.5, 10)


def test_wrong_baselines_are_refused(saved: Path, capsys: Captured) -> None:
    current = str(saved / "same.json")
    values = json.loads((saved / "baseline.json").read_bytes())
    for change, said in (
        ({"schema_version": 2}, "schema_version must be 1"),
        ({"kind": "sceneprobe check"}, 'kind must be "sceneprobe measure"'),
        ({"surprise": 1}, "surprise"),
    ):
        (saved / "other.json").write_text(json.dumps(values | change), "utf-8")
        assert run(["gate", "--baseline", str(saved / "other.json"), current]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param([], "give what is held against the baseline", id="nothing"),
        pytest.param(["no.json"], "cannot read no.json", id="no-file"),
        pytest.param([STORY], "give --queries FILE", id="story-without-queries"),
        pytest.param(
            ["same.json", "--queries", SET], "is a result already", id="result-and-queries"
        ),
        pytest.param(["same.json", "--max-drop", "5"], "a share from 0 to 1", id="percent"),
        pytest.param(["same.json", "--max-drop", "nan"], "a share from 0 to 1", id="nan"),
        pytest.param(["same.json", "--metric", "R@"], "R@", id="unknown-metric"),
        pytest.param(
            ["same.json", "--allow-changed", "all"], 'knows no "all"', id="unknown-change"
        ),
        pytest.param(["same.json", "--markdown", "-"], "name of a file", id="markdown-to-stdout"),
        pytest.param(["same.json", "-o", "baseline.json"], "overwrite", id="overwriting"),
    ],
)
def test_wrong_calls_are_one_line(
    arguments: list[str], said: str, saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(saved)
    code = run(["gate", "--baseline", "baseline.json", *arguments])
    captured = capsys.readouterr()

    assert code == 2
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gate")
    for profile in ("rich", "bow"):
        out = ["--profile", profile, "--no-cache", "-o", str(folder / f"{profile}.json")]
        assert run(["measure", STORY, "--queries", SET, *out]) == 0
    return folder


def test_story_is_measured_as_the_baseline_was(measured: Path) -> None:
    given = ["gate", "--baseline", str(measured / "bow.json"), STORY, "--queries", SET]
    assert run([*given, "--max-drop", "0", "--metric", "R@5", "R@10", "R@20", "nDCG@10", "RR"]) == 0


def test_profile_files_are_measured_now(measured: Path) -> None:
    (measured / "words.yaml").write_text("name: bow\n", "utf-8")
    given = ["gate", "--baseline", str(measured / "rich.json"), STORY, "--queries", SET]

    assert run([*given, "--profile", str(measured / "words.yaml"), "--metric", "R@10"]) == 1


def test_changed_story_is_refused_by_name(measured: Path, capsys: Captured) -> None:
    changed = measured / "story.cnl"
    text = Path(STORY).read_text("utf-8").replace("lamp", "lantern")
    changed.write_text(text, "utf-8")
    given = ["gate", "--baseline", str(measured / "bow.json"), str(changed), "--queries", SET]

    assert run(given) == 2
    assert capsys.readouterr().err.startswith("sceneprobe: corpus changed since the baseline")
    assert run([*given, "--allow-changed", "corpus"]) in {0, 1}


def test_report_links_lost_queries_to_their_scenes(measured: Path) -> None:
    from sceneprobe.workflows.gate import Current, gate_files

    found = gate_files(str(measured / "rich.json"), Current(str(measured / "bow.json")), GateRule())
    report = gate_as_markdown(found, "https://example.org/blob/main/")

    assert "| R@<!-- -->10 |" in report
    assert "| nDCG@<!-- -->10 |" in report
    assert "by type" in report
    assert "](https://example.org/blob/main/" in report
    assert "story.cnl#L" in report
    assert "| corpus | `sha256:" in report
