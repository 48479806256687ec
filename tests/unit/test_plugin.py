"""RQ as a metric of a larger suite, whatever its context is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.workflows.plugin import RQ

TEXTS = {"Sc1": "storm storm sea", "Sc2": "storm lamp", "Sc3": "lamp key"}
QUERIES = [{"id": "a", "query": "key", "relevant": ["Sc3"]}, "sea"]


def context(**changes: object) -> dict[str, object]:
    by_id = {scene: {"text": text} for scene, text in TEXTS.items()}
    return {
        "world": {"scenes": {"ordered_ids": list(TEXTS), "by_id": by_id}},
        "corpora": {"retrieval_queries": QUERIES},
        "profile": "bow",
        **changes,
    }


# Any: a metric's details hold whatever JSON can hold.
def details_of(ctx: object) -> Mapping[str, Any]:
    details = RQ.compute(ctx)["details"]
    assert isinstance(details, Mapping)
    return details


@dataclass(frozen=True, slots=True)
class SlottedQuery:
    """A query whose fields are in slots."""

    query: str
    relevant: list[str] = field(default_factory=list)


def test_context_of_mappings_is_read() -> None:
    result = RQ.compute(context())

    assert (result["value"], result["threshold"], result["pass"]) == (1.0, 0.6, True)


def test_context_of_objects_is_read() -> None:
    by_id = {scene: SimpleNamespace(text=text) for scene, text in TEXTS.items()}
    ctx = SimpleNamespace(
        world=SimpleNamespace(scenes=SimpleNamespace(ordered_ids=tuple(TEXTS), by_id=by_id)),
        corpora=SimpleNamespace(retrieval_queries=[SimpleNamespace(query="key", relevant="Sc3")]),
        profile="bow",
        seed=None,
        options=SimpleNamespace(k=1, threshold=0.9),
    )

    result = RQ.compute(ctx)

    assert (result["value"], result["threshold"]) == (1.0, 0.9)
    assert details_of(ctx)["per_query"][0]["topK"] == 1


def test_queries_with_slots_are_read() -> None:
    ctx = context(corpora={"retrieval_queries": (SlottedQuery("key", ["Sc3"]),)})

    assert RQ.compute(ctx)["value"] == 1.0


def test_rows_of_unlabelled_queries_say_why_they_are_skipped() -> None:
    rows = details_of(context())["per_query"]

    assert [row.get("reason") for row in rows] == [None, "no_ground_truth"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"corpora": {}}, "missing_retrieval_queries", id="no-queries"),
        pytest.param({"corpora": None}, "missing_retrieval_queries", id="no-corpora"),
        pytest.param(
            {"corpora": {"retrieval_queries": ["sea"]}}, "no_labeled_queries", id="labels"
        ),
        pytest.param(
            {"world": {"scenes": {"ordered_ids": [], "by_id": {}}}}, "no_scenes", id="no-scenes"
        ),
    ],
)
def test_metric_is_skipped_with_a_reason(changes: dict[str, object], reason: str) -> None:
    result = RQ.compute(context(**changes))

    assert (result["value"], result["pass"]) == (None, None)
    assert details_of(context(**changes))["reason"] == reason


def test_seed_joins_the_other_options_of_the_profile() -> None:
    small, same = (
        details_of(context(profile=profile, seed=7))["per_query"][0]["top_results"]
        for profile in ("vsa:dim=100", "vsa:dim=100,seed=7")
    )

    assert small == same
    with pytest.raises(OptionError, match="has another seed than 7"):
        RQ.compute(context(profile="vsa:seed=8", seed=7))


def test_seed_is_that_of_the_hypervectors() -> None:
    first, second = (
        details_of(context(profile="vsa", seed=seed))["per_query"][0]["top_results"]
        for seed in (1, 2)
    )

    assert first != second


def test_default_profile_is_vsa() -> None:
    assert details_of(context(profile=None)) == details_of(context(profile="vsa"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"profile": "bm52"}, "no backend is called", id="profile"),
        pytest.param({"options": {"k": 0}}, "k takes", id="k-too-small"),
        pytest.param({"options": {"k": 1.5}}, "whole number", id="k-is-no-whole-number"),
        pytest.param({"options": {"k": "five"}}, "must be a number", id="k-is-text"),
        pytest.param({"options": {"threshold": 2}}, "threshold", id="threshold"),
        pytest.param({"profile": 5}, "profile must be the name of a backend, not 5",
                     id="profile-is-a-number"),
        pytest.param({"options": {"k": float("inf")}}, "whole number", id="k-is-endless"),
        pytest.param({"options": {"threshold": 10**400}}, "too large", id="threshold-too-large"),
        pytest.param({"options": {"allow_unknown": "no"}}, "true or false, not 'no'",
                     id="allow-unknown-is-text"),
        pytest.param({"options": {"treshold": 0.9}}, 'did you mean "threshold"',
                     id="option-misspelt"),
        pytest.param({"options": {"colour": 1}}, "known: k, threshold, allow_unknown",
                     id="unknown-option"),
        pytest.param({"options": 5}, "options must be a mapping", id="options-are-a-number"),
        pytest.param({"corpora": {"retrieval_queries": [{"query": "a", "relevant": ["Sc9"]}]}},
                     "QRY207", id="unknown-scene"),
        pytest.param({"corpora": {"retrieval_queries": [object()]}}, "object", id="no-query"),
        pytest.param({"world": {"scenes": {"ordered_ids": "Sc1", "by_id": {}}}}, "list", id="ids"),
        pytest.param({"world": {"scenes": {"ordered_ids": ["Sc1"], "by_id": {}}}}, "no text",
                     id="scene-without-text"),
        pytest.param({"world": {"scenes": {"ordered_ids": ["Sc1", "Sc1"], "by_id": TEXTS}}},
                     'ordered_ids names the scene "Sc1" twice', id="id-twice"),
        pytest.param({"world": {"scenes": {"ordered_ids": [["Sc1"]], "by_id": TEXTS}}},
                     "texts or whole numbers", id="id-is-a-list"),
    ],
)  # fmt: skip
def test_wrong_context_is_an_error_that_says_what_is_wrong(
    changes: dict[str, object], said: str
) -> None:
    with pytest.raises(OptionError, match=said):
        RQ.compute(context(**changes))


@pytest.mark.parametrize(
    "ctx",
    [5, None, {}, {"world": None}, {"world": 5}, {"world": {}}, {"world": {"scenes": {}}}],
    ids=repr,
)
def test_context_without_scenes_to_read_is_an_error(ctx: object) -> None:
    with pytest.raises(OptionError, match=r"the context has no world\.scenes\.ordered_ids"):
        RQ.compute(ctx)


@pytest.mark.parametrize("by_id", [{1: "sea", 2: "key"}, {"1": "sea", "2": "key"}], ids=repr)
def test_ids_may_be_numbers(by_id: Mapping[object, str]) -> None:
    world = {"scenes": {"ordered_ids": [1, 2], "by_id": by_id}}
    queries = [{"query": "key", "relevant": [2]}]

    result = RQ.compute(context(world=world, corpora={"retrieval_queries": queries}))

    assert result["value"] == 1.0


def test_threshold_comes_back_as_a_float() -> None:
    assert repr(RQ.compute(context(options={"threshold": 1}))["threshold"]) == "1.0"


def test_unknown_labels_may_be_allowed() -> None:
    queries = [{"query": "key", "relevant": ["Sc9", "Sc3"]}]
    ctx = context(corpora={"retrieval_queries": queries}, options={"allow_unknown": True})

    assert RQ.compute(ctx)["value"] == 1.0


def test_endless_nesting_is_refused() -> None:
    nested: list[object] = []
    nested.append(nested)

    with pytest.raises(OptionError, match="levels deep"):
        RQ.compute(context(corpora={"retrieval_queries": nested}))
