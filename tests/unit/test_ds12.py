"""The JSON report: its schema, its bytes, what it says in every case."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sceneprobe.report.ds12 import check_as_json
from sceneprobe.settings.digest import settings_digest
from sceneprobe.version import __version__
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.plugin import RQ
from sceneprobe.workflows.suite import Metric, Result, run_metrics
from tests.queries import WEATHER, as_ds12, checked, details_of

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "specs" / "report.schema.json").read_text("utf-8"))
BOW = CheckOptions(profile="bow")
FOUND = "- {query: sea, relevant: [Sc1]}\n"
SECOND = "- {query: storm sea, relevant: [Sc2]}\n"
TIED = "- {query: lamp, relevant: [Sc3], type: object}\n"
UNKNOWN = "- {query: key, relevant: [Nowhere, Sc3]}\n"
BROKEN = 'Sc1 group begin\n  x describes "storm\n  Anna walks\nSc1 group end\n'

CASES = {
    "passed": (FOUND, WEATHER, BOW),
    "failed": (SECOND, WEATHER, BOW),
    "passed-with-interval": (FOUND + SECOND, WEATHER, BOW),
    "vsa": (FOUND + SECOND, WEATHER, CheckOptions()),
    "other-settings": (FOUND, WEATHER, CheckOptions(profile="vsa:dim=100,seed=1")),
    "tied": (TIED, WEATHER, BOW),
    "no-evidence": ("- {query: whale, relevant: [Sc1]}", WEATHER, BOW),
    "some-unlabelled": (FOUND + "- key\n", WEATHER, BOW),
    "none-labelled": ("- sea\n- key\n", WEATHER, BOW),
    "no-queries": (None, WEATHER, BOW),
    "empty-queries": ("[]", WEATHER, BOW),
    "no-scenes": (FOUND, "// nothing\n", BOW),
    "no-scenes-and-no-queries": (None, "// nothing\n", CheckOptions()),
    "allow-unknown": (UNKNOWN, WEATHER, replace(BOW, allow_unknown=True)),
    "keep-going": (FOUND, BROKEN, replace(BOW, keep_going=True)),
    "world-findings": (FOUND, WEATHER + "Sc9 relates to Sc8 as x\nAnna walks\n", BOW),
    "doubtful-queries": (FOUND + "- {query: sea, note: x}\n", WEATHER, BOW),
    "no-words": ('- {query: "...", relevant: [Sc1]}', "Sc1 group begin\nSc1 group end\n", BOW),
}


@pytest.mark.parametrize(("queries", "story", "options"), CASES.values(), ids=CASES)
def test_report_is_as_its_schema_says(
    queries: str | None, story: str, options: CheckOptions, tmp_path: Path
) -> None:
    report = as_ds12(checked(tmp_path, queries, story, options))

    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(report)] == []


@pytest.mark.parametrize("name", ["queries", "paraphrases"])
@pytest.mark.parametrize("profile", ["vsa", "bow"])
def test_report_of_the_example_is_as_its_schema_says(name: str, profile: str) -> None:
    from sceneprobe.workflows.check import check

    folder = ROOT / "examples" / "tidewater"
    options = CheckOptions(profile=profile)
    report = as_ds12(check(folder / "story.cnl", folder / f"{name}.yaml", options))

    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(report)] == []


SCENES = {"ordered_ids": ["Sc1"], "by_id": {"Sc1": "sea"}}
CONTEXT = {"world": {"scenes": SCENES}, "corpora": {"retrieval_queries": ["sea"]}}


class Length:
    """A metric that is not ours, and whose value is no share."""

    code, version, threshold = "LEN", "1", 1.0

    def compute(self, _: object) -> Result:
        return {"value": 7, "threshold": None, "pass": False, "details": {"words": [1, 2]}}


@pytest.mark.parametrize(
    ("ctx", "metrics"),
    [
        pytest.param(CONTEXT, [RQ, Length()], id="skipped-beside-another"),
        pytest.param({}, [RQ, Length()], id="error-beside-another"),
        pytest.param({}, [object()], id="no-metric"),
    ],
)
def test_report_of_a_suite_is_as_its_schema_says(
    ctx: object, metrics: list[Metric], tmp_path: Path
) -> None:
    report = {**as_ds12(checked(tmp_path, FOUND)), "metrics": run_metrics(ctx, None, metrics)}

    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(report)] == []


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"details": {}}, id="rq-without-details"),
        pytest.param({"details": {"status": "error"}, "pass": None}, id="error-without-message"),
        pytest.param({"value": 7}, id="rq-above-1"),
        pytest.param({"pass": None}, id="null-without-status"),
        pytest.param({"code": "LEN", "pass": None, "details": {}}, id="other-without-status"),
        pytest.param({"code": "LEN", "details": 5}, id="other-without-details"),
    ],
)
def test_schema_refuses_what_is_no_result(changes: dict[str, object], tmp_path: Path) -> None:
    report = as_ds12(checked(tmp_path, FOUND))
    result = {**report["metrics"]["results"][0], **changes}
    metrics = {**report["metrics"], "results": [result]}

    assert not Draft202012Validator(SCHEMA).is_valid({**report, "metrics": metrics})


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("queries", "story", "options"), CASES.values(), ids=CASES)
def test_same_input_gives_the_same_bytes(
    queries: str | None, story: str, options: CheckOptions, tmp_path: Path
) -> None:
    first, second = (checked(tmp_path, queries, story, options) for _ in range(2))

    assert check_as_json(first) == check_as_json(second)


@pytest.mark.parametrize(
    ("case", "value", "passed", "failed", "skipped"),
    [
        ("passed", 1.0, True, [], []),
        ("failed", 0.5, False, ["RQ"], []),
        ("none-labelled", None, None, [], ["RQ"]),
        ("no-queries", None, None, [], ["RQ"]),
        ("no-scenes", None, None, [], ["RQ"]),
    ],
)
def test_metric_and_summary_agree(
    case: str,
    value: float | None,
    failed: list[str],
    skipped: list[str],
    tmp_path: Path,
    *,
    passed: bool | None,
) -> None:
    metrics = as_ds12(checked(tmp_path, *CASES[case]))["metrics"]
    (metric,) = metrics["results"]

    assert (metric["code"], metric["value"], metric["pass"]) == ("RQ", value, passed)
    assert metric["threshold"] == 0.6
    assert (metrics["summary"]["failed"], metrics["summary"]["skipped"]) == (failed, skipped)
    assert metrics["summary"]["computed_at"] is None


def test_summary_fails_where_a_metric_fails(tmp_path: Path) -> None:
    outcomes = [
        as_ds12(checked(tmp_path, *CASES[case]))["metrics"]["summary"]["pass"]
        for case in ("passed", "failed")
    ]

    assert outcomes == [True, False]


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("no-scenes", "no_scenes"),
        ("no-scenes-and-no-queries", "no_scenes"),
        ("no-queries", "missing_retrieval_queries"),
        ("empty-queries", "missing_retrieval_queries"),
        ("none-labelled", "no_labeled_queries"),
    ],
)
def test_skipped_metric_says_why(case: str, reason: str, tmp_path: Path) -> None:
    details = details_of(as_ds12(checked(tmp_path, *CASES[case])))

    assert (details["status"], details["reason"]) == ("skipped", reason)
    assert (details["mrr"], details["recall_at_k_avg"], details["interval"]) == (None, None, None)


def test_metric_that_was_computed_has_no_status(tmp_path: Path) -> None:
    details = details_of(as_ds12(checked(tmp_path, FOUND)))

    assert "status" not in details
    assert "reason" not in details


def test_unlabelled_query_is_a_skipped_row(tmp_path: Path) -> None:
    details = details_of(as_ds12(checked(tmp_path, FOUND + "- key\n")))
    first, second = details["per_query"]

    assert (details["labeled_queries"], details["total_queries"]) == (1, 2)
    assert "status" not in first
    assert (second["status"], second["reason"]) == ("skipped", "no_ground_truth")
    assert (second["reciprocal_rank"], second["recall_at_k"]) == (None, None)
    assert [hit["id"] for hit in second["top_results"]] == ["Sc3", "Sc1", "Sc2"]


def test_row_of_a_query(tmp_path: Path) -> None:
    queries = "- {id: w, query: storm lamp, relevant: [Sc1, Sc2], k: 2, type: event}"
    (row,) = details_of(as_ds12(checked(tmp_path, queries)))["per_query"]

    assert row == {
        "id": "w",
        "query": "storm lamp",
        "type": "event",
        "topK": 2,
        "relevant": ["Sc1", "Sc2"],
        "reciprocal_rank": 1.0,
        "first_relevant_rank": 1,
        "recall_at_k": 1.0,
        "has_evidence": True,
        "reciprocal_rank_by_ties": None,
        "recall_at_k_by_ties": None,
        "top_results": [{"id": "Sc2", "score": 1.0}, {"id": "Sc1", "score": 0.4**0.5}],
    }


def test_ties_and_evidence_stand_beside_the_value(tmp_path: Path) -> None:
    queries = TIED + "- {query: whale, relevant: [Sc1]}\n" + FOUND
    details = details_of(as_ds12(checked(tmp_path, queries)))

    assert details["mrr"] == pytest.approx(2.5 / 3)
    assert details["mrr_by_evidence"] == 0.5
    assert details["mrr_by_ties"] == {
        "worst": pytest.approx((0.5 + 1 / 3 + 1) / 3),
        "best": 1.0,
    }
    assert details["per_query"][0]["reciprocal_rank_by_ties"] == {"worst": 0.5, "best": 1.0}
    assert [row["has_evidence"] for row in details["per_query"]] == [True, False, True]


def test_counts_stand_beside_the_mean(tmp_path: Path) -> None:
    queries = TIED + FOUND + "- key\n- {query: storm, relevant: [{id: Sc1, grade: 0}]}\n"
    details = details_of(as_ds12(checked(tmp_path, queries)))

    assert details["counts"] == {
        "evaluated": 2,
        "unlabeled": 2,
        "missing_in_run": 0,
        "missing_in_qrels": 0,
        "no_relevant": 0,
        "tied": 1,
        "unjudged": 4,
    }


def test_types_have_means_of_their_own(tmp_path: Path) -> None:
    queries = TIED + "- {query: key, relevant: [Sc3], type: object}\n" + FOUND
    details = details_of(as_ds12(checked(tmp_path, queries)))

    assert details["per_type"]["object"] == {"queries": 2, "mrr": 0.75, "recall_at_k_avg": 1.0}
    assert sum(kind["queries"] for kind in details["per_type"].values()) == 3


def test_no_query_is_lost_between_no_type_and_an_empty_one(tmp_path: Path) -> None:
    queries = FOUND + '- {query: key, relevant: [Sc3], type: ""}\n'
    details = details_of(as_ds12(checked(tmp_path, queries)))

    assert sum(kind["queries"] for kind in details["per_type"].values()) == 2


def test_world_is_counted(tmp_path: Path) -> None:
    story = (
        "Anna is character\nHarbor is location\nMarcus is character\n"
        "Sc1 group begin\n  Anna walks to Harbor\n  Marcus waits\nSc1 group end\n"
        "Sc2 group begin\n  x describes \"Grey sea.\"\n  Sc2 requires \"wit\"\nSc2 group end\n"
    )  # fmt: skip
    world = as_ds12(checked(tmp_path, None, story))["world"]

    assert world["entities"] == {"count": 3, "by_type": {"character": 2, "location": 1}}
    assert world["scenes"] == {"count": 2, "ordered_ids": ["Sc1", "Sc2"]}
    assert world["events"] == {"count": 2, "by_scene": {"Sc1": 2, "Sc2": 0}}
    assert world["constraints"] == {"count": 1, "by_type": {"requires": 1}}
    assert world["texts"] == {"token_count": 8, "by_scene": {"Sc1": 6, "Sc2": 2}}


def test_findings_are_told_apart_by_where_they_come_from(tmp_path: Path) -> None:
    story = BROKEN.replace("Anna walks", "Sc1 includes character Anna")
    queries = "- {query: walks, relevant: [Sc1], note: x}"
    report = as_ds12(checked(tmp_path, queries, story, replace(BOW, keep_going=True)))
    parse, semantic = report["diagnostics"]["parse"], report["diagnostics"]["semantic"]

    assert (parse["valid"], [(f["code"], f["line"]) for f in parse["errors"]]) == (
        False,
        [("CNL201", 2)],
    )
    assert (semantic["valid"], [f["code"] for f in semantic["errors"]]) == (
        False,
        ["undefined_entity"],
    )
    assert report["query_diagnostics"]["valid"]
    assert [f["code"] for f in report["query_diagnostics"]["warnings"]] == ["QRY106"]


def test_allowed_labels_of_no_scene_lower_recall_and_are_warned_of(tmp_path: Path) -> None:
    report = as_ds12(checked(tmp_path, *CASES["allow-unknown"]))

    assert details_of(report)["recall_at_k_avg"] == 0.5
    assert [f["code"] for f in report["query_diagnostics"]["warnings"]] == ["QRY207"]


def test_provenance_names_program_inputs_and_settings(tmp_path: Path) -> None:
    report = as_ds12(checked(tmp_path, FOUND, options=CheckOptions()))
    provenance = report["provenance"]

    assert report["interpreter_version"] == provenance["program_version"] == __version__
    assert report["cnl_hash"] == provenance["story_digest"]
    assert report["cnl_hash"] == f"sha256:{sha256(WEATHER.encode()).hexdigest()}"
    assert provenance["queries_digest"] == f"sha256:{sha256(FOUND.encode()).hexdigest()}"
    assert (report["profile"], report["seed"]) == ("vsa", 42)
    assert provenance["settings"]["backend"] == {
        "name": "vsa",
        "settings": {"dim": 10_000, "seed": 42},
    }
    assert provenance["tie_rule"] == "story_order"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(BOW, CheckOptions(profile="basic"), id="another-name"),
        pytest.param(
            CheckOptions(), CheckOptions(profile="vsa:seed=42,dim=10000"), id="defaults-spelt-out"
        ),
        pytest.param(
            replace(BOW, threshold=1.0), replace(BOW, threshold=1), id="numbers-normalised"
        ),
    ],
)
def test_settings_that_behave_alike_have_one_digest(
    first: CheckOptions, second: CheckOptions, tmp_path: Path
) -> None:
    digests = {
        as_ds12(checked(tmp_path, FOUND, options=options))["provenance"]["settings_digest"]
        for options in (first, second)
    }

    assert len(digests) == 1


@pytest.mark.parametrize(
    "changed",
    [
        CheckOptions(),
        replace(BOW, k=6),
        replace(BOW, threshold=0.7),
        replace(BOW, scene_pattern="Yard"),
        replace(BOW, allow_unknown=True),
        replace(BOW, keep_going=True),
    ],
    ids=["backend", "k", "threshold", "pattern", "allow-unknown", "keep-going"],
)
def test_settings_that_can_change_a_result_change_the_digest(
    changed: CheckOptions, tmp_path: Path
) -> None:
    digests = {
        as_ds12(checked(tmp_path, FOUND, options=options))["provenance"]["settings_digest"]
        for options in (BOW, changed)
    }

    assert len(digests) == 2


def test_digest_does_not_depend_on_the_order_of_settings() -> None:
    assert settings_digest({"a": 1, "b": "é"}) == settings_digest({"b": "é", "a": 1})
