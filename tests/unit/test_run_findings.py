"""What is wrong with a run is told with its place, and nothing of the run is used."""

import gzip
from pathlib import Path

import pytest

from sceneprobe.errors import FileError
from sceneprobe.formats.runs import reading
from sceneprobe.formats.runs.findings import RULES
from sceneprobe.formats.runs.model import RunReading
from sceneprobe.formats.runs.reading import run_places, run_source
from sceneprobe.ranking.model import Place
from sceneprobe.text.model import RefusedError, Rule


@pytest.fixture(params=[0, 1 << 20], ids=["blocks", "lines"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SMALL", request.param)


FIXTURES = Path(__file__).parents[2] / "fixtures" / "findings"


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_fixture_provokes_its_finding(rule: Rule) -> None:
    with pytest.raises(RefusedError) as refused:
        next(run_places(run_source(FIXTURES / f"{rule.code}.run"), {}, RunReading()))

    assert [finding.code for finding in refused.value.findings] == [rule.code]


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
    ("q1 Q0 Q 1 2 t\nq1 Q0  Q 2 1 t\n", "RUN104", 2, 8),
)


@pytest.mark.parametrize(("run", "code", "line", "column"), WRONG)
@pytest.mark.usefixtures("_way")
def test_wrong_line_is_refused_with_its_place(
    run: str, code: str, line: int, column: int, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    path.write_text(run, "utf-8", newline="")

    with pytest.raises(RefusedError) as refused:
        next(run_places(run_source(path), {}, RunReading()))

    (finding,) = refused.value.findings
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column)
    assert finding.span.source.line(line) == run.split("\n")[line - 1].rstrip("\r")


@pytest.mark.usefixtures("_way")
def test_wrong_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(b"q1 Q0 d1 1 9.5 t\nq1 Q0 d\xff 2 9 t\n")

    with pytest.raises(RefusedError) as refused:
        next(run_places(run_source(path), {}, RunReading()))

    assert [(f.code, f.span.line, f.span.column) for f in refused.value.findings] == [
        ("RUN105", 2, 8)
    ]


@pytest.mark.usefixtures("_way")
def test_wrong_line_inside_the_last_topic_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q1 Q0 d 1 2 t\nq2 Q0 d 1 2 t\nq2:Q0 e 2 2 t\nq2 Q0 f 3 1 t\n")

    with pytest.raises(RefusedError) as refused:
        next(run_places(run_source(path), {}, RunReading()))

    assert [(f.code, f.span.line) for f in refused.value.findings] == [("RUN101", 3)]


@pytest.mark.usefixtures("_way")
def test_first_hundred_mistakes_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q1 Q0 d1\n" * 2500)

    with pytest.raises(RefusedError, match="and 2400 more") as refused:
        next(run_places(run_source(path), {}, RunReading()))

    assert [finding.span.line for finding in refused.value.findings] == list(range(1, 101))


@pytest.mark.parametrize("content", [b"", b"\n \r\n"])
def test_run_without_results_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(content)

    with pytest.raises(RefusedError) as refused:
        next(run_places(run_source(tmp_path / "run"), {}, RunReading()))

    assert [finding.code for finding in refused.value.findings] == ["RUN106"]


@pytest.mark.usefixtures("_way")
def test_compressed_run_is_read(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbfq1 Q0 d1 1 9.5 t\n"))

    (topic,) = run_places(run_source(path), {"q1": {"d1": 1.0}}, RunReading())

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
            next(run_places(run_source(tmp_path / name), {}, RunReading()))
