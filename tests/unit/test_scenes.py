"""Scenes in canonical order, with unique ids and canonical text."""

import pytest

from sceneprobe.story.model import TextSource
from tests.stories import linted, places, scene_texts, story

NESTED = """\
Ch1 group begin
  Ch1 has title "Ashore"
  Sc1 group begin
    Sc1 describes "one"
    Yard group begin
      Yard describes "two"
      Sc2 group begin
        Anna describes "inner"
      Sc2 group end
      Yard describes "three"
    Yard group end
    Sc1 describes "four"
  Sc1 group end
Ch1 group end
Sc3 group begin
  Sc3 describes "last"
Sc3 group end
"""


def test_order_is_that_in_which_scenes_begin() -> None:
    scenes = story(NESTED).scenes

    assert [(s.id, s.position, s.span.line) for s in scenes] == [
        ("Sc1", 1, 3),
        ("Sc2", 2, 7),
        ("Sc3", 3, 15),
    ]


def test_scene_in_a_scene_keeps_its_text_to_itself() -> None:
    assert scene_texts(NESTED) == {"Sc1": "one\ntwo\nthree\nfour", "Sc2": "inner", "Sc3": "last"}


def test_chapter_is_the_one_around_a_scene() -> None:
    read = story(NESTED)

    assert [scene.chapter for scene in read.scenes] == ["Ch1", "Ch1", None]
    assert [(c.name, c.title, c.line) for c in read.chapters] == [("Ch1", "Ashore", 1)]


def test_unclosed_scene_runs_to_the_end_of_the_file() -> None:
    assert scene_texts("Sc1 group begin\nAnna walks\nAnna runs") == {
        "Sc1": "Anna walks. Anna runs."
    }


def test_wrong_end_of_a_chapter_ends_its_scene() -> None:
    text = "Ch1 group begin\nSc1 group begin\nAnna walks\nCh1 group end\nAnna runs"

    assert scene_texts(text) == {"Sc1": "Anna walks."}


@pytest.mark.parametrize(
    ("lines", "text", "source"),
    [
        pytest.param(
            'Sc1 describes "a"\nAnna walks\nSea describes "b"',
            "a\nb",
            "describes",
            id="any-subject",
        ),
        pytest.param(r'Sc1 describes "a \"b\"\nc"', 'a "b"\nc', "describes", id="escapes"),
        pytest.param(
            'Sc1 describes "He said "no" twice"', "He said  no  twice", "describes", id="broken"
        ),
        pytest.param(
            "Anna walks\nMarcus waits", "Anna walks. Marcus waits.", "events", id="events"
        ),
        pytest.param(
            "Anna gives to Marcus Key at Harbor",
            "Anna gives Key to Marcus at Harbor.",
            "events",
            id="modifiers-last-in-their-order",
        ),
        pytest.param("Anna waits.", "Anna waits.", "events", id="full-stop-of-its-own"),
        pytest.param(
            'Anna reads "The End."', "Anna reads The End.", "events", id="full-stop-in-a-string"
        ),
        pytest.param('"The Cook" sings', "The Cook sings.", "events", id="quoted-subject"),
        pytest.param("Anna TAKES Key", "Anna TAKES Key.", "events", id="verb-as-written"),
        pytest.param("Anna loves Marcus", "Anna loves Marcus.", "events", id="bond-is-an-event"),
        pytest.param("Anna waits in", "Anna waits in.", "events", id="modifier-without-value"),
        pytest.param("Anna is hero\nAnna owns Key", "", "none", id="neither"),
        pytest.param('Sc1 describes ""', "", "describes", id="empty-description"),
        pytest.param("", "", "none", id="nothing"),
        pytest.param(
            "Subplot S1 type romance\nS1 starts Sc1\nTension at 0.5 is 4", "", "none", id="headers"
        ),
    ],
)
def test_canonical_text(lines: str, text: str, source: str) -> None:
    (scene,) = story(f"Sc1 group begin\n{lines}\nSc1 group end").scenes

    assert (scene.text, scene.source) == (text, TextSource(source))


def test_second_scene_of_a_name_is_an_error_that_points_at_both() -> None:
    text = """\
Ch1 group begin
  Sc1 group begin
  Sc1 group end
Ch1 group end
Ch2 group begin
  Sc1 group begin
  Sc1 group end
Ch2 group end
"""
    read = story(text)
    (finding,) = read.diagnostics

    assert [scene.id for scene in read.scenes] == ["Sc1", "Sc1~2"]
    assert places(read.diagnostics) == [("CNL401", 6, 3)]
    assert "line 2" in finding.message
    assert finding.hint == 'call it "Ch2.Sc1"'


def test_suggested_name_is_one_that_is_free() -> None:
    scenes = "{0} group begin\n{0} group end\n"
    text = scenes.format("Sc1") + "Ch2 group begin\n" + scenes.format("Sc1")
    (finding,) = story(text + scenes.format("Ch2.Sc1") + "Ch2 group end").diagnostics

    assert finding.hint == "give it a number of its own"


def test_ids_are_unique_beside_names_that_look_like_them() -> None:
    names = ["Sc1", "Gate", "Sc1", "Sc1", "Sc1~2"]
    typed = "".join(f"{n} group begin\n{n} has type scene\n{n} group end\n" for n in names)

    assert [s.id for s in story(typed).scenes] == ["Sc1", "Gate", "Sc1~3", "Sc1~4", "Sc1~2"]


def test_names_that_differ_in_case_are_different_scenes() -> None:
    read = story("Sc1 group begin\nSc1 group end\nSC1 group begin\nSC1 group end")

    assert [scene.id for scene in read.scenes] == ["Sc1", "SC1"]
    assert read.diagnostics == ()


def test_story_without_scenes_is_one_scene_of_all_statements() -> None:
    text = "Anna walks\nYard group begin\nAnna runs\nYard group end\nAnna rests"
    (scene,) = story(text).scenes

    assert (scene.id, scene.position) == ("Document", 1)
    assert scene.text == "Anna walks. Anna runs. Anna rests."
    assert story(text).implicit


def test_description_in_a_story_without_scenes_is_its_text() -> None:
    assert scene_texts('Anna walks\nSea describes "Grey."\n') == {"Document": "Grey."}


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "// a\n/* b */", "#hint: a", "#style: begin\na\n#style: end", "Yard group begin"],
    ids=["empty", "blank", "comments", "annotation", "block", "group-without-statements"],
)
def test_file_without_statements_has_no_scene(text: str) -> None:
    assert story(text).scenes == ()
    assert linted(text) == [("no_scenes_found", 1, 1)]


DIALOGUE = """\
Dialogue D1 at Sc2
Sc1 group begin
  Anna walks
  {inside}
Sc1 group end
Sc2 group begin
  Anna rests
Sc2 group end
{outside}
"""
SPOKEN = 'D1 exchange begin\nAnna says sketch "Hm"\nMarcus says intent refuse\nD1 exchange end'


def test_exchange_inside_a_scene_belongs_to_the_scene_around_it() -> None:
    assert scene_texts(DIALOGUE.format(inside=SPOKEN, outside="")) == {
        "Sc1": "Anna walks. Anna says sketch Hm. Marcus says intent refuse.",
        "Sc2": "Anna rests.",
    }


def test_exchange_outside_all_scenes_belongs_to_the_scene_of_its_dialogue() -> None:
    text = DIALOGUE.format(inside="", outside=SPOKEN)

    assert scene_texts(text) == {
        "Sc1": "Anna walks.",
        "Sc2": "Anna rests. Anna says sketch Hm. Marcus says intent refuse.",
    }
    assert story(text).outside == (story(text).statements[0],)


def test_exchange_of_a_dialogue_at_no_known_scene_stays_outside() -> None:
    text = DIALOGUE.format(inside="", outside=SPOKEN).replace("at Sc2", "at Sc9")

    assert scene_texts(text)["Sc2"] == "Anna rests."
    assert ("orphan_reference", 1, 16) in linted(text)
    assert [code for code, *_ in linted(text)].count("event_outside_scenes") == 2


def test_exchange_of_a_dialogue_declared_without_a_scene_stays_outside() -> None:
    text = DIALOGUE.format(inside="", outside=SPOKEN).replace(
        "Dialogue D1 at Sc2", "D1 is dialogue"
    )

    assert scene_texts(text) == {"Sc1": "Anna walks.", "Sc2": "Anna rests."}


def test_exchange_in_a_story_without_scenes_belongs_to_the_document() -> None:
    text = f"D1 is dialogue\n{SPOKEN}"

    assert scene_texts(text) == {"Document": "Anna says sketch Hm. Marcus says intent refuse."}


def test_statement_about_a_dialogue_inside_its_exchange_is_read() -> None:
    text = (
        "Dialogue D1 at Sc1\nSc1 group begin\nD1 exchange begin\n{}\nD1 exchange end\nSc1 group end"
    )
    (constraint,) = story(text.format('D1 requires "wit"')).constraints

    assert (constraint.type, list(constraint.scenes)) == ("requires", [1])


def test_inclusion_of_a_dialogue_inside_a_scene_belongs_to_the_scene() -> None:
    text = (
        "Dialogue D1 at Sc1\nSc1 group begin\nD1 exchange begin\n{}\nD1 exchange end\nSc1 group end"
    )
    (scene,) = story(text.format("D1 includes character Anna")).scenes

    assert scene.includes == {"character": ("Anna",)}


def test_scene_knows_its_title_includes_properties_and_entities() -> None:
    text = """\
Anna is character
Marcus is character
Key is object
Sc1 group begin
  Sc1 has title "The Gate"
  Sc1 has title "Another"
  Sc1 has mood tense calm
  Sc1 includes character Anna, Zoe
  Sc1 includes Mood dusk
  Marcus takes @Key, "quickly"
Sc1 group end
"""
    (scene,) = story(text).scenes

    assert scene.title == "The Gate"
    assert scene.properties == {"title": ("The Gate", "Another"), "mood": ("tense calm",)}
    assert scene.includes == {"character": ("Anna", "Zoe"), "mood": ("dusk",)}
    assert scene.entities == ("Anna", "Zoe", "Marcus", "Key")
    assert [event.verb for event in scene.events] == ["takes"]
