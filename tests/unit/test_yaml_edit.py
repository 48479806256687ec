"""Labels go into a YAML file without touching what somebody else wrote there."""

from dataclasses import replace

import pytest

from sceneprobe.curation.relabelling import Relabelling, relabelled
from sceneprobe.formats.queries import read_queries
from sceneprobe.formats.set_files import set_like
from sceneprobe.formats.set_yaml import Form, set_as_yaml
from sceneprobe.text.source import from_text

SCENES = ("Sc1", "Sc2", "Sc3")
BLOCK = """\
# what readers asked
name: ours   # for now
queries:
  # the easy one
  - query: rain   # wet
    relevant: [Sc1]

  - query: key
    relevant:
      - Sc2
  # the end
version: v1
"""
FLOW = "# ours\n- {id: a, query: rain, relevant: [Sc1]}\n- key # bare\n"
CASES = [
    pytest.param(
        BLOCK,
        Relabelling("key", {"Sc3": 1}),
        BLOCK.replace(
            "  - query: key\n    relevant:\n      - Sc2\n",
            "  - {id: q2, query: key, relevant: [Sc2, Sc3]}\n",
        ),
        id="last-entry",
    ),
    pytest.param(
        BLOCK,
        Relabelling("rain", {"Sc1": None}),
        BLOCK.replace(
            "  - query: rain   # wet\n    relevant: [Sc1]\n", "  - {id: q1, query: rain}\n"
        ),
        id="first-entry",
    ),
    pytest.param(
        BLOCK,
        Relabelling("rain", {"Sc3": 1}),
        BLOCK.replace(
            "  - query: rain   # wet\n    relevant: [Sc1]\n",
            "  - {id: q1, query: rain, relevant: [Sc1, Sc3]}\n",
        ),
        id="first-entry-gets-more",
    ),
    pytest.param(
        BLOCK,
        Relabelling("lamp: old", {"Sc3": 2}),
        BLOCK.replace(
            "      - Sc2\n",
            '      - Sc2\n  - {id: q3, query: "lamp: old", relevant: [{id: Sc3, grade: 2}]}\n',
        ),
        id="new-entry",
    ),
    pytest.param(
        FLOW,
        Relabelling("key", {"Sc2": 1}),
        FLOW.replace("- key # bare", "- {id: q2, query: key, relevant: [Sc2]}"),
        id="bare-text",
    ),
    pytest.param(
        FLOW.replace("\n", "\r\n"),
        Relabelling("lamp", {"Sc3": 1}),
        f"{FLOW}- {{id: q3, query: lamp, relevant: [Sc3]}}\n".replace("\n", "\r\n"),
        id="carriage-returns",
    ),
    pytest.param(
        "- rain",
        Relabelling("key", {"Sc2": 1}),
        "- rain\n- {id: q2, query: key, relevant: [Sc2]}",
        id="no-last-line-end",
    ),
]


@pytest.mark.parametrize(("text", "said", "expected"), CASES)
def test_only_the_entry_that_changed_is_rewritten(
    text: str, said: Relabelling, expected: str
) -> None:
    source = from_text("set.yaml", text)

    written = set_like(relabelled(read_queries(source), said, SCENES), source)

    assert written == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("queries: [rain, key]\n", id="one-line"),
        pytest.param("query: rain\n", id="single-query"),
        pytest.param("[{query: rain},\n {query: key}]\n", id="flow-list"),
        pytest.param("-\n  query: rain\n", id="dash-alone"),
    ],
)
def test_other_layouts_are_written_anew(text: str) -> None:
    source = from_text("set.yaml", text)
    labelled = relabelled(read_queries(source), Relabelling("rain", {"Sc1": 1}), SCENES)

    written = set_like(labelled, source)

    assert written == set_as_yaml(labelled, Form.SHORT)
    assert read_queries(from_text("set.yaml", written)) == labelled


def test_text_over_several_lines_is_replaced_whole() -> None:
    text = "- query: >\n    rain\n    at the gate\n  relevant: [Sc1]\n- query: key\n"
    source = from_text("set.yaml", text)
    said = Relabelling("rain at the gate", {"Sc2": 0})

    written = set_like(relabelled(read_queries(source), said, SCENES), source)

    assert written == (
        "- {id: q1, query: rain at the gate, relevant: [Sc1, {id: Sc2, grade: 0}]}\n- query: key\n"
    )


def test_set_that_lost_a_query_is_written_anew() -> None:
    source = from_text("set.yaml", "- rain\n- key\n")
    query_set = read_queries(source)
    shorter = replace(query_set, queries=query_set.queries[:1])

    assert set_like(shorter, source) == "name: set\nqueries:\n  - {id: q1, query: rain}\n"
