"""In how many texts each word occurs."""

import pytest

from sceneprobe.search.lexicon import lexicon_of

LEXICON = lexicon_of(["The storm, the sea", "storm lamp", "École"])


def test_word_counts_once_for_each_text() -> None:
    assert dict(LEXICON.text_counts) == {"the": 1, "storm": 2, "sea": 1, "lamp": 1, "école": 1}


@pytest.mark.parametrize(
    ("query", "evidence"),
    [
        pytest.param("STORM whale", True, id="one-word-known"),
        pytest.param("ÉCOLE", True, id="beyond-ascii"),
        pytest.param("whale", False, id="no-word-known"),
        pytest.param("stormy", False, id="part-of-a-word"),
        pytest.param("", False, id="empty"),
        pytest.param("?!", False, id="no-words"),
    ],
)
def test_evidence_is_a_word_that_occurs(query: str, *, evidence: bool) -> None:
    assert LEXICON.has_evidence(query) is evidence


def test_no_texts_have_no_words() -> None:
    assert not lexicon_of([]).has_evidence("storm")
