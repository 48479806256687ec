"""Judged ids stand where the scores of a run, and the way it is read, put them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties, TopicPlaces
from sceneprobe.ranking.model import Place
from tests.runs import by_blocks, by_lines

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
        f"q1 Q0 x 1 0.{'1' * 400} t\nq1 Q0 a 2 0.{'2' * 400} t\n",
        RunReading(),
        [("a", 1, 0, 1)],
        id="many digits",
    ),
    pytest.param(
        "q1 Q0 x 1 1e300 t\nq1 Q0 a 2 1e299 t\nq1 Q0 b 3 1e9 t\n",
        RunReading(float32=True),
        [("a", 1, 0, 2), ("b", 3, 2, 1)],
        id="too large for single precision",
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
    run: str,
    ascending: bool,  # noqa: FBT001
    disagree: bool,  # noqa: FBT001
    way: Way,
) -> None:
    (topic,) = way(run.encode(), {})

    assert (topic.ascending, topic.ranks_disagree) == (ascending, disagree)


@pytest.mark.parametrize("way", WAYS)
def test_topics_without_judgments_are_given_too(way: Way) -> None:
    topics = way(b"q2 Q0 a 1 1 t\nq9 Q0 a 1 1 t\nq2 Q0 b 1 1 t\n", {"q1": {"a": 1.0}})

    assert [(topic.topic_id, topic.places.length) for topic in topics] == [("q2", 2), ("q9", 1)]


def test_small_run_is_read_without_numpy(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("q1 Q0 a 1 9 t\n")
    code = (
        "import sys; from sceneprobe.formats.runs.model import RunReading; "
        "from sceneprobe.formats.runs.reading import run_places, run_source; "
        "found = list(run_places(run_source(sys.argv[1]), {}, RunReading())); "
        "print(len(found), 'numpy' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "run")]

    assert subprocess.run(command, check=True, capture_output=True).stdout.split() == [
        b"1",
        b"False",
    ]
