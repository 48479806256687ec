"""Test sets as YAML: the long form and the short one hold the same, and are read back whole."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.formats.set_yaml import Form, scalar, set_as_yaml
from sceneprobe.judging.model import QrelRow, Qrels, Query, QuerySet, Stratum
from tests.queries import found_in, query_set

LONG = """\
name: weather
version: v2
description: "storms: all of them"
scale: 0-4
query_types:
  event: 1
  "no": 1
changelog:
  - "v2: made from v1"
queries:
  - query_id: "1"
    query_text: storm
    query_type: event
    k: 3
    added_in: v1
    relevant_docs:
      - {doc_id: Sc1, grade: 4}
      - {doc_id: Sc2, grade: 1}
  - query_id: q2
    query_text: "yes"
    query_type: "no"
"""
SHORT = """\
name: weather
version: v2
description: "storms: all of them"
scale: 0-4
query_types:
  event: 1
  "no": 1
changelog:
  - "v2: made from v1"
queries:
  - {id: "1", query: storm, type: event, k: 3, added_in: v1, relevant: [{id: Sc1, grade: 4}, Sc2]}
  - {id: q2, query: "yes", type: "no"}
"""

# What is read is stripped, and no file holds lone surrogates.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(str.strip)
WORDS = TEXTS.filter(bool)


@st.composite
def sets(draw: st.DrawFn) -> QuerySet:
    ids = draw(st.lists(WORDS, max_size=4, unique=True))
    maybe = st.one_of(st.none(), WORDS)
    queries = tuple(
        Query(
            name,
            draw(TEXTS),
            draw(st.one_of(st.none(), st.integers(1, 99))),
            draw(maybe),
            draw(maybe),
        )
        for name in ids
    )
    labels = st.lists(
        st.tuples(WORDS, st.integers(0, 9)), max_size=3, unique_by=lambda pair: pair[0]
    )
    rows = [QrelRow(name, scene, grade) for name in ids for scene, grade in draw(labels)]
    types = draw(st.lists(WORDS, max_size=3, unique=True))
    counts = draw(st.sampled_from([st.none(), st.integers(0, 9)]))
    return QuerySet(
        name=draw(WORDS),
        version=draw(maybe),
        queries=queries,
        qrels=Qrels(rows),
        scale=draw(st.one_of(st.none(), st.integers(1, 100))),
        strata=tuple(Stratum(name, draw(counts)) for name in types),
        description=draw(maybe),
        changelog=tuple(draw(st.lists(WORDS, max_size=2))),
    )


def test_both_forms_are_one_set() -> None:
    assert query_set(LONG) == query_set(SHORT)


@pytest.mark.parametrize(("form", "text"), [(Form.LONG, LONG), (Form.SHORT, SHORT)])
def test_set_is_written_as_it_was_read(form: Form, text: str) -> None:
    assert set_as_yaml(query_set(text), form) == text


@given(written=sets(), form=st.sampled_from(Form))
def test_what_is_written_is_read_back(written: QuerySet, form: Form) -> None:
    assert query_set(set_as_yaml(written, form)) == written


@given(text=TEXTS)
def test_other_readers_take_a_scalar_as_text(text: str) -> None:
    assert yaml.safe_load(f"- {scalar(text)}\n- {{a: {scalar(text)}}}") == [text, {"a": text}]


@pytest.mark.parametrize(
    ("text", "highest"),
    [
        pytest.param("3", 3, id="number"),
        pytest.param("0-3", 3, id="range"),
        pytest.param("0 – 4", 4, id="dash"),
        pytest.param("[0, 2]", 2, id="list"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_scale_is_read(text: str, highest: int | None) -> None:
    assert query_set(f"scale: {text}\nqueries: [a]\n").scale == highest


def test_set_without_scale_goes_to_three() -> None:
    assert query_set("queries: [a]\n").highest_grade == 3


@pytest.mark.parametrize(
    ("head", "code"),
    [
        pytest.param("scale: 1-3", "QRY104", id="scale-not-from-0"),
        pytest.param("scale: 0-0", "QRY104", id="scale-of-nothing"),
        pytest.param("scale: 0-101", "QRY104", id="scale-too-long"),
        pytest.param("scale: [0, 1, 2]", "QRY104", id="scale-list"),
        pytest.param("scale: {a: 1}", "QRY104", id="scale-mapping"),
        pytest.param("query_types: event", "QRY104", id="types-text"),
        pytest.param("query_types: [[a]]", "QRY104", id="types-nested"),
        pytest.param("query_types: {event: many}", "QRY104", id="types-count"),
        pytest.param("query_types: {event: [1]}", "QRY104", id="types-list"),
        pytest.param("query_types: {event: 1, event: 1}", "QRY103", id="types-twice"),
        pytest.param("changelog: [[a]]", "QRY104", id="changelog-nested"),
        pytest.param("changelog: {a: b}", "QRY104", id="changelog-mapping"),
    ],
)
def test_wrong_head_is_found_at_its_line(head: str, code: str) -> None:
    assert [(found, line) for found, line, _ in found_in(f"{head}\nqueries: [a]\n")] == [(code, 1)]
