"""A check as JUnit, GitHub annotations, CSV and a TREC run."""

import csv
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError
from sceneprobe.formats.trec import run_as_trec
from sceneprobe.ranking.model import TieRule
from sceneprobe.ranking.rank import rank
from sceneprobe.report.check_machine import check_as_csv, check_as_github, check_as_junit
from tests.queries import WEATHER, checked

QUERIES = """\
- {id: a, query: sea, relevant: [Sc1], type: object}
- {id: b, query: "sea, <b> & 100 %\\nlamp", relevant: [Sc3], k: 1}
- {id: c, query: whale}
"""


def parsed(report: str) -> ET.Element:
    """Give the only suite of a JUnit report."""
    (suite,) = ET.fromstring(report)  # noqa: S314 - our own output
    return suite


def test_junit_has_a_case_for_each_query_and_the_verdict(tmp_path: Path) -> None:
    suite = parsed(check_as_junit(checked(tmp_path, QUERIES)))

    assert [case.get("classname") for case in suite] == ["object", "query", "query", "RQ"]
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["skipped"], []]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "1")


@pytest.mark.parametrize(
    ("queries", "tag"),
    [
        pytest.param("- {query: sea, relevant: [Sc3]}", "failure", id="failed"),
        pytest.param("- sea", "skipped", id="skipped"),
    ],
)
def test_junit_tells_the_verdict(queries: str, tag: str, tmp_path: Path) -> None:
    suite = parsed(check_as_junit(checked(tmp_path, queries)))

    assert [child.tag for child in suite[-1]] == [tag]


def test_characters_that_xml_has_not_are_replaced(tmp_path: Path) -> None:
    suite = parsed(check_as_junit(checked(tmp_path, '- {query: "a\\0b\\uFFFE", relevant: [Sc1]}')))

    assert "\ufffd" in (suite[0].get("name") or "")


def test_github_points_at_the_query_and_the_scene_it_missed(tmp_path: Path) -> None:
    lines = check_as_github(checked(tmp_path, QUERIES)).splitlines()

    assert lines[0].startswith(f"::warning file={tmp_path}/queries.yaml,line=2,title=RQ::")
    assert "%0Alamp" in lines[0]
    assert lines[1].startswith(f"::notice file={tmp_path}/story.cnl,line=7,title=RQ::")
    assert lines[2].startswith(f"::notice file={tmp_path}/story.cnl,title=RQ::RQ ")


def test_github_shows_a_failed_verdict_as_an_error(tmp_path: Path) -> None:
    report = checked(tmp_path, "- {query: sea, relevant: [Sc3]}")

    assert (
        check_as_github(report)
        .splitlines()[-1]
        .startswith(f"::error file={tmp_path}/story.cnl,title=RQ::RQ 0.33 FAIL")
    )


def test_csv_has_a_row_for_each_query(tmp_path: Path) -> None:
    rows = list(csv.DictReader(StringIO(check_as_csv(checked(tmp_path, QUERIES)))))

    assert [row["status"] for row in rows] == ["evaluated", "evaluated", "skipped"]
    assert rows[0]["top_results"] == "Sc1,Sc2,Sc3"
    assert (rows[1]["first_relevant_rank"], rows[1]["recall_at_k"]) == ("2", "0.0")
    assert rows[1]["query"] == "sea, <b> & 100 %\nlamp"
    assert rows[2]["reciprocal_rank"] == ""


@pytest.mark.parametrize(
    ("raw", "scores"), [(False, ["2", "1"]), (True, ["0.5", "0.5"])], ids=["places", "scores"]
)
def test_trec_run_keeps_our_order(raw: bool, scores: list[str]) -> None:  # noqa: FBT001
    ranking = rank(["Sc2", "Sc1"], [0.5, 0.5], TieRule.STORY_ORDER)
    run_file = run_as_trec([("q1", ranking)], "t", raw_scores=raw)

    fields = [line.split() for line in run_file.splitlines()]
    assert [line[:4] for line in fields] == [["q1", "Q0", "Sc2", "1"], ["q1", "Q0", "Sc1", "2"]]
    assert [line[4] for line in fields] == scores


@pytest.mark.parametrize(
    ("query", "scene"),
    [
        pytest.param("q 1", "Sc1", id="blank-in-query"),
        pytest.param("", "Sc1", id="no-query"),
        pytest.param("\ufeffq1", "Sc1", id="byte-order-mark"),
        pytest.param("q1", " Sc1", id="blank-first"),
        pytest.param("q1", "", id="no-scene"),
        pytest.param("q1", "Sc1\x0b", id="vertical-tab"),
        pytest.param("q1", "Sc\n1", id="line-end"),
    ],
)
def test_ids_that_could_not_be_read_back_are_refused(query: str, scene: str) -> None:
    ranking = rank([scene], [0.5], TieRule.STORY_ORDER)

    with pytest.raises(OptionError, match="a TREC run cannot hold"):
        run_as_trec([(query, ranking)], "t")


def test_run_is_written_besides_the_report(tmp_path: Path) -> None:
    checked(tmp_path, QUERIES)
    arguments = ["--queries", str(tmp_path / "queries.yaml"), "--profile", "bow"]
    target = tmp_path / "weather.run"

    code = run(["check", str(tmp_path / "story.cnl"), *arguments, "--emit-run", str(target)])

    assert code == 0
    assert len(target.read_text("utf-8").splitlines()) == 9


def test_run_is_not_written_onto_the_story(tmp_path: Path) -> None:
    checked(tmp_path, QUERIES)
    story = tmp_path / "story.cnl"

    assert run(["check", str(story), "--emit-run", str(story)]) == 2
    assert story.read_text("utf-8") == WEATHER


def test_example_is_checked_without_a_story(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "--example"])

    assert code == 0
    assert "RQ 0.79 PASS" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["check"], ["check", "x.cnl", "--example"]])
def test_check_needs_a_story_or_the_example(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err == "sceneprobe: give a story, or --example\n"
