"""Judgments from Python: building, verifying and writing them."""

import hashlib
import warnings
from collections.abc import Callable, Iterable
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from sceneprobe.errors import FileError, OptionError, QrelsError, SceneprobeError
from sceneprobe.judging import model
from sceneprobe.qrels import (
    QrelRow,
    Qrels,
    QrelsFileError,
    QrelsSpec,
    QrelsVerification,
    build_qrels,
    doc_id_md5,
    read_qrel_file,
    verify_qrels_topics,
    write_qrel_file,
)

# object: a record may hold anything, and what is wrong with it is what is tested.
Record = tuple[object, object, object]
TWICE = [("q1", "a", 2), ("q1", "b", 0), ("q1", "a", 1)]


def built(records: Iterable[Record], on_duplicate: str = "error") -> list[Record]:
    spec = QrelsSpec[Record](
        topic_id=lambda r: r[0],  # type: ignore[arg-type, return-value]  # may be no text
        doc_id=lambda r: r[1],  # type: ignore[arg-type, return-value]
        grade=lambda r: r[2],  # type: ignore[arg-type, return-value]
        on_duplicate=on_duplicate,
    )
    rows = build_qrels(records=records, spec=spec).rows
    return [(row.topic_id, row.doc_id, row.grade) for row in rows]


def qrels(*rows: tuple[str, str, int]) -> Qrels:
    return Qrels([QrelRow(*row) for row in rows])


def test_there_is_one_type_of_judgments() -> None:
    assert (Qrels, QrelRow) == (model.Qrels, model.QrelRow)


def test_rows_of_a_list_stay_what_they_were() -> None:
    rows = [QrelRow("q1", "a", 1)]
    made = Qrels(rows)
    rows.clear()

    assert made.rows == (QrelRow("q1", "a", 1),)
    assert hash(made) == hash(qrels(("q1", "a", 1)))
    with pytest.raises(FrozenInstanceError):
        made.rows = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("policy", "kept"),
    [
        pytest.param("keep_max", [("q1", "a", 2), ("q1", "b", 0)], id="max"),
        pytest.param("keep_last", [("q1", "a", 1), ("q1", "b", 0)], id="last"),
    ],
)
def test_one_of_two_judgments_is_kept(policy: str, kept: list[Record]) -> None:
    assert built(TWICE, policy) == kept


def test_second_judgment_is_an_error() -> None:
    with pytest.raises(QrelsError, match='"q1" judges "a" twice, with grades 2 and 1'):
        built(TWICE)


@pytest.mark.parametrize("policy", ["", "ERROR", "keep_first", "max"])
def test_unknown_policy_is_refused_before_any_record(policy: str) -> None:
    with pytest.raises(OptionError, match="known: error, keep_max, keep_last"):
        built([], policy)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        pytest.param(("q1", "a", 0.5), r"record 1: a grade .* not 0\.5", id="fraction"),
        pytest.param(("q1", "a", 1.0), r"not 1\.0", id="float"),
        pytest.param(("q1", "a", -1), "not -1", id="negative"),
        pytest.param(("q1", "a", "1"), "not '1'", id="text"),
        pytest.param(("q1", "a", None), "not None", id="nothing"),
        pytest.param(("q1", "a", 10**9 + 1), "up to 1,000,000,000", id="great"),
        pytest.param(("q1", "a", 10**9999), "up to 1,000,000,000", id="enormous"),
        pytest.param((1, "a", 1), "topic_id must be a text that is not empty", id="topic-number"),
        pytest.param(("q1", None, 1), "doc_id must be a text .* not None", id="no-document"),
        pytest.param(("q1", "", 1), "doc_id must be a text that is not empty", id="empty-document"),
    ],
)
def test_record_that_is_no_judgment_is_refused(record: Record, reason: str) -> None:
    with pytest.raises(QrelsError, match=reason):
        built([record])


def test_truth_is_a_grade() -> None:
    assert built([("q1", "a", True)]) == [("q1", "a", 1)]


def test_verification_passes_where_all_is_well() -> None:
    judged = qrels(("q1", "a", 1), ("q2", "a", 0))

    judged.verify(expected_topic_ids=["q1", "q2"], warn=False)
    assert QrelsVerification(judged, expected_topic_ids=["q2", "q1"]).all().problems == ()


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        pytest.param(QrelsVerification.complete_topics, '"q3" has no judgment$', id="complete"),
        pytest.param(QrelsVerification.no_extra_topics, '"q2" is not expected$', id="extra"),
        pytest.param(QrelsVerification.no_duplicates, '"a" 2 times, with grades 1, 0$', id="twice"),
        pytest.param(QrelsVerification.all, "q3.*; .*q2.*; .*2 times", id="all-at-once"),
    ],
)
def test_check_that_finds_something_raises(
    check: Callable[[QrelsVerification], QrelsVerification], reason: str
) -> None:
    judged = qrels(("q1", "a", 1), ("q2", "a", 0), ("q1", "a", 0))

    with pytest.raises(QrelsError, match=reason):
        check(QrelsVerification(judged, expected_topic_ids=["q1", "q3"]))


def test_warnings_collect_all_problems() -> None:
    judged = qrels(("q1", "a", 1), ("q2", "a", 0), ("q1", "a", 0))

    with pytest.warns(UserWarning, match="topic") as told:
        verification = (
            QrelsVerification(judged, expected_topic_ids=["q1", "q3"], warn=True)
            .complete_topics()
            .no_extra_topics()
            .no_duplicates()
        )
    assert [problem.kind for problem in verification.problems] == ["missing", "extra", "duplicate"]
    assert [str(warning.message) for warning in told] == [str(p) for p in verification.problems]
    assert {warning.filename for warning in told} == {__file__}


def test_quick_verification_warns_when_asked() -> None:
    with pytest.warns(UserWarning, match='"q2" has no judgment') as told:
        qrels(("q1", "a", 1)).verify(expected_topic_ids=["q1", "q2"], warn=True)

    assert told[0].filename == __file__


def test_no_warning_where_nothing_is_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        qrels(("q1", "a", 1)).verify(expected_topic_ids=["q1"], warn=True)


def test_of_very_many_problems_some_are_named() -> None:
    with pytest.raises(QrelsError, match=r'"t9" has no judgment; 90 more are missing$'):
        QrelsVerification(Qrels(), [f"t{number}" for number in range(100)]).complete_topics()


def test_expected_topics_may_come_from_a_generator() -> None:
    judged = qrels(("q1", "a", 1))

    QrelsVerification(judged, (topic for topic in ["q1", "q1"])).complete_topics().all()
    with pytest.raises(OptionError, match="list of ids"):
        QrelsVerification(judged, "q1")


def test_topics_alone_can_be_verified() -> None:
    judged = qrels(("q1", "a", 1), ("q1", "a", 1), ("q2", "a", 1))

    verify_qrels_topics(expected_topic_ids=["q1"], qrels=judged)
    with pytest.raises(QrelsError, match="q2"):
        verify_qrels_topics(expected_topic_ids=["q1"], qrels=judged, require_no_extras=True)
    with pytest.raises(QrelsError, match="q3"):
        verify_qrels_topics(expected_topic_ids=["q3"], qrels=judged)


def test_file_is_sorted_by_topic_and_document(tmp_path: Path) -> None:
    judged = qrels(("q2", "b", 1), ("q10", "c d", 0), ("q2", "a", 3))

    write_qrel_file(qrel_out_file=tmp_path / "out.qrels", qrels=judged)

    assert (tmp_path / "out.qrels").read_text() == "q10 0 c d 0\nq2 0 a 3\nq2 0 b 1\n"


def test_system_id_fills_the_second_column(tmp_path: Path) -> None:
    path = tmp_path / "out.qrels"

    write_qrel_file(qrel_out_file=str(path), qrels=qrels(("q1", "a", 1)), system_id="judge")

    assert path.read_text() == "q1 judge a 1\n"
    with pytest.raises(QrelsError, match="system id"):
        write_qrel_file(qrel_out_file=path, qrels=Qrels(), system_id="two words")


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(("", "a", 1), id="no-topic"),
        pytest.param(("q1", "", 1), id="no-document"),
        pytest.param(("q1", "a\tb", 1), id="tab"),
        pytest.param(("q\n1", "a", 1), id="line-end"),
        pytest.param(("q1", "a\r", 1), id="carriage-return"),
        pytest.param(("q1", "a\0b", 1), id="nul"),
        pytest.param(("\ufeffq1", "a", 1), id="byte-order-mark"),
        pytest.param(("q1", "\ud800", 1), id="half-a-character"),
        pytest.param(("q1", "\x0ba", 1), id="vertical-tab"),
        pytest.param(("q1\x0c", "a", 1), id="form-feed"),
        pytest.param((1, "a", 1), id="topic-no-text"),
        pytest.param(("q1", None, 1), id="document-no-text"),
        pytest.param(("q1", "a", 10**9 + 1), id="great-grade"),
        pytest.param(("q1", "a", 0.5), id="fraction"),
        pytest.param(("q1", "a", -1), id="negative"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(
    tmp_path: Path, row: tuple[str, str, int]
) -> None:
    path = tmp_path / "out.qrels"
    path.write_text("before")

    with pytest.raises(QrelsError):
        write_qrel_file(qrel_out_file=path, qrels=qrels(("q0", "a", 1), row))
    assert path.read_text() == "before"


def test_greatest_grade_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "out.qrels"

    write_qrel_file(qrel_out_file=path, qrels=qrels(("q1", "a", 10**9)))

    assert read_qrel_file(path).rows[0].grade == 10**9


def test_no_judgments_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(QrelsError, match="no judgments"):
        write_qrel_file(qrel_out_file=tmp_path / "out.qrels", qrels=Qrels())
    assert list(tmp_path.iterdir()) == []


def test_refused_file_names_the_place_and_has_all_findings(tmp_path: Path) -> None:
    path = tmp_path / "in.qrels"
    path.write_text("q1 0 a 1\nq1 0 b 0.5\nq1 0\n")

    with pytest.raises(
        QrelsFileError, match=r"in\.qrels:2:8: QRL105 a grade is .* \(and 1 more\); the judgments"
    ) as caught:
        read_qrel_file(path)
    assert isinstance(caught.value, QrelsError)
    assert [finding.code for finding in caught.value.findings] == ["QRL105", "QRL103"]


def test_all_findings_of_a_refused_file_are_counted_at_once(tmp_path: Path) -> None:
    path = tmp_path / "in.qrels"
    path.write_text("q1 0\n" * 250)

    with pytest.raises(QrelsFileError, match=r"2 fields \(and 249 more\); the judgments cannot"):
        read_qrel_file(path)


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        read_qrel_file(tmp_path / "missing")


def test_unknown_policy_is_refused_when_reading(tmp_path: Path) -> None:
    path = tmp_path / "in.qrels"
    path.write_text("q1 0 a 1\n")

    with pytest.raises(SceneprobeError, match="on_duplicate"):
        read_qrel_file(path, on_duplicate="keep_first")


def test_id_of_a_text_is_its_md5() -> None:
    assert doc_id_md5("Régen") == hashlib.md5("Régen".encode()).hexdigest()  # noqa: S324 - no secret
