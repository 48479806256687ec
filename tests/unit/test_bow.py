"""Bag of words: counts, compared by cosine."""

from math import sqrt

import pytest

from sceneprobe.backends.bow import BagOfWords


def scores(query: str, *texts: str) -> list[float]:
    row: list[float] = BagOfWords().index(texts).scores([query])[0].tolist()
    return row


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        pytest.param("a", "a a a a b b b", 0.8, id="counts-of-the-text"),
        pytest.param("a a a a b b b", "a", 0.8, id="counts-of-the-query"),
        pytest.param("storm", "storm sea", sqrt(0.5), id="one-of-two"),
        pytest.param("storm lamp", "storm storm sea", sqrt(4 / 10), id="shared-word-twice"),
        pytest.param("whale", "storm sea", 0.0, id="no-shared-word"),
        pytest.param("whale storm", "storm", sqrt(0.5), id="unknown-word-weighs"),
        pytest.param("STORM’S", "the storm s", sqrt(4 / 6), id="case-and-apostrophe"),
        pytest.param("ﬁre", "FIRE", 1.0, id="compatibility-forms"),
        pytest.param("", "storm", 0.0, id="empty-query"),
        pytest.param("storm", "", 0.0, id="empty-text"),
        pytest.param("...", "...", 0.0, id="no-words-at-all"),
    ],
)
def test_score_is_the_cosine_of_word_counts(query: str, text: str, expected: float) -> None:
    assert scores(query, text) == [expected]


def test_texts_in_proportion_have_the_same_score() -> None:
    first, second, third = scores("storm", "storm sea", "storm " * 3 + "lamp " * 3, "storm " * 999)

    assert first == second
    assert third == 1.0


def test_repeating_a_query_changes_no_bit() -> None:
    texts = ("storm sea lamp", "storm storm sea")

    assert scores("storm sea " * 1_001, *texts) == scores("storm sea", *texts)


def test_order_of_words_does_not_matter() -> None:
    assert scores("sea storm", "a storm at sea") == scores("storm sea", "sea at storm a")


def test_backend_is_that_of_ds18() -> None:
    backend = BagOfWords()

    assert (backend.name, dict(backend.settings), backend.normative) == ("bow", {}, True)
