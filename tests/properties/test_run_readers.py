"""A run gives the same whether it is read by lines or by blocks, of whatever size."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties
from tests.runs import PLAIN, by_blocks, by_lines, nasty_runs, shown

READINGS = tuple(
    RunReading(ties, float32, order, trust_ranks, keep_first=True)
    for ties, float32, order, trust_ranks in product(Ties, (False, True), ScoreOrder, (False, True))
)


@pytest.mark.parametrize("seed", range(4))
def test_blocks_give_what_lines_give(seed: int) -> None:
    for number, (content, judgments) in enumerate(nasty_runs(seed)):
        for reading in READINGS[number % 4 :: 4]:
            size = 1 + 37 * number
            assert by_blocks(content, judgments, reading, size) == (
                by_lines(content, judgments, reading)
            )


def test_border_of_blocks_may_fall_anywhere() -> None:
    content, judgments = next(
        (run, wanted) for run, wanted in nasty_runs(7) if 300 < len(run) < 2000
    )
    expected = by_lines(content, judgments)

    for size in range(1, len(content) + 2):
        assert by_blocks(content, judgments, PLAIN, size) == expected


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-(10**9), 10**9, places=6).map(str),
    st.from_regex(r"[+-]?[0-9]{1,20}(\.[0-9]{0,20})?(e[+-]?[0-9]{1,2})?", fullmatch=True),
    st.from_regex(r"[0-9.+e_-]{1,9}", fullmatch=True),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(NUMBERS, min_size=1, max_size=12))
def test_scores_are_what_python_makes_of_them(texts: list[str]) -> None:
    run = "".join(f"q Q0 d{n} 1 {text} t\n" for n, text in enumerate(texts)).encode()
    judgments = {"q": {f"d{n}": 1.0 for n in range(len(texts))}}
    lines, blocks = by_lines(run, judgments), by_blocks(run, judgments)

    assert blocks[0] == lines[0]
    assert shown(blocks[1]) == shown(lines[1])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=120), st.integers(1, 60))
def test_any_bytes_are_read_or_refused_alike(junk: bytes, size: int) -> None:
    content = b"q Q0 d 1 2.5 t\n" + junk + b"\nq Q0 e 2 1.5 t\n"
    lines, blocks = by_lines(content, {}), by_blocks(content, {}, PLAIN, size)

    assert blocks[0] == lines[0]
    assert shown(blocks[1]) == shown(lines[1])
