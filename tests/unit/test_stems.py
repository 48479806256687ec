"""Words → stems."""

import pytest

from sceneprobe.backends.stems import stem


@pytest.mark.parametrize(
    "forms",
    [
        pytest.param("go goes going went gone", id="irregular-verb"),
        pytest.param("tell tells telling told", id="irregular-past"),
        pytest.param("wolf wolves", id="irregular-plural"),
        pytest.param("lamp lamps", id="plural"),
        pytest.param("story stories", id="y"),
        pytest.param("marry marries married marrying", id="y-in-a-verb"),
        pytest.param("church churches", id="es"),
        pytest.param("stop stops stopped stopping", id="doubled"),
        pytest.param("fall falls falling fell", id="double-l-stays"),
        pytest.param("hope hopes hoped hoping", id="silent-e"),
        pytest.param("quick quickly quickness", id="endings"),
        pytest.param("sorrow sorrowful sorrowfully", id="one-ending-in-another"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("us", "used"),
        ("king", "kin"),
        ("need", "ne"),
        ("thing", "th"),
        ("glass", "gla"),
        ("is", "i"),
    ],
)
def test_other_words_keep_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["été", "夜の海", "1899s", "a", "ly", "", "łodzies", "x_ing"])
def test_what_is_not_english_stays(word: str) -> None:
    assert stem(word) == word
