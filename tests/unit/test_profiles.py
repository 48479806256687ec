"""Backends in one string → their parts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.backends.profiles import Profile, WrittenPart, parse_profile, profile_of, written
from sceneprobe.errors import OptionError

BM25, RICH = Profile("bm25"), Profile("rich")


def combined(form: str, *parts: Profile, **options: str) -> Profile:
    written = tuple(WrittenPart(part, None) for part in parts)
    return Profile("hybrid", tuple(options.items()), form, written)


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        pytest.param("bm25", BM25, id="name"),
        pytest.param("bm25:k1=1.5", Profile("bm25", (("k1", "1.5"),)), id="option"),
        pytest.param("bm25: k1 = 1 , b=0", Profile("bm25", (("k1", "1"), ("b", "0"))), id="blanks"),
        pytest.param("bm25:k1", Profile("bm25", (("k1", ""),)), id="no-value"),
        pytest.param("hybrid:rrf(bm25,rich)", combined("rrf", BM25, RICH), id="combination"),
        pytest.param(
            "hybrid:rrf( bm25 , rich ), rrf_k=30",
            combined("rrf", BM25, RICH, rrf_k="30"),
            id="options-of-the-combination-follow-it",
        ),
        pytest.param(
            "hybrid:rrf(bm25:k1=1,b=0,rich)",
            combined("rrf", Profile("bm25", (("k1", "1"), ("b", "0"))), RICH),
            id="options-of-a-part-follow-it",
        ),
        pytest.param(
            "hybrid:rrf(hybrid:rrf(bm25,rich),rrf_k=5,rich)",
            combined("rrf", combined("rrf", BM25, RICH, rrf_k="5"), RICH),
            id="nested",
        ),
        pytest.param(
            "hybrid:weighted(rich*0.6,bm25:b=0*4)",
            Profile(
                "hybrid",
                (),
                "weighted",
                (WrittenPart(RICH, "0.6"), WrittenPart(Profile("bm25", (("b", "0"),)), "4")),
            ),
            id="weights",
        ),
        pytest.param(
            'dense:model="a (b), c*2",window=0',
            Profile("dense", (("model", "a (b), c*2"), ("window", "0"))),
            id="quoted",
        ),
        pytest.param(
            'dense:model="my ""best"", model"',
            Profile("dense", (("model", 'my "best", model'),)),
            id="quotes-within-quotes",
        ),
        pytest.param(
            "dense:model=C:/models/m", Profile("dense", (("model", "C:/models/m"),)), id="colon"
        ),
        pytest.param("hybrid:rrf()", combined("rrf", Profile("")), id="nothing-within"),
    ],
)
def test_profile_is_read(text: str, profile: Profile) -> None:
    assert parse_profile(text) == profile


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hybrid:rrf(bm25", "a parenthesis is not closed"),
        ("hybrid:rrf(bm25))", "closed that was not opened"),
        ("hybrid:rrf(bm25)rich", "a comma must follow the parenthesis"),
        ("hybrid(bm25,rich)", r"is written name:form\(part,part\)"),
        ("hybrid:rrf(k1=1,bm25)", "option k1=1 stands before the first part"),
        ("hybrid:rrf(" * 10 + ")" * 10, "at most"),
        ("x" * 10_001, "at most"),
    ],
    ids=["open", "closed", "no-comma", "no-form", "option-first", "deep", "long"],
)
def test_profile_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_profile(text)


words = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
options = st.lists(st.tuples(words, st.text(max_size=8)), max_size=3).map(tuple)
weights = st.none() | st.sampled_from(["1", "0.25", "1e-3", ".5"])
profiles = st.recursive(
    st.builds(Profile, words, options),
    lambda inner: st.builds(
        Profile,
        words,
        options,
        words,
        st.lists(st.builds(WrittenPart, inner, weights), min_size=1, max_size=3).map(tuple),
    ),
    max_leaves=6,
)


@given(profiles)
@settings(deadline=None, derandomize=True)
def test_written_profile_reads_back(profile: Profile) -> None:
    assert parse_profile(written(profile)) == profile


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        pytest.param({"name": "bm25"}, "bm25", id="name"),
        pytest.param({"name": "bm25", "k1": 1.2, "b": "0"}, "bm25:k1=1.2,b=0", id="options"),
        pytest.param(
            {
                "name": "hybrid",
                "form": "rrf",
                "parts": ["bm25", {"name": "vsa-rich", "dim": 4000}],
                "rrf_k": 60,
            },
            "hybrid:rrf(bm25,vsa-rich:dim=4000),rrf_k=60",
            id="combination",
        ),
        pytest.param(
            {
                "name": "hybrid",
                "form": "weighted",
                "parts": [
                    {"name": "bm25", "b": 0, "weight": 0.4},
                    {"profile": "rich:window=0", "weight": 1e-5},
                    "bow*2",
                ],
            },
            "hybrid:weighted(bm25:b=0*0.4,rich:window=0*1e-05,bow*2)",
            id="weights",
        ),
        pytest.param(
            {
                "parts": [{"name": "hybrid", "form": "rrf", "parts": ["bm25", "bow"]}],
                "form": "window",
                "n": 5,
                "name": "rerank",
            },
            "rerank:window(hybrid:rrf(bm25,bow)),n=5",
            id="nested-in-any-order",
        ),
        pytest.param({"name": "dense", "model": "a, b"}, 'dense:model="a, b"', id="quoted"),
    ],
)
def test_mapping_is_a_profile(mapping: dict[str, object], expected: str) -> None:
    profile = profile_of(mapping)

    assert written(profile) == expected
    assert parse_profile(expected) == profile


def nested(depth: int) -> dict[str, object]:
    inner: object = nested(depth - 1) if depth else "bm25"
    return {"name": "rerank", "form": "window", "parts": [inner]}


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        pytest.param({}, "a word for its name; it has none", id="no-name"),
        pytest.param({"name": 3}, "a word for its name; not 3", id="number-for-a-name"),
        pytest.param({"name": "a:b=c"}, "a word for its name; not 'a:b=c'", id="string-for-name"),
        pytest.param({"name": "bm25", "k 1": 2}, "a word for its option", id="odd-option"),
        pytest.param({"name": "bm25", "k1": True}, "k1 takes a text or a number", id="truth"),
        pytest.param({"name": "bm25", "k1": [1]}, "k1 takes a text or a number", id="list"),
        pytest.param({"name": "bm25", "weight": 1}, "takes no weight", id="weight-alone"),
        pytest.param({"name": "hybrid", "form": "rrf"}, "parts is missing", id="no-parts"),
        pytest.param({"name": "hybrid", "parts": ["bow"]}, "form is missing", id="no-form"),
        pytest.param(
            {"name": "hybrid", "form": "rrf", "parts": []}, "must be a list", id="empty-parts"
        ),
        pytest.param(
            {"name": "hybrid", "form": "rrf", "parts": "bow"}, "must be a list", id="text-for-parts"
        ),
        pytest.param(
            {"name": "hybrid", "form": "rrf", "parts": [3]}, "a part is a profile", id="odd-part"
        ),
        pytest.param(
            {"name": "hybrid", "form": "rrf", "parts": [{"name": "bow", "weight": "1,rich"}]},
            "a weight is a number",
            id="odd-weight",
        ),
        pytest.param(nested(9), "8 parentheses in each other", id="deep"),
    ],
)
def test_mapping_that_is_no_profile_is_refused(mapping: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        profile_of(mapping)
