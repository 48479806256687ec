"""Backends in one string → their parts."""

import pytest

from sceneprobe.backends.profiles import Profile, WrittenPart, parse_profile
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
