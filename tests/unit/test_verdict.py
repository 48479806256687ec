"""The sentences that every report ends with."""

from dataclasses import replace
from pathlib import Path

import pytest

from sceneprobe.experiments.bootstrap import Interval
from sceneprobe.report.check_markdown import check_as_markdown
from sceneprobe.report.check_text import check_as_text
from sceneprobe.report.model import CheckReport
from sceneprobe.report.verdict import notes, row_notes, verdict_line, where_found, worst_first
from sceneprobe.workflows.evaluate import CheckOptions
from tests.queries import checked

FOUND = "- {query: sea, relevant: [Sc1]}\n"
SECOND = "- {query: storm sea, relevant: [Sc2]}\n"
TIED = "- {query: lamp, relevant: [Sc3]}\n"
FOREIGN = "- {query: whale, relevant: [Sc1]}\n"
SIX = "".join(
    f"- {{query: {text}, relevant: [Sc1]}}\n"
    for text in ("sea", "storm sea", "sea sea", "storm storm sea", "sea storm", "sea sea storm")
)


def with_interval(report: CheckReport, low: float, high: float, threshold: float) -> CheckReport:
    quality = replace(report.evaluation.quality, threshold=threshold)
    interval = Interval(low, high)
    return replace(
        report, evaluation=replace(report.evaluation, quality=quality, interval=interval)
    )


@pytest.mark.parametrize(
    ("queries", "line"),
    [
        pytest.param(None, "RQ SKIPPED (there are no queries)", id="no-queries"),
        pytest.param("[]", "RQ SKIPPED (there are no queries)", id="empty-file"),
        pytest.param(
            "- sea",
            "RQ SKIPPED (no query is labelled with the scenes it should find)",
            id="no-labels",
        ),
        pytest.param(FOUND, "RQ 1.00 PASS (MRR > 0.6, 1 labelled query)", id="one-query"),
        pytest.param(SECOND, "RQ 0.50 FAIL (needs MRR > 0.6, 1 labelled query)", id="fail"),
        pytest.param(
            FOUND + SECOND,
            "RQ 0.75 PASS (MRR > 0.6, 2 labelled queries, 95 % interval 0.50–1.00)",
            id="interval",
        ),
    ],
)
def test_verdict_is_one_line(queries: str | None, line: str, tmp_path: Path) -> None:
    assert verdict_line(checked(tmp_path, queries)) == line


def test_story_without_scenes_is_skipped(tmp_path: Path) -> None:
    report = checked(tmp_path, FOUND, "// nothing\n")

    assert verdict_line(report) == "RQ SKIPPED (the story has no scenes)"


def test_verdict_of_settings_that_ds18_does_not_name_says_so(tmp_path: Path) -> None:
    report = checked(tmp_path, FOUND, options=CheckOptions(profile="vsa:dim=2000"))

    assert verdict_line(report) == "RQ 1.00 PASS (MRR > 0.6, 1 labelled query, not normative)"
    assert "The profile vsa with these settings is not that of DS18." in notes(report)


@pytest.mark.parametrize(
    ("threshold", "line"),
    [
        pytest.param(0.4999, "RQ 0.5000 PASS (MRR > 0.4999", id="just-above"),
        pytest.param(0.5001, "RQ 0.5000 FAIL (needs MRR > 0.5001", id="just-below"),
        pytest.param(0.5, "RQ 0.50 FAIL (needs MRR > 0.5", id="equal"),
        pytest.param(0.0, "RQ 0.50 PASS (MRR > 0,", id="zero"),
    ],
)
def test_value_never_looks_like_a_threshold_it_is_not(
    threshold: float, line: str, tmp_path: Path
) -> None:
    report = checked(tmp_path, SECOND, options=CheckOptions(profile="bow", threshold=threshold))

    assert verdict_line(report).startswith(line)


@pytest.mark.parametrize(
    ("low", "high", "threshold", "said"),
    [
        pytest.param(0.5, 0.9, 0.6, True, id="within"),
        pytest.param(0.6, 0.9, 0.6, True, id="at-the-lower-end-which-would-fail"),
        pytest.param(0.61, 0.9, 0.6, False, id="below-the-interval"),
        pytest.param(0.2, 0.59, 0.6, False, id="above-the-interval"),
        pytest.param(0.2, 0.6, 0.6, False, id="at-the-upper-end-which-would-fail-too"),
    ],
)
def test_sentence_says_when_queries_are_too_few_to_tell(
    low: float, high: float, threshold: float, tmp_path: Path, *, said: bool
) -> None:
    report = with_interval(checked(tmp_path, SIX), low, high, threshold)

    assert any("6 labelled queries are too few to tell" in note for note in notes(report)) is said


@pytest.mark.parametrize(
    ("count", "start"), [(1, "1 labelled query is"), (4, "4 labelled queries")]
)
def test_fewer_than_five_queries_are_always_too_few(count: int, start: str, tmp_path: Path) -> None:
    report = checked(tmp_path, "".join(SIX.splitlines(keepends=True)[:count]))

    assert next(notes(report)).startswith(start)
    assert "too few" in next(notes(report))


def test_plain_case_needs_no_notes(tmp_path: Path) -> None:
    assert list(notes(checked(tmp_path, SIX))) == []


def test_value_without_queries_that_lack_evidence_is_noted(tmp_path: Path) -> None:
    report = checked(tmp_path, SIX + FOREIGN)

    assert "Counting queries 0 of which no word occurs in the story, the value is 0.86." in notes(
        report
    )


def test_query_without_evidence_is_named(tmp_path: Path) -> None:
    (row,) = checked(tmp_path, FOREIGN).evaluation.quality.rows

    assert "no word of it is in the story: its place comes from story order, not from evidence" in (
        row_notes(row)
    )


def test_place_without_evidence_under_vsa_comes_from_chance(tmp_path: Path) -> None:
    (row,) = checked(tmp_path, FOREIGN, options=CheckOptions()).evaluation.quality.rows

    assert list(row_notes(row)) == [
        "no word of it is in the story: its place comes from chance, not from evidence"
    ]


def test_ties_that_decide_are_noted(tmp_path: Path) -> None:
    report = checked(tmp_path, TIED)
    (row,) = report.evaluation.quality.rows

    assert list(row_notes(row)) == ["equal scores decide its place: RR could be 0.50 to 1.00"]
    assert (
        "Equal scores keep story order; any other order would give a value between 0.50 and 1.00."
        in notes(report)
    )


def test_tie_at_the_cut_is_noted(tmp_path: Path) -> None:
    report = checked(tmp_path, "- {query: storm sea, relevant: [Sc1, Sc3], k: 2}\n- lamp\n",
                     'Sc1 group begin\nx describes "storm sea"\nSc1 group end\n'
                     'Sc2 group begin\nx describes "key"\nSc2 group end\n'
                     'Sc3 group begin\nx describes "lamp"\nSc3 group end\n')  # fmt: skip
    row = report.evaluation.quality.rows[0]

    assert list(row_notes(row)) == [
        "equal scores decide what is in the top 2: Recall could be 0.50 to 1.00"
    ]
    assert not any("Equal scores" in note for note in notes(report))


@pytest.mark.parametrize(
    ("queries", "said"),
    [
        pytest.param(FOUND, "Sc1 is right and comes at place 1", id="one"),
        pytest.param(
            "- {query: lamp, relevant: [Sc2, Sc3]}",
            "Sc2 is right and comes at place 1 (right scenes: Sc2, Sc3)",
            id="two",
        ),
        pytest.param(
            "- {query: lamp, relevant: [Nowhere]}", "not found (right scene: Nowhere)", id="none"
        ),
        pytest.param(
            "- {query: lamp, relevant: [Nowhere, Never]}",
            "not found (right scenes: Nowhere, Never)",
            id="none-of-two",
        ),
    ],
)
def test_place_of_the_first_right_scene_is_said(queries: str, said: str, tmp_path: Path) -> None:
    report = checked(tmp_path, queries, options=CheckOptions(profile="bow", allow_unknown=True))

    assert where_found(report.evaluation.quality.rows[0]) == said


def test_worst_queries_come_first_and_equal_ones_as_in_the_file(tmp_path: Path) -> None:
    queries = (
        "- {id: good, query: sea, relevant: [Sc1]}\n"
        "- {id: half, query: storm sea, relevant: [Sc2]}\n"
        "- {id: unlabelled, query: key}\n"
        "- {id: fine, query: storm storm sea, relevant: [Sc1]}\n"
        "- {id: less, query: storm sea storm, relevant: [Sc2, Sc3], k: 1}\n"
    )

    assert [row.query.id for row in worst_first(checked(tmp_path, queries))] == [
        "less",
        "half",
        "good",
        "fine",
    ]


def test_guessing_is_noted_even_where_the_metric_is_skipped(tmp_path: Path) -> None:
    report = checked(
        tmp_path,
        None,
        'Sc1 group begin\n  x describes "storm\nSc1 group end\n',
        CheckOptions(profile="bow", keep_going=True),
    )

    assert list(notes(report)) == [
        "The story has language errors; what could be read of it was checked."
    ]


def test_types_of_unlabelled_queries_are_not_listed(tmp_path: Path) -> None:
    text = check_as_text(checked(tmp_path, FOUND + "- {query: key, type: lonely}\n"))

    assert "lonely" not in text
    assert "(no type)" not in text


def test_empty_type_is_no_type(tmp_path: Path) -> None:
    queries = FOUND + '- {query: sea lamp, relevant: [Sc1], type: ""}\n' + (
        "- {query: key, relevant: [Sc3], type: object}\n"
    )  # fmt: skip
    text = check_as_text(checked(tmp_path, queries))

    assert text.count("(no type)") == 1


HOSTILE = '- {id: "a\\e[31m|b", query: "sea\\nkey <b>*x*</b>", relevant: [Sc1], type: "\\a|"}\n'


def test_text_cannot_steer_a_terminal(tmp_path: Path) -> None:
    text = check_as_text(checked(tmp_path, HOSTILE + '- "key\\e[0m\\nRQ 1.00 PASS"\n'))

    assert "\x1b" not in text
    assert "\a" not in text
    assert sum(line.startswith("RQ ") for line in text.splitlines()) == 1


def test_markdown_shows_a_text_as_it_is(tmp_path: Path) -> None:
    text = check_as_markdown(checked(tmp_path, HOSTILE))
    (row,) = [line for line in text.splitlines() if "sea" in line]

    assert r"\<b\>\*x\*\</b\>" in row
    assert row.replace(r"\|", "").count("|") == 7
