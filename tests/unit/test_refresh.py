"""Refresh: which queries go and why, which come, and what the draft holds."""

from collections.abc import Mapping

import pytest

from sceneprobe.curation.model import Refreshing
from sceneprobe.curation.refresh import next_version, refresh
from sceneprobe.errors import OptionError
from sceneprobe.formats.results import read_reciprocal_ranks
from sceneprobe.judging.model import Query
from sceneprobe.text.model import RefusedError
from sceneprobe.text.source import from_text
from tests.queries import query_set

SET = """\
version: v3
query_types: {event: 4, object: 2}
queries:
  - {id: e1, query: storm, type: event, relevant: [Sc1], added_in: v2}
  - {id: e2, query: rain on the old roof, type: event, relevant: [Sc1], added_in: v3}
  - {id: e3, query: rain on the roof, type: event, relevant: [Sc1], added_in: v3}
  - {id: e4, query: wind, type: event, relevant: [Sc1]}
  - {id: o1, query: lamp, type: object, relevant: [Sc2], added_in: v3}
  - {id: o2, query: key, type: object, relevant: [Sc2], added_in: v1}
"""
CANDIDATES = (
    Query("n1", "hail", type="event"),
    Query("n2", "lamp!", type="object"),
    Query("n3", "a boat", type="object"),
    Query("n4", "fog", type="event"),
    Query("n5", "a boat", type="object"),
    Query("n6", "sand", type="place"),
)


def renewed(count: int, results: Mapping[str, float] | None = None) -> Refreshing:
    return refresh(query_set(SET), CANDIDATES, count, results or {})


def test_near_duplicates_go_before_saturated_before_old() -> None:
    assert [gone.query.id for gone in renewed(3, {"e4": 1}).retired] == ["e3", "e4", "o2"]
    assert [gone.query.id for gone in renewed(3, {"o1": 1, "e4": 0.5}).retired] == [
        "e1",
        "e3",
        "o1",
    ]


def test_every_retirement_says_why() -> None:
    reasons = {gone.query.id: gone.reason for gone in renewed(3, {"e3": 1}).retired}

    assert reasons["e3"] == "near duplicate of e2, saturated, RR 1, in the set since v3"
    assert reasons["o2"] == "in the set since v1"


def test_strata_stay_as_they_are_and_candidates_keep_their_order() -> None:
    found = renewed(3)

    assert [query.id for query in found.added] == ["n1", "n3", "n4"]
    assert [stratum.count for stratum in found.draft.strata] == [4, 2]
    assert len(found.draft.queries) == 6


def test_candidate_that_repeats_a_query_is_passed_over() -> None:
    passed = {gone.query.id: gone.reason for gone in renewed(3).passed_over}

    assert passed == {"n2": "near duplicate of o1", "n5": "near duplicate of n3"}


def test_draft_knows_since_when_each_query_is_there() -> None:
    draft = renewed(3).draft

    since = {query.id: query.added_in for query in draft.queries}
    assert draft.version == "v4"
    assert since["e4"] == "v3"
    assert since["n1"] == "v4"
    assert draft.changelog[0] == "v4: made from v3 with 3 of 6 queries replaced"
    assert "v4: added n3" in draft.changelog


def test_order_of_the_set_does_not_choose() -> None:
    plain = SET.replace("the old roof", "the quay")
    turned = "\n".join([*plain.splitlines()[:3], *plain.splitlines()[:2:-1]])

    one, other = (refresh(query_set(text), CANDIDATES, 3, {}) for text in (plain, turned))

    assert {gone.query.id for gone in one.retired} == {gone.query.id for gone in other.retired}


@pytest.mark.parametrize("count", [0, 7])
def test_more_than_there_are_cannot_be_replaced(count: int) -> None:
    with pytest.raises(OptionError, match="from 1 to 6"):
        renewed(count)


def test_too_few_candidates_are_named_by_type() -> None:
    with pytest.raises(OptionError, match="2 of type event, 1 of type object are missing"):
        renewed(6)


def test_candidate_with_an_id_of_the_set_is_refused() -> None:
    with pytest.raises(OptionError, match='"e1" has the id'):
        refresh(query_set(SET), [Query("e1", "hail", type="event")], 1, {})


@pytest.mark.parametrize(
    ("version", "following"), [("v1", "v2"), ("1", "2"), ("2026.9", "2026.10"), ("v09", "v10")]
)
def test_version_is_counted_up(version: str, following: str) -> None:
    assert next_version(version) == following


@pytest.mark.parametrize("version", [None, "first"])
def test_version_without_a_number_is_refused(version: str | None) -> None:
    with pytest.raises(OptionError, match="--new-version"):
        next_version(version)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"per_query": [{"id": "a", "reciprocal_rank": 1.0}]}', id="check"),
        pytest.param('{"per_query": {"a": {"R@5": 0.5, "RR": 1}}}', id="evaluate"),
        pytest.param('{"per_query": {"a": 1}}', id="plain"),
        pytest.param(
            '{"runs": [{"per_query": {"a": {"RR": 1}, "b": {"R@5": 1}}}, {"per_query": [null]}]}',
            id="runs",
        ),
    ],
)
def test_results_of_all_commands_are_read(text: str) -> None:
    assert read_reciprocal_ranks(from_text("result.json", text)) == {"a": 1}


def test_lowest_of_several_results_counts() -> None:
    text = '[{"per_query": {"a": 1, "b": 1}}, {"per_query": {"a": 0.5, "b": 1}}]'

    assert read_reciprocal_ranks(from_text("result.json", text)) == {"a": 0.5, "b": 1}


def test_results_without_queries_are_refused() -> None:
    with pytest.raises(OptionError, match="no per_query"):
        read_reciprocal_ranks(from_text("result.json", '{"mean": {"RR": 1}}'))


def test_results_that_are_no_json_are_refused() -> None:
    with pytest.raises(RefusedError):
        read_reciprocal_ranks(from_text("result.json", '{"per_query"'))
