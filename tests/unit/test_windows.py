"""Texts → windows."""

import pytest

from sceneprobe.backends.windows import first_windows, window_bounds, windows_of


@pytest.mark.parametrize(
    ("length", "size", "bounds"),
    [
        pytest.param(0, 4, [(0, 0)], id="nothing"),
        pytest.param(4, 4, [(0, 4)], id="exactly-one"),
        pytest.param(5, 4, [(0, 4), (2, 5)], id="one-word-more"),
        pytest.param(6, 4, [(0, 4), (2, 6)], id="half-more"),
        pytest.param(3, 1, [(0, 1), (1, 2), (2, 3)], id="single-words"),
    ],
)
def test_windows_overlap_by_half_and_reach_the_end(
    length: int, size: int, bounds: list[tuple[int, int]]
) -> None:
    assert window_bounds(length, size) == bounds


def test_no_size_leaves_the_text_whole() -> None:
    assert windows_of("a  b c", 0) == ["a  b c"]


def test_each_text_begins_where_the_one_before_ends() -> None:
    assert first_windows([2, 1, 3]) == [0, 2, 3]
