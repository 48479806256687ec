"""What holds for any judgments, any lines and any bytes."""

import gzip
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.cli.main import run
from sceneprobe.errors import QrelsError
from sceneprobe.files import read_unpacked
from sceneprobe.formats.qrels import read_judgments
from sceneprobe.formats.runs.model import RunReading
from sceneprobe.formats.runs.reading import run_places, run_source
from sceneprobe.judging.difference import difference_of
from sceneprobe.qrels import QrelRow, Qrels, QrelsVerification, read_qrel_file, write_qrel_file
from sceneprobe.text.model import Diagnostic, RefusedError

steady = settings(deadline=None, derandomize=True, max_examples=200)

letters = st.sampled_from(
    [*"aAbé船 ", " ", "  ", "0", "1", "{", '"', "}", "\u00a0", "\u3000", "\x85"]
)
ids = st.one_of(
    st.lists(letters, min_size=1, max_size=6).map("".join),
    st.text(
        st.characters(exclude_characters="\t\n\r\x0b\x0c\0", exclude_categories=["Cs"]), min_size=1
    ),
).filter(lambda text: not text.startswith("\ufeff"))
any_ids = st.one_of(
    ids, st.text(st.sampled_from("ab \t\x0b\x0c\x1c\x85\u00a0\u2028\ufeff\0"), max_size=3)
)
pairs = st.dictionaries(st.tuples(ids, ids), st.integers(0, 10**9), min_size=1, max_size=8)
lines = st.lists(
    st.lists(
        st.sampled_from(["q1", "0", "a b", "1", "nan", "-1", ".5", "", "{", '"docs"'])
    ).flatmap(lambda fields: st.sampled_from([" ", "\t", "  "]).map(lambda gap: gap.join(fields))),
    max_size=6,
).map("\n".join)


def qrels_of(judged: Mapping[tuple[str, str], int]) -> Qrels:
    return Qrels([QrelRow(topic, document, grade) for (topic, document), grade in judged.items()])


def graded(content: bytes) -> tuple[list[float], tuple[Diagnostic, ...]]:
    """Give the grades of a file, or else its findings."""
    try:
        read = read_judgments("gold.qrels", content)
    except RefusedError as error:
        return [], error.findings
    return [grade for judged in read.values() for grade in judged.values()], ()


@steady
@given(pairs, st.booleans())
def test_what_is_written_is_read_back(
    judged: dict[tuple[str, str], int],
    packed: bool,  # noqa: FBT001 - drawn
) -> None:
    written = qrels_of(judged)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.qrels"
        write_qrel_file(qrel_out_file=path, qrels=written)
        if packed:
            path.write_bytes(gzip.compress(path.read_bytes()))
        read = read_qrel_file(path)
        judgments = read_judgments("out.qrels", read_unpacked(path))

    assert read.rows == tuple(sorted(written.rows, key=lambda row: (row.topic_id, row.doc_id)))
    assert judgments == written.by_topic()
    assert difference_of(written, read).is_empty


@steady
@given(pairs)
def test_verified_judgments_have_exactly_their_topics(judged: dict[tuple[str, str], int]) -> None:
    written = qrels_of(judged)
    topics = {topic for topic, _ in judged}

    written.verify(expected_topic_ids=topics)
    with pytest.raises(QrelsError):
        QrelsVerification(written, [*topics, "\t"]).complete_topics()
    with pytest.raises(QrelsError):
        QrelsVerification(written, []).no_extra_topics()
    with pytest.raises(QrelsError):
        QrelsVerification(Qrels((*written.rows, written.rows[0])), topics).no_duplicates()


@steady
@given(st.one_of(st.binary(), lines.map(str.encode), st.text().map(str.encode)))
def test_any_bytes_are_read_or_refused_with_findings(content: bytes) -> None:
    grades, findings = graded(content)

    assert bool(grades) != bool(findings)
    assert all(grade >= 0 for grade in grades)
    for finding in findings:
        line = finding.span.source.line(finding.span.line)
        assert 1 <= finding.span.column <= len(line) + 1


@steady
@given(st.one_of(st.binary(), lines.map(str.encode)))
def test_any_bytes_are_converted_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.txt"
        path.write_bytes(content)
        codes = [run(["convert", kind, "--input", str(path)]) for kind in ("run", "qrels")]
        names = {entry.name for entry in Path(folder).iterdir()}

    assert set(codes) <= {0, 2}
    assert ("run_trec" in names) == (codes[0] == 0)
    assert ("run_qrels" in names) == (codes[1] == 0)


@steady
@given(st.lists(st.tuples(any_ids, any_ids), min_size=1, max_size=6, unique=True))
def test_whatever_is_converted_is_read_back_by_every_reader(pairs: list[tuple[str, str]]) -> None:
    listed: dict[str, list[str]] = {}
    for query, document in pairs:
        listed.setdefault(query, []).append(document)
    records = [
        {"id": query, "docs": documents, "scores": list(range(len(documents)))}
        for query, documents in listed.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.jsonl"
        path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
        run_code, qrels_code = (
            run(["convert", kind, "--input", str(path)]) for kind in ("run", "qrels")
        )
        if qrels_code == 0:
            assert read_qrel_file(Path(folder) / "made_qrels") == read_qrel_file(path)
        if run_code == 0:
            every = {query: dict.fromkeys(documents, 1.0) for query, documents in listed.items()}
            places = run_places(run_source(Path(folder) / "made_trec"), every, RunReading())
            found = {topic.topic_id: topic.places for topic in places}
            written = (Path(folder) / "made_trec").read_text("utf-8").count("\n")
            assert sum(len(at.found) for at in found.values()) == written
            assert found.keys() <= listed.keys()
