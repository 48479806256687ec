"""What keeps a set from being a good test set."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.cli.main import run
from sceneprobe.curation.duplicates import near_duplicates
from sceneprobe.curation.quotations import quotations
from sceneprobe.curation.validate_set import validate_set
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet
from sceneprobe.text.words import words
from sceneprobe.workflows.curate import findings_of_set
from tests.queries import query_set
from tests.stories import Place, places

ROOT = Path(__file__).parents[2]
V1 = ROOT / "fixtures" / "testsets" / "test_set_v1.yaml"
STORY = ROOT / "examples" / "tidewater" / "story.cnl"
SCENES = {"Sc1": "Grey water and a storm.", "Sc2": "A lamp in the tower."}


def found_with(text: str) -> list[Place]:
    return places(validate_set(query_set(text), SCENES))


def test_shipped_set_has_fifty_queries_of_three_types_and_no_findings() -> None:
    read, findings = findings_of_set(V1, STORY)

    types = Counter(query.type for query in read.queries)
    assert types == {"exact_term": 20, "paraphrase": 15, "complex_clinical": 15}
    assert findings == ()
    assert {row.grade for row in read.qrels.rows} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("- {query: sea, relevant: [Sc1]}\n", [], id="fine"),
        pytest.param("- sea\n", [("QRY208", 1, 3)], id="unlabelled"),
        pytest.param(
            "- {query: sea, relevant: [{id: Sc1, grade: 0}]}\n", [("QRY208", 1, 11)], id="all-zero"
        ),
        pytest.param(
            "- {query: sea, relevant: [{id: Sc1, grade: 4}]}\n", [("QRY209", 1, 27)], id="off-scale"
        ),
        pytest.param(
            "scale: 5\nqueries:\n- {query: sea, relevant: [{id: Sc1, grade: 5}]}\n",
            [],
            id="on-scale",
        ),
        pytest.param(
            "query_types: {a: 1, b: 0}\nqueries:\n- {query: sea, type: a, relevant: [Sc1]}\n",
            [],
            id="counts-met",
        ),
        pytest.param(
            "query_types: {a: 2}\nqueries:\n- {query: sea, type: a, relevant: [Sc1]}\n",
            [("QRY210", 1, 15)],
            id="counts-not-met",
        ),
        pytest.param(
            "query_types: [a]\nqueries:\n- {query: sea, relevant: [Sc1]}\n",
            [("QRY211", 3, 11)],
            id="no-type",
        ),
        pytest.param("- {query: sea, relevant: [Sc3]}\n", [("QRY207", 1, 27)], id="no-scene"),
        pytest.param(
            "- {id: a, query: a, relevant: [Sc1]}\n- {id: a, query: b, relevant: [Sc1]}\n",
            [("QRY204", 2, 18), ("QRY206", 2, 32)],
            id="id-twice",
        ),
        pytest.param(
            "- {query: a storm, relevant: [Sc1]}\n- {query: A storm!, relevant: [Sc1]}\n",
            [("QRY212", 2, 11)],
            id="same-words",
        ),
        pytest.param(
            "- {query: a, relevant: [Sc1]}\n- {query: a, relevant: [Sc1]}\n",
            [("QRY205", 2, 11)],
            id="same-text-is-told-once",
        ),
        pytest.param(
            "- {query: Water and a STORM, relevant: [Sc1]}\n", [("QRY213", 1, 11)], id="quotation"
        ),
        pytest.param("- {query: and a storm, relevant: [Sc1]}\n", [], id="three-words"),
    ],
)
def test_each_mistake_is_found_at_its_place(text: str, expected: list[Place]) -> None:
    assert found_with(text) == expected


def test_set_without_places_is_validated_too() -> None:
    by_hand = QuerySet("a", None, (Query("q", "sea"),), Qrels([QrelRow("q", "Sc1", 9)]))

    assert [finding.code for finding in validate_set(by_hand, None)] == ["QRY209"]


def stretches(longest: int) -> st.SearchStrategy[str]:
    """Make texts of numbers that follow one another, some left out: many of them are alike."""
    number = st.integers(0, longest)
    return st.tuples(st.integers(0, 3), number, st.sets(number, max_size=4)).map(
        lambda drawn: " ".join(str(n) for n in range(drawn[0], drawn[1]) if n not in drawn[2])
    )


@given(
    st.lists(
        st.lists(st.sampled_from("abcdefg"), max_size=7).map(" ".join)
        | stretches(12)
        | stretches(90),
        max_size=12,
    )
)
def test_near_duplicates_are_those_that_comparing_all_finds(texts: list[str]) -> None:
    queries = [Query(f"q{n}", text) for n, text in enumerate(texts)]
    sets = [frozenset(words(text)) for text in texts]

    expected = [
        (f"q{n}", f"q{like[0]}")
        for n, one in enumerate(sets)
        if one
        and (like := [m for m in range(n) if 5 * len(one & sets[m]) >= 4 * len(one | sets[m])])
    ]

    assert [(query.id, like.id) for query, like in near_duplicates(queries)] == expected


def test_queries_that_look_in_different_stories_are_no_near_duplicates() -> None:
    asked = (("a", "why weep"), ("b", "why weep"), (None, "why weep"), ("b", "weep, why"))
    queries = [Query(f"q{n}", text, story=story) for n, (story, text) in enumerate(asked)]

    assert [(query.id, like.id) for query, like in near_duplicates(queries)] == [("q3", "q1")]


def test_quotation_names_the_first_scene_that_has_it() -> None:
    texts = {"a": "no", "b": "one two three four five", "c": "one two three four"}

    found = [(q.id, scene) for q, scene in quotations([Query("q", "two three four five")], texts)]

    assert found == [("q", "b")]


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        pytest.param("QRY212", [], 0, id="warning"),
        pytest.param("QRY212", ["--strict"], 1, id="warning-strict"),
        pytest.param("QRY213", ["--strict"], 0, id="note-strict"),
        pytest.param("QRY208", [], 2, id="error"),
    ],
)
def test_exit_code_tells_the_worst(name: str, options: list[str], code: int) -> None:
    folder = ROOT / "fixtures" / "findings"

    done = run(["testset", "validate", f"{folder}/{name}.yaml", f"{folder}/story.cnl", *options])

    assert done == code


def test_notes_have_their_severity_in_json_and_on_github(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = ROOT / "fixtures" / "findings"
    command = ["testset", "validate", f"{folder}/QRY213.yaml", f"{folder}/story.cnl", "--format"]

    run([*command, "json"])
    assert json.loads(capsys.readouterr().out)[0]["severity"] == "note"
    run([*command, "github"])
    assert capsys.readouterr().out.startswith("::notice ")
