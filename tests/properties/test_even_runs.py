"""Evenly written runs are read the short way, and give the same with any one byte changed."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.formats.runs import blocks, hits
from sceneprobe.formats.runs.borders import BACK, Block, padded, plain_block
from sceneprobe.formats.runs.even import even_block
from tests.runs import Judgments, by_blocks, by_lines, shown

LAYOUTS = ("{:.6f}", "{:.1f}", "{:.7f}", "{:.3f}", "{:.0f}", "{:.12f}")


def _even_run(seed: int, layout: str, first_rank: int = 1) -> tuple[bytes, Judgments]:
    chance = random.Random(seed)  # noqa: S311
    lines, judged = [], {}
    for topic in chance.sample(("1", "22", "1000152", "q-17"), 3):
        ids = chance.sample(range(1, 10**8), chance.randrange(1, 130))
        score = chance.uniform(0, 30)
        for rank, name in enumerate(ids, start=first_rank):
            lines.append(f"{topic} Q0 {name} {rank} {layout.format(score)} tag\n")
            score = max(0, score - chance.choice((0, 1e-6, 0.1, 1)))
        judged[topic] = dict.fromkeys(map(str, ids[::7]), 1.0)
    return "".join(lines).encode(), judged


def _blocks(content: bytes) -> tuple[Block | None, Block | None]:
    text = padded((content,))
    chars = np.frombuffer(text, np.uint8, len(text) - len(BACK))
    return even_block(text, chars, np.flatnonzero(chars == 10)), plain_block(text, chars)


def _borders(block: Block) -> list[list[int]]:
    columns = block.columns
    each = (columns.topic, columns.id, columns.rank, columns.score)
    return [ends.tolist() for column in each for ends in (column.start, column.stop)]


@pytest.mark.parametrize("first_rank", [0, 1])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_even_run_is_read_the_short_way(layout: str, first_rank: int) -> None:
    read = 0
    for seed in range(10):
        content, judged = _even_run(seed, layout, first_rank)
        even, plain = _blocks(content)
        assert plain is not None
        if even is not None:
            read += 1
            assert _borders(even) == _borders(plain)
        assert by_blocks(content, judged) == by_lines(content, judged)

    # Where a score is three characters longer than the first one it is not.
    assert read >= 7


@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 5),
    st.sampled_from(LAYOUTS),
    st.integers(0, 10**9),
    st.sampled_from([*b" \t\n\r\x00\x1f.-+e_019aQ~\x80\xff"]),
)
def test_any_one_byte_may_be_another(seed: int, layout: str, place: int, byte: int) -> None:
    content, judged = _even_run(seed, layout)
    changed = bytearray(content)
    changed[place % len(changed)] = byte
    one, other = by_lines(bytes(changed), judged), by_blocks(bytes(changed), judged)

    assert other[0] == one[0]
    assert shown(other[1]) == shown(one[1])


def test_ids_with_the_same_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    content, judged = _even_run(3, "{:.6f}")
    for module in (blocks, hits):
        monkeypatch.setattr(module, "hashes", lambda _, column: np.zeros(column.start.size, "u4"))

    assert by_blocks(content, judged) == by_lines(content, judged)
