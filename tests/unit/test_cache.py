"""A cache gives back what was stored under a key, or nothing."""

import json
import os
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import pytest

from sceneprobe.workflows.cache import Cache, cache_info
from tests.caches import ADVICE, KEY, VALUE


def test_stored_value_comes_back_with_its_members_in_order(cache: Cache) -> None:
    assert cache.load(KEY) is None

    assert cache.store(KEY, VALUE) is None
    found = cache.load(KEY)

    assert found == VALUE
    assert list(found) == list(VALUE)


def test_entry_is_named_by_the_digest_of_its_canonical_key(entry: Path) -> None:
    canonical = '{"corpus":"sha256:77e0","settings":"sha256:41ab","version":"0.1.0"}'

    assert entry.name == f"sceneprobe-{sha256(canonical.encode()).hexdigest()}.json"
    assert json.loads(entry.read_bytes())["key"] == KEY
    assert json.loads(entry.read_bytes())["value"] == VALUE


def test_later_value_takes_the_place_of_an_earlier_one(cache: Cache) -> None:
    cache.store(KEY, VALUE)
    cache.store(KEY, {"RR": 1.0})

    assert cache.load(KEY) == {"RR": 1.0}
    assert cache_info(cache.folder).entries == 1


def test_order_of_members_and_kind_of_mapping_do_not_matter(cache: Cache) -> None:
    cache.store(MappingProxyType(KEY), MappingProxyType({"rows": (MappingProxyType({"a": 1}),)}))

    assert cache.load(dict(reversed(KEY.items()))) == {"rows": [{"a": 1}]}


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({**KEY, "corpus": "sha256:77e1"}, id="one-letter-of-a-value"),
        pytest.param({**KEY, "corpus": "sha256:77E0"}, id="case"),
        pytest.param({**KEY, "corpus": "sha256:77e0 "}, id="blank"),
        pytest.param({**KEY, "more": None}, id="one-member-more"),
        pytest.param({"settings": "sha256:41ab", "version": "0.1.0"}, id="one-member-less"),
        pytest.param({"setting": "sha256:41ab", **KEY}, id="one-letter-of-a-name"),
        pytest.param({}, id="empty"),
    ],
)
def test_key_that_differs_in_one_letter_misses(cache: Cache, other: dict[str, object]) -> None:
    cache.store(KEY, VALUE)

    assert cache.load(other) is None
    assert cache.store(other, {"RR": 0.0}) is None
    assert cache.load(other) == {"RR": 0.0}
    assert cache.load(KEY) == VALUE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(1, "1", id="number-and-text"),
        pytest.param(True, "true", id="truth-and-text"),
        pytest.param(True, 1, id="truth-and-number"),
        pytest.param(None, "null", id="nothing-and-text"),
        pytest.param(["ab"], ["a", "b"], id="lists"),
        pytest.param("é", "e\u0301", id="composed-and-decomposed"),
        pytest.param(0.1, 0.1 + 1e-17 + 2e-17, id="last-digit"),
    ],
)
def test_values_that_look_alike_are_different_keys(
    cache: Cache, one: object, other: object
) -> None:
    cache.store({"k": one}, {"from": "one"})

    assert cache.load({"k": other}) is None
    assert cache.load({"k": one}) == {"from": "one"}


NOT_JSON: dict[str, object] = {
    "set": {1, 2},
    "object": object(),
    "bytes": b"x",
    "nan": float("nan"),
    "infinite": float("inf"),
    "number-as-name": {1: "a"},
    "mixed-names": {1: "a", "1": "b"},
    "long-number": 10**5000,
}


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_what_json_cannot_hold_is_not_stored(cache: Cache, value: object) -> None:
    for key, kept in (({"k": value}, VALUE), (KEY, {"rows": [value]})):
        warning = cache.store(key, kept) or ""

        assert warning.startswith("the result is not cached: it cannot be written as JSON (")
        assert warning.endswith(ADVICE)
        assert cache.load(key) is None
    assert not os.path.exists(cache.folder)


def test_value_that_is_nested_too_deeply_is_not_stored(cache: Cache) -> None:
    endless: dict[str, object] = {}
    endless["again"] = endless

    assert cache.store(KEY, endless) == f"the result is not cached: it is nested too deeply{ADVICE}"
    assert cache.load(endless) is None


def test_lone_surrogates_survive(cache: Cache) -> None:
    assert cache.store({"k": "\ud800"}, {"text": "\udfff\0"}) is None

    assert cache.load({"k": "\ud800"}) == {"text": "\udfff\0"}


def test_value_that_is_too_large_is_not_stored(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sceneprobe.workflows.cache.MAX_BYTES", 1024 * 1024)

    warning = cache.store(KEY, {"text": "x" * 1024 * 1024})

    assert warning == f"the result is not cached: it is larger than 1 MB{ADVICE}"
    assert not os.path.exists(cache.folder)
