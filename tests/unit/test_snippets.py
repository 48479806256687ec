"""The stretch of a text that answers a query, with the words that match."""

import pytest

from sceneprobe.search.lexicon import lexicon_of
from sceneprobe.search.snippets import Snippet, Snippets

FILLER = " ".join(f"filler{number}" for number in range(60))


def shown(query: str, text: str, *others: str) -> Snippet:
    return Snippets([query], lexicon_of([text, *others])).snippet(query, text)


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_short_text_is_shown_whole_with_its_matches() -> None:
    found = shown("storm sea", "The Storm's eye over the sea, a storm.")

    assert found.text == "The Storm's eye over the sea, a storm."
    assert marked(found) == ["Storm", "sea", "storm"]
    assert (found.cut_before, found.cut_after) == (False, False)


def test_matched_words_are_those_in_common_rarest_first() -> None:
    found = shown("a storm whale lamp", "a lamp, a storm", "a storm", "a sea")

    assert found.matched == ("lamp", "storm", "a")


def test_text_without_a_match_is_shown_from_its_beginning() -> None:
    found = shown("whale", FILLER)

    assert FILLER.startswith(found.text)
    assert (found.marks, found.matched) == ((), ())
    assert (found.cut_before, found.cut_after) == (False, True)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        pytest.param(f"lamp {FILLER}", False, True, id="at-the-start"),
        pytest.param(f"{FILLER} lamp {FILLER}", True, True, id="in-the-middle"),
        pytest.param(f"{FILLER} lamp", True, False, id="at-the-end"),
    ],
)
def test_long_text_is_cut_around_the_match(text: str, *, before: bool, after: bool) -> None:
    found = shown("lamp", text)

    assert marked(found) == ["lamp"]
    assert found.text in text
    assert len(found.text) <= 90
    assert (found.cut_before, found.cut_after) == (before, after)


@pytest.mark.parametrize("text", [f"{FILLER} lamp {FILLER}", f"{FILLER} lamp", f"lamp {FILLER}"])
def test_cuts_fall_between_words(text: str) -> None:
    found = shown("lamp", text)

    assert set(found.text.split()) <= set(text.split())


def test_stretch_with_more_of_the_query_wins() -> None:
    found = shown("storm at sea", f"storm {FILLER} the storm at sea {FILLER} sea")

    assert marked(found) == ["storm", "at", "sea"]


def test_stretch_with_the_rarer_word_wins() -> None:
    text = f"storm {FILLER} lamp"
    found = shown("storm lamp", text, "storm", "storm again")

    assert marked(found) == ["lamp"]


def test_word_that_comes_often_counts_once() -> None:
    found = shown("sea lamp key", f"sea sea sea sea sea {FILLER} lamp key")

    assert marked(found) == ["lamp", "key"]


@pytest.mark.parametrize(
    ("query", "text", "words"),
    [
        pytest.param("école", "Une ÉCOLE.", ["école"], id="upper-case"),
        pytest.param("fire", "ﬁre!", ["fire"], id="ligature"),
        pytest.param("café", "un cafe\u0301 noir", ["café"], id="decomposed-text"),
        pytest.param("cafe\u0301", "un café noir", ["café"], id="decomposed-query"),
        pytest.param("हिन्दी", "यह हिन्दी है", ["हिन्दी"], id="combining-marks"),
        pytest.param("夜の海", "夜の海。", ["夜の海"], id="no-blanks"),
        pytest.param("kg", "8 ㎏ of salt", ["kg"], id="sign-that-is-a-word"),
    ],
)
def test_words_are_those_that_the_backends_see(query: str, text: str, words: list[str]) -> None:
    found = shown(query, text)

    assert list(found.matched) == words
    assert len(found.marks) == 1


def test_part_of_a_word_is_no_match() -> None:
    found = shown("cafe", "un cafe\u0301 noir")

    assert (found.marks, found.matched) == ((), ())


def test_one_sign_that_is_two_words_is_marked_once() -> None:
    found = shown("1 2", "½ cup")

    assert marked(found) == ["½"]
    assert set(found.matched) == {"1", "2"}


def test_matched_words_are_all_of_them_however_long_the_text() -> None:
    found = shown("sea lamp", "sea " * 3_000 + "lamp")

    assert found.matched == ("lamp", "sea")


def test_word_longer_than_the_stretch_is_cut() -> None:
    found = shown("x" * 500, "x" * 500 + " lamp")

    assert found.matched == ("x" * 500,)
    assert len(found.text) <= 110
    assert found.cut_after


@pytest.mark.parametrize("text", ["", " ", "\n"], ids=["empty", "blank", "line-break"])
def test_empty_text_has_an_empty_snippet(text: str) -> None:
    found = shown("storm", text)

    assert (found.text.strip(), found.marks, found.matched) == ("", (), ())


def test_empty_query_matches_nothing() -> None:
    assert shown("", "storm").matched == ()


def test_one_maker_serves_many_queries_and_texts() -> None:
    texts = ["storm at sea", "lamp and key", f"{FILLER} storm {FILLER}"]
    lexicon = lexicon_of(texts)
    queries = ["storm", "key storm", "whale"]
    maker = Snippets(queries, lexicon)

    assert [maker.snippet(query, text) for query in queries for text in texts] == [
        Snippets([query], lexicon).snippet(query, text) for query in queries for text in texts
    ]
