"""Labels go into a file without touching what somebody else wrote there."""

from dataclasses import replace

import pytest

from sceneprobe.curation.relabelling import Relabelling, relabelled
from sceneprobe.errors import LayoutError
from sceneprobe.formats.queries import read_queries
from sceneprobe.formats.set_files import set_like
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
            "      - Sc2\n",
            "      - Sc2\n      - Sc3\n",
        ),
        id="last-entry",
    ),
    pytest.param(
        BLOCK,
        Relabelling("rain", {"Sc1": None}),
        BLOCK.replace("    relevant: [Sc1]\n", "    relevant: []\n"),
        id="first-entry",
    ),
    pytest.param(
        BLOCK,
        Relabelling("rain", {"Sc3": 1}),
        BLOCK.replace(
            "    relevant: [Sc1]\n",
            "    relevant: [Sc1, Sc3]\n",
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
        FLOW.replace("- key # bare", "- {id: q2, query: key, relevant: [Sc2]} # bare"),
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


LAYOUTS = [
    pytest.param("queries: [rain, key]\n", id="one-line"),
    pytest.param("query: rain\nnote: ours\n", id="single-query"),
    pytest.param("[{query: rain, note: ours},\n {query: key}]\n", id="flow-list"),
    pytest.param("-\n  query: rain\n  note: ours\n", id="dash-alone"),
    pytest.param("- query: >\n    rain\n\n  note: ours\n- query: key\n", id="folded"),
    pytest.param("- query: rain # wet\n  note: |\n    ours\n\n# end\n", id="literal-note"),
    pytest.param("- query: rain\n  relevant:\n  note: ours\n", id="no-labels"),
    pytest.param("- {query: rain, relevant: Sc2, note: ours}\n", id="one-label"),
    pytest.param("owner: ours\nqueries:\n- query: rain\n  relevant: [Sc2]\n", id="owner"),
    pytest.param(
        "- query: rain\n  note: ours\n  relevant:\n  - id: Sc1 # why\n    by: us\n"
        "  # then\n  - {id: Sc2, grade: 3, by: us}\n",
        id="fields-of-labels",
    ),
]


@pytest.mark.parametrize("text", LAYOUTS)
@pytest.mark.parametrize(
    "labels", [{"Sc1": 2}, {"Sc2": None, "Sc3": 1}, {"Sc1": 1, "Sc2": 0}], ids=str
)
def test_every_layout_keeps_what_is_not_known(text: str, labels: dict[str, int | None]) -> None:
    source = from_text("set.yaml", text)
    labelled = relabelled(read_queries(source), Relabelling("rain", labels, type="exact"), SCENES)

    written = set_like(labelled, source)

    read = read_queries(from_text("set.yaml", written))
    assert (read.queries, read.qrels) == (labelled.queries, labelled.qrels)
    for word in ("note", "ours", "# wet", "# end", "owner"):
        assert written.count(word) == text.count(word)


def test_label_keeps_its_other_fields() -> None:
    source = from_text("set.yaml", "- query: rain\n  relevant: [{id: Sc1, by: us}, {id: Sc2}]\n")
    said = Relabelling("rain", {"Sc1": 2, "Sc2": None})

    written = set_like(relabelled(read_queries(source), said, SCENES), source)

    assert written == "- query: rain\n  relevant: [{id: Sc1, by: us, grade: 2}]\n"


def test_query_beside_a_single_one_is_refused() -> None:
    source = from_text("set.yaml", "query: rain\nnote: ours\n")
    labelled = relabelled(read_queries(source), Relabelling("key", {"Sc1": 1}), SCENES)

    with pytest.raises(LayoutError, match="without losing"):
        set_like(labelled, source)


def test_set_that_lost_a_query_is_refused() -> None:
    source = from_text("set.yaml", "- rain\n- key\n")
    query_set = read_queries(source)
    shorter = replace(query_set, queries=query_set.queries[:1])

    with pytest.raises(LayoutError, match="gone"):
        set_like(shorter, source)


JSON = [
    pytest.param(
        "s.json",
        '{"owner": "us", "queries": [{"query": "rain", "note": 1, "relevant": ["Sc1"]},'
        ' {"query": "key", "note": 2}]}',
        id="object",
    ),
    pytest.param(
        "s.json", '[{"query": "rain", "note": 1}, {"query": "key", "note": 2}]', id="list"
    ),
    pytest.param(
        "s.jsonl", '{"query": "rain", "note": 1}\n\n{"query": "key", "note": 2}\n', id="jsonl"
    ),
]


@pytest.mark.parametrize(("name", "text"), JSON)
@pytest.mark.parametrize("query", ["rain", "key", "lamp"])
def test_json_keeps_what_is_not_known(name: str, text: str, query: str) -> None:
    source = from_text(name, text)
    labelled = relabelled(read_queries(source), Relabelling(query, {"Sc2": 2}), SCENES)

    written = set_like(labelled, source)

    read = read_queries(from_text(name, written))
    assert (read.queries, read.qrels) == (labelled.queries, labelled.qrels)
    for word in ('"note": 1', '"note": 2', '"owner": "us"'):
        assert written.count(word) == text.count(word)


def test_json_with_a_field_twice_is_refused() -> None:
    source = from_text("s.json", '[{"query": "rain", "note": 1, "note": 2}]')
    labelled = relabelled(read_queries(source), Relabelling("rain", {"Sc2": 2}), SCENES)

    with pytest.raises(LayoutError, match="without losing"):
        set_like(labelled, source)
