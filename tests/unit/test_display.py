"""Text that is safe and aligned on a terminal."""

import pytest

from sceneprobe.report.display import clip, display_width, pad, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Anna walks ~", "Anna walks ~", id="plain"),
        pytest.param("Zoë 船", "Zoë 船", id="letters"),
        pytest.param("a\x00b\x1b[31m\x07", "a␀b␛[31m␇", id="control"),
        pytest.param("a\tb\r\nc\u2028d\x85e\u00a0f", "a b  c d e f", id="white-space"),
        pytest.param("a\x7fb\x9bc", "a\ufffdb\ufffdc", id="delete-and-c1"),
        pytest.param("a\u202eb\u2066c\u200fd", "a\ufffdb\ufffdc\ufffdd", id="bidirectional"),
        pytest.param("a\u200bb\ufeffc\u00add", "a\ufffdb\ufffdc\ufffdd", id="invisible"),
        pytest.param("a\ud800b", "a\ufffdb", id="lone-surrogate"),
    ],
)
def test_printable_text_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert len(printable(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("Anna", 4, id="ascii"),
        pytest.param("Zoë", 3, id="composed"),
        pytest.param("Zoe\u0308", 3, id="combining"),
        pytest.param("船", 2, id="wide"),
        pytest.param("Ａ", 2, id="full-width"),
        pytest.param("ｱ", 1, id="half-width"),
        pytest.param("🚢", 2, id="emoji"),
        pytest.param("कु", 1, id="vowel-sign-above-or-below-takes-no-column"),
    ],
)
def test_display_width_counts_columns(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize(
    ("text", "width", "clipped"),
    [
        pytest.param("Anna", 4, "Anna", id="fits"),
        pytest.param("Annabel", 5, "Anna…", id="cut"),
        pytest.param("Anna walks home", 12, "Anna walks…", id="at-a-blank"),
        pytest.param("A lighthouse", 8, "A light…", id="blank-too-far-back"),
        pytest.param("船船船", 4, "船…", id="wide"),
        pytest.param("船船船", 5, "船船…", id="wide-to-the-last-column"),
        pytest.param("Anna", 1, "…", id="one-column"),
    ],
)
def test_clip_cuts_to_so_many_columns(text: str, width: int, clipped: str) -> None:
    assert clip(text, width) == clipped
    assert display_width(clip(text, width)) <= width


@pytest.mark.parametrize(("text", "padded"), [("ab", "ab  "), ("船", "船  "), ("abcdef", "abcdef")])
def test_pad_fills_up_at_the_right(text: str, padded: str) -> None:
    assert pad(text, 4) == padded


def test_pad_fills_up_at_the_left_for_numbers() -> None:
    assert pad("42", 4, right=True) == "  42"
