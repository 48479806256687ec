"""Labels against the scenes there are."""

from collections.abc import Sequence

import pytest

from sceneprobe.curation.validate import validate
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet
from sceneprobe.text.model import Diagnostic
from tests.queries import query_set
from tests.stories import places

TEXT = "- {id: wind, query: storm, relevant: [Sc1, Sc11]}\n- {query: sea, relevant: Elsewhere}\n"


def unknown(text: str, scenes: Sequence[str], *, allowed: bool = False) -> list[Diagnostic]:
    return list(validate(query_set(text), scenes, allow_unknown=allowed))


def test_labels_of_scenes_there_are_have_no_finding() -> None:
    assert unknown(TEXT, ["Sc1", "Sc11", "Elsewhere"]) == []


def test_label_of_no_scene_is_an_error_at_its_place() -> None:
    findings = unknown(TEXT, ["Sc1", "Sc2"])

    assert places(findings) == [("QRY207", 1, 44), ("QRY207", 2, 26)]
    assert {finding.severity for finding in findings} == {"error"}


def test_finding_names_query_and_scene_and_the_nearest_one() -> None:
    finding, _ = unknown(TEXT, ["Sc1", "Sc2"])

    assert '"wind"' in finding.message
    assert '"Sc11"' in finding.message
    assert finding.hint == 'did you mean "Sc1"?'


def test_hint_says_what_to_do_where_no_name_is_near() -> None:
    *_, finding = unknown(TEXT, ["Sc1", "Sc11"])

    assert "sceneprobe scenes" in (finding.hint or "")


@pytest.mark.parametrize(
    ("label", "scene"),
    [("sc1", "Sc1"), ("Ch1 Sc1", "Ch1.Sc1"), ("Harbr", "Harbor"), ("Habror", "Harbor")],
    ids=["case", "separator", "missing-letter", "swapped-letters"],
)
def test_id_that_is_nearly_right_is_suggested(label: str, scene: str) -> None:
    (finding,) = unknown(f"- {{query: a, relevant: [{label}]}}", [scene])

    assert finding.hint == f'did you mean "{scene}"?'


def test_allowed_labels_are_warnings() -> None:
    findings = unknown(TEXT, ["Sc1", "Sc2"], allowed=True)

    assert [finding.severity for finding in findings] == ["warning", "warning"]
    assert findings[1].hint == "it counts as never found"


def test_label_of_grade_0_must_name_a_scene_too() -> None:
    findings = unknown("- {query: a, relevant: [{id: Sc9, grade: 0}]}", ["Sc1"])

    assert places(findings) == [("QRY207", 1, 25)]


def test_without_scenes_no_label_is_unknown() -> None:
    assert unknown(TEXT, []) == []


def test_set_that_was_built_in_code_has_findings_without_a_file() -> None:
    made = QuerySet(
        "made",
        None,
        (Query("a", "storm"), Query("a", " ")),
        Qrels((QrelRow("a", "Sc1", 1), QrelRow("a", "Sc1", 2))),
    )

    findings = list(validate(made, ["Sc2"]))

    codes = [finding.code for finding in findings]
    assert codes == ["QRY201", "QRY204", "QRY206", "QRY207", "QRY207"]
    assert {finding.span.source.name for finding in findings} == {"<queries>"}


def test_one_text_may_be_asked_of_several_stories() -> None:
    asked = "- {{query: who sings, story: {}}}\n- {{query: who sings, story: {}}}\n"

    assert unknown(asked.format("fox", "ant"), []) == []
    assert places(unknown(asked.format("fox", "fox"), [])) == [("QRY205", 2, 11)]
