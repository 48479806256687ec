"""Every finding of the world, with its place."""

import pytest

from sceneprobe.story.findings import RULES
from sceneprobe.story.lint import lint
from sceneprobe.text.model import Diagnostic, Severity
from sceneprobe.workflows.read import read_story
from tests.stories import linted, places, story

CLEAN = """\
Anna is character
Key is object
Harbor is location
Ch1 group begin
  Ch1 has title "Ashore"
  Sc1 group begin
    Sc1 includes character Anna
    Sc1 includes location Harbor
    Anna owns Key
    Anna finds @Key at Harbor
    {line}
  Sc1 group end
Ch1 group end
"""


def findings(line: str) -> tuple[Diagnostic, ...]:
    return lint(story(CLEAN.format(line=line)))


def test_story_that_holds_together_has_no_findings() -> None:
    assert findings("") == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Sc1 includes character Bo", [("undefined_entity", 11, 28)], id="included"),
        pytest.param("Sc1 includes location Bay", [("undefined_entity", 11, 27)], id="location"),
        pytest.param("Sc1 includes object Net", [("undefined_entity", 11, 25)], id="object"),
        pytest.param(
            "Sc1 includes character Anna, Bo", [("undefined_entity", 11, 34)], id="second-of-a-list"
        ),
        pytest.param("Sc1 includes mood dusk", [], id="mood-needs-no-declaration"),
        pytest.param("Anna owns Net", [("undefined_entity", 11, 15)], id="owned"),
        pytest.param("Bo waits", [("undefined_entity", 11, 5)], id="subject"),
        pytest.param("Bo has age 3", [("undefined_entity", 11, 5)], id="subject-of-has"),
        pytest.param("Anna relates to Bo as friend", [("undefined_entity", 11, 21)], id="related"),
        pytest.param("Anna loves Bo", [], id="object-of-an-event-needs-no-declaration"),
        pytest.param('Sea describes "Grey."', [], id="subject-of-describes"),
        pytest.param("Story has tone grim", [], id="story"),
        pytest.param('World forbids "magic"', [], id="world"),
        pytest.param("Ch1 has tone grim", [], id="group"),
        pytest.param("Sc1 includes charcter Anna", [("unknown_inclusion", 11, 18)], id="kind"),
        pytest.param("Sc1 includes sailor Anna", [("unknown_inclusion", 11, 18)], id="no-type"),
        pytest.param("Anna sees @Bo", [("orphan_reference", 11, 15)], id="reference"),
        pytest.param("Anna sees @Harbor, @Bo,", [("orphan_reference", 11, 24)], id="with-comma"),
        pytest.param("Anna references Bo", [("orphan_reference", 11, 21)], id="references"),
        pytest.param("@Bo waits", [("orphan_reference", 11, 5)], id="referenced-subject"),
        pytest.param("Anna recalls @Sc1", [], id="reference-to-a-group"),
        pytest.param("Dialogue D1 at Sc1", [], id="dialogue"),
        pytest.param("Dialogue D1 at Sc9", [("orphan_reference", 11, 20)], id="dialogue-nowhere"),
        pytest.param("Anna has max words many", [("invalid_constraint", 11, 24)], id="no-number"),
        pytest.param("Anna has min words -1", [("invalid_constraint", 11, 24)], id="negative"),
        pytest.param("Anna has max words", [("invalid_constraint", 11, 18)], id="missing"),
        pytest.param("Anna has max words 0", [], id="zero-is-a-number"),
        pytest.param('Ch2 requires "rain"', [("empty_scope", 11, 5)], id="no-such-chapter"),
    ],
)
def test_finding_is_at_its_place(line: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(findings(line)) == expected


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        pytest.param("Sc1 includes character Bo", Severity.ERROR, id="included"),
        pytest.param("Anna owns Net", Severity.ERROR, id="owned"),
        pytest.param("Bo waits", Severity.WARNING, id="subject"),
        pytest.param("Anna relates to Bo as friend", Severity.WARNING, id="related"),
        pytest.param("Sc1 includes sailor Anna", Severity.WARNING, id="kind"),
        pytest.param("Anna sees @Bo", Severity.WARNING, id="reference"),
        pytest.param("Anna has max words many", Severity.ERROR, id="limit"),
    ],
)
def test_severity(line: str, severity: Severity) -> None:
    (finding,) = findings(line)

    assert finding.severity is severity


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        pytest.param("Sc1 includes character Ana", 'did you mean "Anna"?', id="included"),
        pytest.param("Anna owns Kee", "declare it with a line such as Kee is object", id="owned"),
        pytest.param("Ana waits", 'did you mean "Anna"?', id="subject"),
        pytest.param(
            '"The Cook" waits',
            'declare it with a line such as "The Cook" is character',
            id="quoted",
        ),
        pytest.param("Sc1 includes charcter Anna", 'did you mean "character"?', id="kind"),
        pytest.param("Anna sees @Harbour", 'did you mean "Harbor"?', id="reference"),
        pytest.param("Dialogue D1 at SC1", 'did you mean "Sc1"?', id="dialogue"),
    ],
)
def test_hint_suggests_the_name_that_is_close_or_how_to_declare_it(line: str, hint: str) -> None:
    (finding,) = findings(line)

    assert finding.hint == hint


def test_unknown_kind_without_a_near_one_lists_the_known() -> None:
    (finding,) = findings("Sc1 includes sailor Anna")

    assert finding.hint is not None
    assert "character" in finding.hint
    assert "location" in finding.hint


def test_declared_type_is_a_kind_that_may_be_included() -> None:
    assert findings("Bo is Sailor\nSc1 includes sailor Bo") == ()


def test_unknown_subject_is_told_once_for_each_name() -> None:
    assert places(findings("Bo waits\nBo sings\nZoe waits")) == [
        ("undefined_entity", 11, 5),
        ("undefined_entity", 13, 1),
    ]


def test_included_name_that_is_unknown_is_told_once_with_its_subject_lines() -> None:
    assert places(findings("Bo waits\nSc1 includes character Bo")) == [("undefined_entity", 12, 24)]


def test_empty_scope_suggests_the_group_that_is_near() -> None:
    found = findings('Ch-1 requires "rain"')
    scope = [finding for finding in found if finding.code == "empty_scope"]

    assert [(f.span.line, f.span.column, f.hint) for f in scope] == [(11, 5, 'did you mean "Ch1"?')]


def test_group_without_scenes_is_an_empty_scope() -> None:
    text = (
        'Anna is character\nAct group begin\n  Act requires "x"\nAct group end\nSc1 group begin\n'
    )

    assert linted(text + "Anna waits\nSc1 group end") == [("empty_scope", 3, 3)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('Sea describes "Grey."', [("no_scenes_found", 1, 1)], id="no-scenes"),
        pytest.param("", [("no_scenes_found", 1, 1)], id="empty-file"),
        pytest.param(
            "Anna is hero", [("empty_scene", 1, 1), ("no_scenes_found", 1, 1)], id="no-text-at-all"
        ),
        pytest.param("\n  Sc1 group begin\nSc1 group end", [("empty_scene", 2, 3)], id="empty"),
        pytest.param(
            'Sc1 group begin\nSc1 describes " \\n"\nSc1 group end',
            [("empty_scene", 1, 1)],
            id="blank",
        ),
        pytest.param(
            'Sc1 group begin\nA describes "a"\nSc1 group end\n  Sea describes "b"',
            [("text_outside_scenes", 4, 3)],
            id="text-outside",
        ),
        pytest.param(
            'Anna is hero\nAnna waits\nSc1 group begin\nA describes "a"\nSc1 group end',
            [("event_outside_scenes", 2, 1)],
            id="event-outside",
        ),
        pytest.param(
            'Anna is hero\nAnna loves Bo\nSc1 group begin\nA describes "a"\nSc1 group end',
            [],
            id="bond-outside",
        ),
    ],
)
def test_finding_about_scenes(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert linted(text) == expected


def test_findings_are_in_the_order_of_lines() -> None:
    found = findings("Zoe waits\nAnna sees @Bo\nSc1 includes object Net\nAnna has max words x")

    assert [finding.span.line for finding in found] == [11, 12, 13, 14]


def test_codes_of_the_world_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)


def test_words_of_header_lines_are_no_known_names() -> None:
    assert places(findings("Tension at 0.5 is 4\nat waits")) == [("undefined_entity", 12, 1)]


@pytest.mark.parametrize(
    ("name", "almost"),
    [
        pytest.param("Scene Two", True, id="number-in-letters"),
        pytest.param("MyScene3", True, id="letters-before"),
        pytest.param("Scene3b", True, id="letter-behind"),
        pytest.param("Scenery", False, id="another-word"),
        pytest.param("Scenes", False, id="several-of-them"),
        pytest.param("School", False, id="begins-alike"),
    ],
)
def test_group_that_is_called_a_scene_but_is_none_is_told(name: str, *, almost: bool) -> None:
    story = read_story(f'{name} group begin\n  x describes "sea"\n{name} group end\n')

    assert ("almost_a_scene" in {finding.code for finding in story.diagnostics}) is almost
