"""``sceneprobe compare``: what it writes, what it says, and when it writes nothing."""

import csv
import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sceneprobe.cli import compare as command
from sceneprobe.cli.main import run

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "specs" / "comparison.schema.json").read_text("utf-8"))
CORPUS, QUERIES, TRUTH = (
    f"fixtures/rq/{name}" for name in ("corpus.jsonl", "queries.tsv", "qrels.tsv")
)
FUSION, ALIASES = (
    f"examples/quality/{name}.yaml" for name in ("lexical_fusion", "normalizer_aliases")
)
ASKED = ["--queries", QUERIES, "--truth", TRUTH]
CONFIGS = ["--configA", FUSION, "--configB", ALIASES]
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


# Any: a file holds whatever JSON can hold.
def compared(folder: Path, *arguments: str) -> dict[str, Any]:
    out = folder / "out.json"
    assert run(["compare", *arguments, "-o", str(out)]) == 0
    found: dict[str, Any] = json.loads(out.read_bytes())
    return found


def quick_start(folder: Path) -> list[str]:
    outputs = ["--out", str(folder / "rq.json"), "--csv", str(folder / "rq.csv")]
    traces = ["--emit-traces", "--trace-dir", str(folder)]
    return ["compare", "--corpus", CORPUS, *ASKED, *CONFIGS, "--k", "10", *outputs, *traces]


def test_quick_start_writes_the_keys_of_the_harness(tmp_path: Path) -> None:
    assert run(quick_start(tmp_path)) == 0
    found = json.loads((tmp_path / "rq.json").read_bytes())

    jsonschema.validate(found, SCHEMA)
    assert (found["schema_version"], found["k"]) == (1, 10)
    digests = [found[f"{name}_digest"] for name in ("corpus", "queries", "qrels")]
    assert digests == [
        sha256(Path(path).read_bytes()).hexdigest() for path in (CORPUS, QUERIES, TRUTH)
    ]
    assert [found["systems"][side]["config_path"] for side in "AB"] == [FUSION, ALIASES]
    assert [row["qid"] for row in found["per_query"]] == [f"q{n}" for n in range(1, 9)]
    assert found["per_query"][3]["B"]["hits"] == ["d11", "d02"]
    assert found["delta"]["macro"]["recall"] == 0.0


def test_keys_are_sorted_and_the_file_ends_in_a_newline(tmp_path: Path) -> None:
    run(quick_start(tmp_path))
    text = (tmp_path / "rq.json").read_text("utf-8")

    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


def test_two_runs_write_the_same_bytes(tmp_path: Path, capsys: Captured) -> None:
    seen = []
    for _ in range(2):
        assert run(quick_start(tmp_path)) == 0
        files = {path.name: path.read_bytes() for path in sorted(tmp_path.iterdir())}
        seen.append((files, capsys.readouterr().out))

    assert seen[0] == seen[1]
    assert set(seen[0][0]) == {"rq.csv", "rq.json", "rq_traces.jsonl"}


def test_csv_has_two_rows_a_query_with_the_values_of_the_json(tmp_path: Path) -> None:
    run(quick_start(tmp_path))
    found = json.loads((tmp_path / "rq.json").read_bytes())
    with (tmp_path / "rq.csv").open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)

    assert head == ["qid", "system", "recall", "mrr", "ndcg", "hits"]
    values = [
        [
            row["qid"],
            side,
            *(str(row[side][name]) for name in head[2:5]),
            ",".join(row[side]["hits"]),
        ]
        for row in found["per_query"]
        for side in "AB"
    ]
    assert rows == values


def test_traces_show_every_stage_and_no_query(tmp_path: Path) -> None:
    run(quick_start(tmp_path))
    lines = (tmp_path / "rq_traces.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[0])

    assert len(lines) == 16
    assert [stage["stage"] for stage in first["stages"]] == [
        "plain bm25",
        "bm25",
        "vsa-rich",
        "hybrid:rrf(bm25,vsa-rich),rrf_k=60",
    ]
    assert "lamp" not in "".join(lines)
    assert first["reason"] == "enabled"


def test_traces_hold_queries_when_asked(tmp_path: Path) -> None:
    run([*quick_start(tmp_path), "--trace-queries"])
    records = [
        json.loads(line) for line in (tmp_path / "rq_traces.jsonl").read_text("utf-8").splitlines()
    ]

    (asked,) = [one for one in records if (one["qid"], one["system"]) == ("q2", "B")]
    assert (asked["query"], asked["searched"]) == (
        "where did Miss Reed sleep",
        "miss reed sleep anna",
    )


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        pytest.param("{}", "perf.enabled is false", id="nothing"),
        pytest.param(
            "{perf: {enabled: true}}", "perf.metrics.report_memory is false", id="no-memory"
        ),
        pytest.param(
            "perf: {enabled: true, metrics: {report_memory: true}}\n"
            "t2: {quality: {enabled: false}}",
            "t2.quality.enabled and t2.quality.shadow are false",
            id="no-quality",
        ),
    ],
)
def test_closed_gate_is_named_and_nothing_is_traced(
    switches: str, reason: str, tmp_path: Path, capsys: Captured
) -> None:
    config = tmp_path / "a.yaml"
    config.write_text(switches, "utf-8")
    sides = ["-a", str(config), "-b", str(config)]

    run(["compare", CORPUS, *ASKED, *sides, "--emit-traces", "--trace-dir", str(tmp_path / "logs")])

    assert capsys.readouterr().err == f"no traces of A: {reason}\nno traces of B: {reason}\n"
    assert not (tmp_path / "logs").exists()


def test_shadow_keeps_the_plain_order_and_traces_the_other(tmp_path: Path) -> None:
    config = tmp_path / "shadow.yaml"
    config.write_text(
        "{backend: bow, fusion_method: rrf, t2: {quality: {shadow: true}},"
        " perf: {enabled: true, metrics: {report_memory: true}}}",
        "utf-8",
    )
    sides = ["-a", "bow", "-b", str(config), "--emit-traces", "--trace-dir", str(tmp_path)]
    found = compared(tmp_path, CORPUS, *ASKED, *sides)
    trace = json.loads((tmp_path / "rq_traces.jsonl").read_text("utf-8").splitlines()[0])

    assert all(row["A"] == row["B"] for row in found["per_query"])
    assert (trace["reason"], trace["shown"]) == ("shadow", "plain bow")
    assert len(trace["stages"]) == 4


def test_configs_and_inputs_are_never_changed(tmp_path: Path) -> None:
    paths = [Path(path) for path in (CORPUS, QUERIES, TRUTH, FUSION, ALIASES)]
    before = [path.read_bytes() for path in paths]

    run(quick_start(tmp_path))

    assert [path.read_bytes() for path in paths] == before


def test_configs_may_name_the_corpus(tmp_path: Path) -> None:
    named = compared(tmp_path, *ASKED, *CONFIGS)

    assert named == compared(tmp_path, "--corpus", CORPUS, *ASKED, *CONFIGS)


def test_corpus_that_a_config_names_is_not_overwritten(tmp_path: Path, capsys: Captured) -> None:
    corpus, config = tmp_path / "corpus.jsonl", tmp_path / "bow.yaml"
    corpus.write_bytes(Path(CORPUS).read_bytes())
    config.write_text("backend: bow\ncorpus: corpus.jsonl\n", "utf-8")
    sides = ["-a", str(config), "-b", str(config)]

    assert run(["compare", *ASKED, *sides, "-o", str(corpus)]) == 2
    assert "would overwrite the input" in capsys.readouterr().err
    assert corpus.read_bytes() == Path(CORPUS).read_bytes()


def test_finished_runs_need_no_corpus(tmp_path: Path) -> None:
    made = tmp_path / "bow.run"
    made.write_text("q1 Q0 d01 1 2 x\nq1 Q0 d05 2 1 x\nq2 Q0 d03 1 1 x\n", "utf-8")
    found = compared(tmp_path, "--runA", str(made), "--runB", str(made), "--truth", TRUTH)

    assert found["corpus_digest"] is None
    assert found["queries_digest"] is None
    assert found["systems"]["A"]["config_digest"] == sha256(made.read_bytes()).hexdigest()
    assert found["systems"]["A"]["metrics"]["macro"]["mrr"] == 2 / 8
    assert found["counts"]["A"]["missing_in_run"] == 6


def test_files_of_profiles_are_taken_as_measure_takes_them(tmp_path: Path) -> None:
    profile = tmp_path / "bm25.yaml"
    profile.write_text("name: bm25\nk1: 0.9\n", "utf-8")
    found = compared(tmp_path, CORPUS, *ASKED, "-a", str(profile), "-b", "bm25:k1=0.9")

    digests = [found["systems"][side]["config_digest"] for side in "AB"]
    assert digests[0] == digests[1]


def test_configurations_and_profiles_may_be_json(tmp_path: Path) -> None:
    config, profile = tmp_path / "config.json", tmp_path / "profile.json"
    config.write_text('{"backend": "bm25:k1=0.9"}', "utf-8")
    profile.write_text('{"name": "bm25", "k1": 0.9}', "utf-8")
    found = compared(tmp_path, CORPUS, *ASKED, "-a", str(config), "-b", str(profile))
    digests = {found["systems"][side]["config_digest"] for side in "AB"}

    assert len(digests) == 1


def test_story_keeps_story_order_and_a_corpus_goes_by_id(tmp_path: Path) -> None:
    story, corpus = tmp_path / "s.cnl", tmp_path / "c.jsonl"
    scenes = ["Sc2", "Sc1"]
    story.write_text(
        "".join(f'{s} group begin\n{s} describes "rain"\n{s} group end\n' for s in scenes), "utf-8"
    )
    corpus.write_text("".join(f'{{"id": "{s}", "text": "rain"}}\n' for s in scenes), "utf-8")
    queries = tmp_path / "q.tsv"
    queries.write_text("q1\train\tSc2\n", "utf-8")
    sides = ["--queries", str(queries), "-a", "bow", "-b", "vsa"]

    by_story, by_id = (compared(tmp_path, str(path), *sides) for path in (story, corpus))

    assert by_story["ties"]["A"] == "story_order"
    assert by_story["per_query"][0]["A"]["mrr"] == 1.0
    assert by_id["ties"]["A"] == "lex_id"
    assert by_id["per_query"][0]["A"]["mrr"] == 0.5


def test_unjudged_queries_count_as_zero_and_are_counted(tmp_path: Path) -> None:
    truth = tmp_path / "truth.tsv"
    truth.write_text("q1\td01\t1\nq2\td03\t0\n", "utf-8")
    sides = ["--queries", QUERIES, "--truth", str(truth), "-a", "bow", "-b", "vsa"]
    found = compared(tmp_path, CORPUS, *sides)

    counts = found["counts"]["A"]
    assert (counts["evaluated"], counts["missing_in_qrels"], counts["no_relevant"]) == (8, 6, 1)
    assert found["systems"]["A"]["metrics"]["macro"]["mrr"] == 1 / 8
    skipped = compared(tmp_path, CORPUS, *sides, "--on-missing", "skip")
    assert [row["qid"] for row in skipped["per_query"]] == ["q1", "q2"]


def test_queries_look_in_their_own_story(tmp_path: Path, capsys: Captured) -> None:
    corpus, queries, truth = (tmp_path / name for name in ("c.jsonl", "q.jsonl", "t.tsv"))
    corpus.write_text(
        "".join(
            json.dumps({"id": f"{story}{n}", "story": story, "text": "rain"}) + "\n"
            for story in "ab"
            for n in (2, 1)
        ),
        "utf-8",
    )
    queries.write_text('{"id": "q1", "story": "b", "query": "rain"}\n', "utf-8")
    truth.write_text("q1\tb2\t1\n", "utf-8")
    asked = [str(corpus), "--queries", str(queries), "--truth", str(truth), "--within", "story"]
    found = compared(tmp_path, *asked, "-a", "bow", "-b", "vsa")

    assert found["per_query"][0]["A"]["mrr"] == 1.0
    assert found["ties"] == {"A": "story_order", "B": "story_order"}
    truth.write_text("q1\ta2\t1\n", "utf-8")
    assert run(["compare", *asked, "-a", "bow", "-b", "vsa"]) == 2
    assert 'looks in the story "b" and could never find it' in capsys.readouterr().err


def test_latency_goes_to_a_section_and_a_file_of_its_own(tmp_path: Path, capsys: Captured) -> None:
    times = tmp_path / "times.json"
    arguments = [CORPUS, *ASKED, "-a", "bow", "-b", "vsa"]
    plain = compared(tmp_path, *arguments)
    capsys.readouterr()
    timed = compared(tmp_path, *arguments, "--latency-out", str(times))
    found = json.loads(times.read_bytes())

    assert timed == plain
    assert (found["queries"], found["repeats"]) == (8, 5)
    assert found["a"]["median"] <= found["a"]["percentile_95"]
    assert found["interval"]["low"] <= found["difference"] <= found["interval"]["high"]
    assert "95th percentile ms" in capsys.readouterr().out


def test_latency_is_no_part_of_json_on_standard_output(capsys: Captured) -> None:
    sides = ["-a", "bow", "-b", "vsa", "--latency", "--format", "json"]
    assert run(["compare", CORPUS, *ASKED, *sides]) == 0

    captured = capsys.readouterr()
    jsonschema.validate(json.loads(captured.out), SCHEMA)
    assert captured.err.count("\n") == 1
    assert "--latency-out FILE" in captured.err


def test_latency_is_a_section_of_markdown(capsys: Captured) -> None:
    sides = ["-a", "bow", "-b", "vsa", "--latency", "--format", "markdown"]
    assert run(["compare", CORPUS, *ASKED, *sides]) == 0

    assert "95th percentile ms |" in capsys.readouterr().out


BAD_QUERIES = [
    pytest.param("qid\tquery\nq1\tlamp\n", ":1:1: error QRY107: ", id="heading"),
    pytest.param("topic\ttitle\nq1\tlamp\n", ":1:1: error QRY107: ", id="heading-of-topics"),
    pytest.param("query-id\tquery text\nq1\tlamp\n", ":1:1: error QRY107: ", id="heading-words"),
    pytest.param("Qid\tText\nq1\tlamp\n", ":1:1: error QRY107: ", id="heading-capitals"),
    pytest.param("query\ttext\nq1\tlamp\n", ":1:1: error QRY107: ", id="heading-of-query"),
    pytest.param("q1 lamp\n", ":1:1: error QRY107: ", id="one-column"),
    pytest.param("q1\tlamp\td01\tmore\n", ":1:1: error QRY107: ", id="four-columns"),
    pytest.param("q1\tlamp\n\tstorm\n", ":2:1: error QRY107: ", id="no-id"),
    pytest.param("q1\tlamp\nq2\t \n", ":2:1: error QRY201: ", id="no-text"),
    pytest.param("q1\tlamp\nq1\tstorm\n", ":2:1: error QRY204: ", id="id-twice"),
    pytest.param("", " holds no queries", id="empty"),
    pytest.param("\n\n", " holds no queries", id="blank"),
    pytest.param("q1\tlamp\td01\n", " has labels, and --truth gives others", id="labels-twice"),
    pytest.param("z1\tlamp\n", 'no query is in both: the run has "z1"', id="no-overlap"),
]


@pytest.mark.parametrize(("text", "said"), BAD_QUERIES)
def test_unusable_queries_name_file_and_line(
    text: str, said: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "asked.tsv"
    path.write_text(text, "utf-8")

    _assert_refused(["--queries", str(path), "--truth", TRUTH], said, tmp_path, capsys)


BAD_TRUTH = [
    pytest.param("qid\tdoc_id\trel\nq1\td01\t1\n", ":1:1: error QRL103: ", id="heading"),
    pytest.param("q1\td01\n", ":1:1: error QRL103: a line is topic, document", id="two-columns"),
    pytest.param("q1\td01\t1\t2\t3\n", "this one has 5 fields", id="five-columns"),
    pytest.param("q1\td01\t1\nq2\t\t1\n", ":2:1: error QRL103: ", id="blank-id"),
    pytest.param("q1\td01\t\n", ":1:8: error QRL104: ", id="blank-grade"),
    pytest.param("q1\td01\thigh\n", ":1:8: error QRL104: ", id="grade-in-words"),
    pytest.param("q1\td01\tnan\n", ":1:8: error QRL104: ", id="no-number"),
    pytest.param("q1\td01\t-1\n", ":1:8: error QRL104: ", id="negative"),
    pytest.param("q1\td01\t1\nq1\td01\t2\n", ":2:1: error QRL106: ", id="judged-twice"),
    pytest.param("q1\td1\t1\n", 'error QRL109: nothing that is searched has the id "d1"', id="new"),
    pytest.param("", "error QRL102: this file holds no judgments", id="empty"),
]


@pytest.mark.parametrize(("text", "said"), BAD_TRUTH)
def test_unusable_judgments_name_file_and_line(
    text: str, said: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text(text, "utf-8")

    _assert_refused(["--queries", QUERIES, "--truth", str(path)], said, tmp_path, capsys)


def _assert_refused(given: list[str], said: str, folder: Path, capsys: Captured) -> None:
    outputs = ["-o", str(folder / "out.json"), "--csv", str(folder / "out.csv")]
    before = sorted(folder.iterdir())
    code = run(["compare", CORPUS, *given, "-a", "bow", "-b", "vsa", *outputs])
    captured = capsys.readouterr()

    assert code == 2
    assert captured.out == ""
    assert said in captured.err
    assert sorted(folder.iterdir()) == before


def test_unknown_labels_hint_at_the_corpus(tmp_path: Path, capsys: Captured) -> None:
    labelled = tmp_path / "set.yaml"
    labelled.write_text("- {id: q1, query: lamp, relevant: [nowhere]}\n", "utf-8")

    assert run(["compare", CORPUS, "--queries", str(labelled), "-a", "bow", "-b", "vsa"]) == 2
    assert "a label is the id of a record of the corpus" in capsys.readouterr().err


def test_byte_order_marks_are_passed_over(tmp_path: Path) -> None:
    queries, truth = tmp_path / "q.tsv", tmp_path / "t.tsv"
    for path, plain in ((queries, QUERIES), (truth, TRUTH)):
        path.write_bytes(b"\xef\xbb\xbf" + Path(plain).read_bytes())
    marked = ["--queries", str(queries), "--truth", str(truth)]
    sides = ["-a", "bow", "-b", "vsa"]

    found, plain_found = (compared(tmp_path, CORPUS, *asked, *sides) for asked in (marked, ASKED))

    assert found["per_query"] == plain_found["per_query"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(
            [*ASKED, "-a", "bow", "-b", "vsa"], "nothing says what bow searches", id="corpus"
        ),
        pytest.param([CORPUS, *ASKED, "-a", "bow"], "side B needs one of", id="one-side"),
        pytest.param(
            [CORPUS, *ASKED, "-a", "bow", "--runA", "x", "-b", "vsa"], "both are given", id="twice"
        ),
        pytest.param([CORPUS, *ASKED, "-a", "bow", "-b", "bm52"], 'mean "bm25"', id="backend"),
        pytest.param(
            [CORPUS, "--queries", QUERIES, "-a", "bow", "-b", "vsa"], "--truth", id="truth"
        ),
        pytest.param(
            [CORPUS, "--truth", TRUTH, "-a", "bow", "-b", "vsa"], "--queries", id="queries"
        ),
        pytest.param([CORPUS, *ASKED, "-a", "bow", "-b", "vsa", "-k", "0"], "from 1", id="k"),
        pytest.param(
            [CORPUS, "--corpus", CORPUS, *ASKED, "-a", "bow", "-b", "vsa"],
            "given twice",
            id="corpora",
        ),
        pytest.param(
            [CORPUS, "--queries", "-", "--truth", TRUTH, "-a", "bow", "-b", "vsa"],
            "no standard input",
            id="standard-input",
        ),
        pytest.param(
            [CORPUS, *ASKED, "-a", "no.yaml", "-b", "vsa"], "cannot read no.yaml", id="file"
        ),
        pytest.param(
            [CORPUS, *ASKED, "-a", "bow", "-b", "vsa", "-o", TRUTH], "overwrite", id="overwriting"
        ),
        pytest.param(
            [CORPUS, *ASKED, *CONFIGS, "--trace-queries"], "--emit-traces", id="trace-queries"
        ),
        pytest.param(
            [CORPUS, *ASKED, *CONFIGS, "--trace-dir", "x"], "--emit-traces", id="trace-dir"
        ),
        pytest.param(
            [CORPUS, *ASKED, "-a", "bow", "-b", "vsa", "--csv", "-"], "name of a file", id="csv"
        ),
    ],
)
def test_wrong_calls_are_one_line(arguments: list[str], said: str, capsys: Captured) -> None:
    code = run(["compare", *arguments])
    captured = capsys.readouterr()

    assert code == 2
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_one_output_that_cannot_be_written_keeps_the_others_away(
    tmp_path: Path, capsys: Captured
) -> None:
    old = tmp_path / "out.csv"
    old.write_text("as it was", "utf-8")
    outputs = ["--csv", str(old), "-o", str(old / "out.json")]

    assert run(["compare", CORPUS, *ASKED, "-a", "bow", "-b", "vsa", *outputs]) == 2
    assert capsys.readouterr().out == ""
    assert os.listdir(tmp_path) == ["out.csv"]
    assert old.read_text("utf-8") == "as it was"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    assert run(quick_start(tmp_path / "out" / "deep")) == 0
    assert len(os.listdir(tmp_path / "out" / "deep")) == 3


def test_folders_are_taken_back_where_writing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("as it was", "utf-8")
    outputs = ["--csv", str(tmp_path / "a" / "b" / "c.csv"), "-o", str(tmp_path / "file" / "o")]

    assert run(["compare", CORPUS, *ASKED, "-a", "bow", "-b", "vsa", *outputs]) == 2
    assert os.listdir(tmp_path) == ["file"]


def test_two_outputs_need_two_files(tmp_path: Path, capsys: Captured) -> None:
    same = str(tmp_path / "out")

    assert run(["compare", CORPUS, *ASKED, *CONFIGS, "--csv", same, "-o", same]) == 2
    assert "a file of its own" in capsys.readouterr().err
    assert not os.listdir(tmp_path)


def test_outputs_that_clash_leave_no_folder_for_traces(tmp_path: Path) -> None:
    folder = tmp_path / "traces"
    traces = ["--emit-traces", "--trace-dir", str(folder)]
    outputs = ["--csv", str(tmp_path / "out"), "-o", str(tmp_path / "out")]

    assert run(["compare", CORPUS, *ASKED, *CONFIGS, *traces, *outputs]) == 2
    assert not folder.exists()


def test_interruption_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "traces_of", interrupted)

    assert run(quick_start(tmp_path)) == 130
    assert not os.listdir(tmp_path)
    assert capsys.readouterr().out == ""


def compared_runs(folder: Path, queries: dict[str, tuple[str, str]]) -> list[str]:
    """Write a run a side, of the ids that each finds for a query; d1 and d2 are right."""
    for side, name in enumerate("AB"):
        lines = [
            f"{query} Q0 {one} {place} {-place} x\n"
            for query, found in queries.items()
            for place, one in enumerate(found[side].split(), start=1)
        ]
        (folder / f"{name}.run").write_text("".join(lines), "utf-8")
    truth = "".join(f"{query}\td1\t1\n{query}\td2\t1\n" for query in queries)
    (folder / "truth.tsv").write_text(truth, "utf-8")
    runs = [f"--run{name}={folder / name}.run" for name in "AB"]
    return ["compare", *runs, "--truth", str(folder / "truth.tsv")]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        pytest.param(
            [("d1 x d2", "d1 d2 x")] * 40,
            "A and B find the first right result equally well for each of the 40 queries;"
            " but nDCG@10 differs: B is better (p by Holm = ",
            id="ndcg-differs",
        ),
        pytest.param(
            [("d1 x d2", "d1 x d2")] * 2,
            "A and B find the first right result equally well for each of the 2 queries\n",
            id="equal",
        ),
        pytest.param(
            [("d1 x", "x d1"), ("x d1", "d1 x")] * 3,
            "wins and losses balance over the 6 queries: 3 for A, 3 for B (p = 1.000)\n",
            id="balance",
        ),
    ],
)
def test_last_sentence_hides_no_difference(
    found: list[tuple[str, str]], said: str, tmp_path: Path, capsys: Captured
) -> None:
    queries = {f"q{number}": pair for number, pair in enumerate(found)}

    assert run(compared_runs(tmp_path, queries)) == 0
    assert capsys.readouterr().out.splitlines(keepends=True)[-1].startswith(said)
