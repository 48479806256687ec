"""Misspelt names find the known ones."""

import pytest

from sceneprobe.text.names import NearNames, did_you_mean

KNOWN = ("Marcus", "Harbor", "SilverKey", "Al", "Sc1.2", "Anna")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        pytest.param("Marcus", "Marcus", id="same"),
        pytest.param("MARCUS", "Marcus", id="case"),
        pytest.param("silver_key", "SilverKey", id="separators"),
        pytest.param("Silver Key", "SilverKey", id="blank"),
        pytest.param("Sc1-2", "Sc1.2", id="other-separator"),
        pytest.param("Marcs", "Marcus", id="letter-missing"),
        pytest.param("Marccus", "Marcus", id="letter-added"),
        pytest.param("Markus", "Marcus", id="letter-changed"),
        pytest.param("Macrus", "Marcus", id="letters-swapped"),
        pytest.param("Ana", "Anna", id="short-form-of-a-longer-name"),
        pytest.param("Mrkus", None, id="two-letters"),
        pytest.param("Bo", None, id="short-names-are-close-to-nothing"),
        pytest.param("Lighthouse", None, id="nothing-near"),
        pytest.param("", None, id="empty"),
    ],
)
def test_nearest_name(name: str, nearest: str | None) -> None:
    near = NearNames(KNOWN)

    assert near.nearest(name) == nearest


def test_first_known_of_several_equally_near_is_given() -> None:
    near = NearNames(["Marca", "Marco"])

    assert near.nearest("Marcx") == "Marca"


def test_name_equal_but_for_case_is_nearer_than_one_with_a_letter_less() -> None:
    near = NearNames(["Anna", "Annas"])

    assert near.nearest("annas") == "Annas"


def test_long_names_are_near_only_when_equal_but_for_case() -> None:
    near = NearNames(["Anna" * 20])

    assert near.nearest("ANNA" * 20) == "Anna" * 20
    assert near.nearest("Anna" * 20 + "x") is None


def test_suggestion_is_worded_or_absent() -> None:
    near = NearNames(KNOWN)

    assert did_you_mean(near, "Markus") == 'did you mean "Marcus"?'
    assert did_you_mean(near, "Zoe") is None
