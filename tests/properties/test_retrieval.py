"""What holds for any texts, any query and any profile."""

from contextlib import suppress
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.backends.base import Backend, described
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.terms import number_terms
from sceneprobe.errors import OptionError
from sceneprobe.text.words import words

steady = settings(deadline=None, derandomize=True, max_examples=60)

texts = st.lists(
    st.sampled_from("storm storms sea went go the é 夜の海 a".split()), max_size=9
).map(" ".join)
collections = st.lists(texts, min_size=1, max_size=6)
nonsense = st.lists(
    st.sampled_from([*'bm25 rich hybrid rerank :rrf( :window( k1= 0.5 ) , * " ='.split(), ":"])
).map("".join)
single = st.sampled_from("bow bm25:k1=1.5,b=0 rich:window=7 vsa:seed=3 vsa-rich tfidf".split())
written = st.recursive(
    single,
    lambda parts: (
        st.lists(parts, min_size=2, max_size=3).map(lambda p: f"hybrid:rrf({','.join(p)}),rrf_k=9")
        | st.lists(parts, min_size=2, max_size=3).map(lambda p: f"hybrid:weighted({'*2,'.join(p)})")
        | parts.map("rerank:window({}),n=3".format)
    ),
    max_leaves=6,
)

every = pytest.mark.parametrize(
    "profile",
    ["bm25", "rich:window=3", "vsa-rich:dim=129,window=3", "hybrid:rrf(bm25,rich)"],
)


def permuted(backend: Backend, collection: list[str], query: str, order: list[int]) -> np.ndarray:
    """Give the scores of texts that were indexed in another order, in the old one."""
    scores = np.empty(len(collection))
    scores[order] = backend.index([collection[place] for place in order]).scores([query])[0]
    return scores


@every
@given(collections, texts, st.randoms(use_true_random=False))
@steady
def test_order_of_texts_changes_no_bit(
    profile: str, collection: list[str], query: str, chance: Random
) -> None:
    order = list(range(len(collection)))
    chance.shuffle(order)
    backend = backend_of(profile)
    (scores,) = backend.index(collection).scores([query])

    assert scores.tobytes() == permuted(backend, collection, query, order).tobytes()


@every
@given(collections, texts)
@steady
def test_scores_are_finite_and_0_without_words(
    profile: str, collection: list[str], query: str
) -> None:
    (scores,) = backend_of(profile).index(collection).scores([query])

    assert np.isfinite(scores).all()
    assert all(score == 0 for score, text in zip(scores, collection, strict=True) if not text)
    assert words(query) or not scores.any()


@given(texts, st.integers(0, 9), st.integers(0, 9))
@steady
def test_stretch_of_a_text_has_the_terms_it_has_alone(text: str, first: int, length: int) -> None:
    found = words(text)
    last = min(len(found), first + length)
    vocabulary, (row,) = number_terms([text])
    alone = vocabulary.row(" ".join(found[first:last]))

    assert row.cut(first, last).tolist() == alone.cut(0, len(alone)).tolist()


@given(written.filter(lambda profile: "tfidf" not in profile))  # its settings name a library
@steady
def test_settings_make_the_same_backend_again(profile: str) -> None:
    backend = backend_of(profile)
    again = backend_of(described(backend))

    assert dict(again.settings) == dict(backend.settings)
    assert described(again) == described(backend)


@given(nonsense)
@steady
def test_nonsense_is_refused_as_the_callers_mistake(profile: str) -> None:
    with suppress(OptionError):
        backend_of(profile)
