"""Backends against other libraries, or against their formulas in plain floats."""

import bm25s
import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from sceneprobe.backends.bm25 import Bm25
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.tfidf import Tfidf
from sceneprobe.backends.weights import weigh_texts
from sceneprobe.text.words import words
from tests.oracle.test_cosine_oracle import made_texts, plain_cosines

TEXTS = [*made_texts(60, 40, seed=1), *made_texts(20, 150, seed=2), *made_texts(10, 3, seed=3)]
QUERIES = [*made_texts(20, 5, seed=4), "word1 word1 word2", "word299 nowhere"]


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.9, 0.4), (2.0, 0.0), (1.5, 1.0)])
def test_bm25_is_that_of_bm25s(k1: float, b: float) -> None:
    retriever = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
    retriever.index([words(text) for text in TEXTS], show_progress=False)
    expected = [
        np.sum([retriever.get_scores([word]) for word in words(query) if word != "nowhere"], axis=0)
        for query in QUERIES
    ]

    assert np.allclose(Bm25(k1, b).index(TEXTS).scores(QUERIES), expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("tf", ["log", "raw"])
def test_tfidf_is_that_of_its_formula(tf: str) -> None:
    counter = CountVectorizer(analyzer=words).fit(TEXTS)
    weigh = TfidfTransformer(sublinear_tf=tf == "log").fit(counter.transform(TEXTS))
    texts, queries = (
        weigh.transform(counter.transform(some)).toarray() for some in (TEXTS, QUERIES)
    )

    assert np.allclose(Tfidf(tf).index(TEXTS).scores(QUERIES), plain_cosines(queries, texts))


def test_rich_is_the_cosine_of_its_weights() -> None:
    weighted = weigh_texts(TEXTS, 0)
    queries = weighted.weigh_queries(QUERIES).toarray().astype(np.float64)
    texts = weighted.texts.toarray().astype(np.float64)
    scores = backend_of("rich:window=0").index(TEXTS).scores(QUERIES)

    assert np.allclose(scores, plain_cosines(queries, texts), rtol=0, atol=1e-12)


def test_vsa_rich_is_near_rich() -> None:
    near, exact = (
        backend_of(profile).index(TEXTS).scores(QUERIES)
        for profile in ("vsa-rich:dim=50000", "rich")
    )

    assert np.corrcoef(near.ravel(), exact.ravel())[0, 1] > 0.98
