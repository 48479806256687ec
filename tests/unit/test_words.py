"""The one definition of a word."""

import pytest

from sceneprobe.text.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \t.,;!?-—… ", [], id="no-words"),
        pytest.param("The Gate", ["the", "gate"], id="lower-case"),
        pytest.param("Anna's lamp-light, No. 8", "anna s lamp light no 8".split(), id="divided"),
        pytest.param("mentor_student", ["mentor_student"], id="underscore"),
        pytest.param("ÉCOLE Łódź", ["école", "łódź"], id="letters-beyond-ascii"),
        pytest.param("cafe\u0301", ["café"], id="composed"),
        pytest.param("ﬁre ２", ["fire", "2"], id="compatibility-forms"),
        pytest.param("हिन्दी कथा", ["हिन्दी", "कथा"], id="combining-marks-belong-to-words"),
        pytest.param("q\u0323 e", ["q\u0323", "e"], id="mark-without-composed-form"),
        pytest.param("夜の海", ["夜の海"], id="no-blanks"),
        pytest.param("a\u2028b\x00c", ["a", "b", "c"], id="separators-and-control"),
    ],
)
def test_text_is_split_into_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_ascii_text_reads_the_same_beside_other_letters() -> None:
    text = "Anna's LAMP_light no. 8-b"

    assert words(f"{text} é")[:-1] == words(text)
