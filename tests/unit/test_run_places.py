"""Judged ids get the same places whether a run is read by lines or by blocks."""

import gzip
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.errors import FileError
from sceneprobe.formats import runs
from sceneprobe.formats.run_blocks import places_by_blocks
from sceneprobe.formats.run_findings import MOST_SHOWN, Problem, RunFindings
from sceneprobe.formats.run_lines import places_by_lines
from sceneprobe.formats.run_source import RunSource
from sceneprobe.formats.runs import RunReading, ScoreOrder, Ties, TopicPlaces, run_places
from sceneprobe.ranking.model import Place
from sceneprobe.text.model import RefusedError

Judgments = Mapping[str, Mapping[str, float]]
READINGS = tuple(
    RunReading(ties, float32, order, trust_ranks, keep_first=True)
    for ties, float32, order, trust_ranks in product(Ties, (False, True), ScoreOrder, (False, True))
)


def by_lines(
    content: bytes, judgments: Judgments, reading: RunReading = RunReading()
) -> tuple[list[TopicPlaces], RunFindings]:
    findings = RunFindings()
    return list(places_by_lines(content, judgments, reading, findings)), findings


def by_blocks(
    content: bytes, judgments: Judgments, reading: RunReading = RunReading(), size: int = 1 << 20
) -> tuple[list[TopicPlaces], RunFindings]:
    findings = RunFindings()
    source = RunSource("run", "run", content)
    return list(places_by_blocks(source, judgments, reading, findings, size)), findings


def shown(findings: RunFindings) -> list[Problem]:
    return sorted(findings.first, key=lambda problem: (problem.line, problem.column))[:MOST_SHOWN]


WAYS = (
    pytest.param(lambda *given: by_lines(*given)[0], id="lines"),
    pytest.param(lambda *given: by_blocks(*given)[0], id="blocks"),
)
Way = Callable[..., list[TopicPlaces]]

WANTED = {"q1": {"a": 1.0, "b": 0.0, "c": 2.0, "Apollo 13 (film)": 1.0, "März": 1.0}}
TIED = "q1 Q0 b 1 2 t\nq1 Q0 a 2 2 t\nq1 Q0 x 3 3 t\nq1 Q0 c 4 2 t\n"
CASES = (
    pytest.param("q1 Q0 x 1 9 t\nq1 Q0 a 2 8.5 t\n", RunReading(), [("a", 2, 1, 1)], id="plain"),
    pytest.param("q1 Q0 x 1 1 t\nq1 Q0 a 2 2 t\n", RunReading(), [("a", 1, 0, 1)], id="unsorted"),
    pytest.param(
        TIED, RunReading(), [("a", 2, 1, 3), ("b", 3, 1, 3), ("c", 4, 1, 3)], id="ties by id"
    ),
    pytest.param(
        TIED,
        RunReading(ties=Ties.TREC),
        [("c", 2, 1, 3), ("b", 3, 1, 3), ("a", 4, 1, 3)],
        id="ties by id, descending",
    ),
    pytest.param(
        TIED,
        RunReading(ties=Ties.INPUT),
        [("b", 2, 1, 3), ("a", 3, 1, 3), ("c", 4, 1, 3)],
        id="ties by line",
    ),
    pytest.param(
        TIED,
        RunReading(trust_ranks=True),
        [("b", 1, 0, 1), ("a", 2, 1, 1), ("c", 4, 3, 1)],
        id="ranks trusted",
    ),
    pytest.param(
        "q1 Q0 x 1 0.1000000000001 t\nq1 Q0 a 2 0.1 t\n",
        RunReading(float32=True),
        [("a", 1, 0, 2)],
        id="equal in single precision",
    ),
    pytest.param(
        "q1 Q0 x 1 -9 t\nq1 Q0 a 2 -8 t\n", RunReading(), [("a", 2, 1, 1)], id="QUEST-style"
    ),
    pytest.param("q1 Q0 x 1 -8 t\nq1 Q0 a 2 -9 t\n", RunReading(), [("a", 2, 1, 1)], id="logits"),
    pytest.param(
        "q1 Q0 x 1 -8 t\nq1 Q0 a 2 -9 t\n",
        RunReading(score_order=ScoreOrder.QUEST),
        [("a", 1, 0, 1)],
        id="QUEST asked for",
    ),
    pytest.param(
        "q1 Q0 Apollo 13 (film) 1 9.5 bm25\n",
        RunReading(),
        [("Apollo 13 (film)", 1, 0, 1)],
        id="blanks in an id",
    ),
    pytest.param(
        "\ufeffq1\tQ0  März\t1 1e1 t\r\n\r\nq1 Q0 a 2 +.5 t",
        RunReading(),
        [("März", 1, 0, 1), ("a", 2, 1, 1)],
        id="BOM, CRLF, tabs, UTF-8, exponent",
    ),
    pytest.param(
        "q1 Q0 a 1 9 t\nq2 Q0 a 1 9 t\nq1 Q0 b 2 10 t\n",
        RunReading(),
        [("b", 1, 0, 1), ("a", 2, 1, 1)],
        id="a scattered topic",
    ),
    pytest.param(
        "q1 Q0 x 1 9 t\nq1 Q0 a 2 8 t\nq1 Q0 x 3 7 t\nq1 Q0 b 4 6 t\n",
        RunReading(keep_first=True),
        [("a", 2, 1, 1), ("b", 3, 2, 1)],
        id="a duplicate is passed over",
    ),
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("run", "reading", "expected"), CASES)
def test_judged_ids_stand_where_the_reading_puts_them(
    run: str, reading: RunReading, expected: list[tuple[str, int, int, int]], way: Way
) -> None:
    topic, *_ = way(run.encode().removeprefix(b"\xef\xbb\xbf"), WANTED, reading)

    assert topic.topic_id == "q1"
    assert topic.places.found == tuple(Place(*place) for place in expected)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("run", "ascending", "disagree"),
    [
        ("q Q0 a 1 2 t\nq Q0 b 2 1 t\n", False, False),
        ("q Q0 a 2 2 t\nq Q0 b 1 1 t\n", False, True),
        ("q Q0 a 2 2 t\nq Q0 b 1 2 t\n", False, False),
        ("q Q0 a 2 2 t\nq Q0 b 3 2 t\nq Q0 c 1 1 t\n", False, True),
        ("q Q0 a 0 2 t\nq Q0 b 0 1 t\n", False, False),
        ("q Q0 a 1 -2 t\nq Q0 b 2 -1 t\n", True, False),
        ("q Q0 a 2 -2 t\nq Q0 b 1 -1 t\n", False, False),
        ("q Q0 a 1 -2 t\nq Q0 b 2 -2 t\n", False, False),
        ("q Q0 a 1 -2 t\nq Q0 b 2 0 t\n", False, True),
        ("q Q0 a 1 -3 t\nq Q0 b 2 -1 t\nq Q0 c 3 -2 t\n", False, True),
    ],
)
def test_direction_and_disagreement_are_told(
    run: str, ascending: bool, disagree: bool, way: Way
) -> None:
    (topic,) = way(run.encode(), {})

    assert (topic.ascending, topic.ranks_disagree) == (ascending, disagree)


@pytest.mark.parametrize("way", WAYS)
def test_topics_without_judgments_are_given_too(way: Way) -> None:
    topics = way(b"q2 Q0 a 1 1 t\nq9 Q0 a 1 1 t\nq2 Q0 b 1 1 t\n", {"q1": {"a": 1.0}})

    assert [(topic.topic_id, topic.places.length) for topic in topics] == [("q2", 2), ("q9", 1)]


def nasty_runs(seed: int) -> Iterator[tuple[bytes, Judgments]]:
    """Write runs with everything in them that a run may have."""
    chance = random.Random(seed)
    for _ in range(40):
        words = ["d", "dd", "Ü", "d1.5", "longer-than-eight", "longer-than-eight-2", "a b", "a  b"]
        words += [f"{chance.randrange(10**7)}" for _ in range(20)]
        topics = chance.sample(["1", "22", "q-ü", "a-rather-long-topic", "a-rather-long-topid"], 3)
        spread = chance.random() < 0.3
        scores: list[Callable[[], str]] = [
            lambda: f"{chance.uniform(-2, 30):.{chance.randrange(8)}f}",
            lambda: f"{chance.uniform(0, 30):.6f}",
            lambda: repr(chance.uniform(0, 1)),
            lambda: f"{chance.uniform(-9, -1):.3f}",
            lambda: chance.choice(["1e-3", "+1.5", ".5", "5.", "-0", "0", "12345678901234567"]),
        ]
        score = chance.choice(scores)
        lines = []
        for topic in topics:
            ids = chance.sample(words, chance.randrange(1, len(words)))
            texts = [score() for _ in ids]
            if chance.random() < 0.6:
                texts.sort(key=float, reverse=chance.random() < 0.8)
            for rank, (name, text) in enumerate(zip(ids, texts, strict=True), start=1):
                gap = chance.choice([" "] * 30 + ["\t", "  "]) if chance.random() < 0.3 else " "
                lines.append(gap.join((topic, "Q0", name, str(rank), text, "tag")))
            lines += [""] * (chance.random() < 0.1)
        if spread:
            chance.shuffle(lines)
        end = chance.choice(["\n", "\n", "\r\n"])
        content = (end.join(lines) + end * (chance.random() < 0.7)).encode()
        judged = {topic: dict.fromkeys(chance.sample(words, 9), 1.0) for topic in topics[:2]}
        yield content, judged


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
        assert by_blocks(content, judgments, RunReading(), size) == expected


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
    lines, blocks = by_lines(content, {}), by_blocks(content, {}, RunReading(), size)

    assert blocks[0] == lines[0]
    assert shown(blocks[1]) == shown(lines[1])


WRONG = (
    ("q1 Q0 d1 1 9.5\n", "RUN101", 1, 1),
    ("q1 Q0 d1 1 2 t\n\n  q1 d1\n", "RUN101", 3, 3),
    ("q1 Q0 d1 first 9.5 t\n", "RUN102", 1, 10),
    ("q1 Q0 d1 1_0 9.5 t\n", "RUN102", 1, 10),
    ("q1 Q0 ü 1 9,5 t\r\n", "RUN103", 1, 11),
    ("q1 Q0 d1 1 nan t\n", "RUN103", 1, 12),
    ("q1 Q0 d1 1 -inf t\n", "RUN103", 1, 12),
    ("q1 Q0 d1 1 1e999 t\n", "RUN103", 1, 12),
    ("q1 Q0 d1 1 9.5 my tag\n", "RUN102", 1, 12),
    ("q1 Q0 d 1 2 t\nq2 Q0 d 1 2 t\nq1 Q0 d 2 1 t\n", "RUN104", 3, 7),
)


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["blocks", "lines"])
@pytest.mark.parametrize(("run", "code", "line", "column"), WRONG)
def test_wrong_line_is_refused_with_its_place(
    run: str,
    code: str,
    line: int,
    column: int,
    small: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "SMALL", small)
    path = tmp_path / "run"
    path.write_text(run, "utf-8", newline="")

    with pytest.raises(RefusedError) as refused:
        next(run_places(path, {}, RunReading()))

    (finding,) = refused.value.findings
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column)
    assert finding.span.source.line(line) == run.split("\n")[line - 1].rstrip("\r")


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["blocks", "lines"])
def test_wrong_bytes_are_refused(
    small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SMALL", small)
    path = tmp_path / "run"
    path.write_bytes(b"q1 Q0 d1 1 9.5 t\nq1 Q0 d\xff 2 9 t\n")

    with pytest.raises(RefusedError) as refused:
        next(run_places(path, {}, RunReading()))

    assert [(f.code, f.span.line, f.span.column) for f in refused.value.findings] == [
        ("RUN105", 2, 8)
    ]


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["blocks", "lines"])
def test_first_hundred_mistakes_are_shown_and_the_others_counted(
    small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SMALL", small)
    path = tmp_path / "run"
    path.write_text("q1 Q0 d1\n" * 2500)

    with pytest.raises(RefusedError, match="and 2400 more") as refused:
        next(run_places(path, {}, RunReading()))

    assert [finding.span.line for finding in refused.value.findings] == list(range(1, 101))


@pytest.mark.parametrize("content", [b"", b"\n \r\n"])
def test_run_without_results_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(content)

    with pytest.raises(RefusedError) as refused:
        next(run_places(tmp_path / "run", {}, RunReading()))

    assert [finding.code for finding in refused.value.findings] == ["RUN106"]


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["blocks", "lines"])
def test_compressed_run_is_read(
    small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SMALL", small)
    path = tmp_path / "run"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbfq1 Q0 d1 1 9.5 t\n"))

    (topic,) = run_places(path, {"q1": {"d1": 1.0}}, RunReading())

    assert topic.places.found == (Place("d1", 1, 0, 1),)


def test_what_is_no_readable_file_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(b"q1 Q0 d1 1 9.5 t\n" * 50)
    (tmp_path / "cut.gz").write_bytes(packed[:-9])
    (tmp_path / "broken.gz").write_bytes(packed[:12] + b"\xff" * 9 + packed[21:])

    for name, message in (
        ("cut.gz", "ends too early"),
        ("broken.gz", "cannot read"),
        ("missing", "no such file"),
        (".", "is a directory"),
    ):
        with pytest.raises(FileError, match=message):
            next(run_places(tmp_path / name, {}, RunReading()))
