"""``sceneprobe evaluate``: what it measures, says and refuses."""

import gzip
import json
import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from sceneprobe.cli.main import run

QRELS = "q1 0 a 2\nq1 0 b 1\nq2 0 c 1\nq3 0 d 0\n"
RUN = "q1 Q0 b 1 3 t\nq1 Q0 x 2 2 t\nq1 Q0 a 3 1 t\nq2 Q0 x 1 2 t\nq3 Q0 d 1 1 t\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("gold.qrels").write_text(QRELS, "utf-8")
    Path("a.run").write_text(RUN, "utf-8")
    return tmp_path


def evaluated(*arguments: str) -> int:
    return run(["evaluate", "--run", "a.run", "--qrels", "gold.qrels", *arguments])


# Any: the report holds whatever JSON can hold.
def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert evaluated(*arguments, "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_table_has_a_row_a_cutoff(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated() == 0

    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["k", "Recall@k", "nDCG@k"]
    assert [line[0] for line in lines[1:7]] == ["1", "5", "10", "20", "50", "100"]
    assert lines[2][1] == "0.3333"


def test_output_is_json_with_the_keys_of_the_seed_and_the_table_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert evaluated("--cutoffs", "1", "3", "--output", "results.json") == 0

    found = json.loads(Path("results.json").read_text("utf-8"))
    assert (found["cutoffs"], found["num_queries"]) == ([1, 3], 3)
    assert found["recall"] == {"1": 1 / 6, "3": 1 / 3}
    assert set(found["ndcg"]) == {"1", "3"}
    assert "Recall@k" in capsys.readouterr().out


def test_format_with_output_writes_only_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated("--format", "csv", "-o", "means.csv") == 0
    assert Path("means.csv").read_text("utf-8").startswith("run,measure,mean,")
    assert not capsys.readouterr().out


def test_counts_stand_beside_the_means(capsys: pytest.CaptureFixture[str]) -> None:
    counts = document(capsys, "--measures", "RR")["counts"]

    assert counts == {
        "evaluated": 3,
        "unlabeled": 0,
        "missing_in_run": 0,
        "missing_in_qrels": 0,
        "no_relevant": 1,
        "tied": 0,
        "unjudged": 2,
    }


@pytest.mark.parametrize(
    ("on_missing", "mean", "n"), [("skip", 0.5, 2), ("zero", 1 / 3, 3)], ids=["skip", "zero"]
)
def test_missing_queries(
    on_missing: str, mean: float, n: int, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gold.qrels").write_text("q1 0 b 1\nq2 0 c 1\nq8 0 z 1\n", "utf-8")
    found = document(capsys, "--measures", "RR", "--on-missing", on_missing)["measures"]["RR"]

    assert (found["mean"], found["n"]) == (mean, n)


def test_gzip_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    plain = document(capsys, "--measures", "RR")["measures"]
    for name, text in (("gold.qrels", QRELS), ("a.run", RUN)):
        Path(name).write_bytes(gzip.compress(text.encode(), mtime=0))

    assert document(capsys, "--measures", "RR")["measures"] == plain


@pytest.mark.parametrize(
    ("ties", "value"), [("lex", 1.0), ("trec", 0.5), ("input", 0.5)], ids=["lex", "trec", "input"]
)
def test_ties_are_broken_as_asked(
    ties: str, value: float, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.run").write_text("q1 Q0 x 1 1 t\nq1 Q0 a 2 1 t\n", "utf-8")
    found = document(capsys, "--measures", "RR", "--ties", ties, "--per-query")

    assert found["per_query"]["q1"] == {"RR": value}


def test_single_precision_makes_near_scores_equal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.run").write_text("q1 Q0 x 1 1.00000001 t\nq1 Q0 a 2 1 t\n", "utf-8")
    values = [
        document(capsys, "--measures", "RR", "--precision", p)["measures"]["RR"]["mean"]
        for p in ("double", "float32")
    ]

    assert values == [0.5, 1.0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["--measures", "nDGC@10"], 'did you mean "nDCG"', id="measure"),
        pytest.param(["--measures", "R@0"], "1 to 1,000,000,000", id="cutoff-of-a-measure"),
        pytest.param(["--measures", "RR", "--cutoffs", "5"], "--cutoffs belongs", id="both"),
        pytest.param(["--compat", "trec_eval", "--ties", "lex"], "leave --ties", id="compat-ties"),
        pytest.param(["--compat", "trec_eval", "--score-order", "quest"], "leave --ties",
                     id="compat-order"),
        pytest.param(["--compat", "trec_eval", "--trust-ranks"], "leave --ties", id="compat-ranks"),
        pytest.param(["-o", "a.run"], "would overwrite the input", id="onto-the-run"),
        pytest.param(["-o", "gold.qrels"], "would overwrite the input", id="onto-the-qrels"),
        pytest.param(["--on-missing", "error"], "the run lacks", id="missing"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gold.qrels").write_text(QRELS + "q7 0 z 1\n", "utf-8")

    assert evaluated(*arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param("a.run", b"", "this run holds no results", id="empty-run"),
        pytest.param("gold.qrels", b"", "holds no judgments", id="empty-qrels"),
        pytest.param("a.run", b"q1 Q0 a 1 nan t\n", "no finite number", id="nan"),
        pytest.param("gold.qrels", b"q1 0 a inf\n", "QRL", id="infinite-grade"),
        pytest.param("gold.qrels", b"q1 0 a -1\n", "QRL", id="negative-grade"),
        pytest.param("gold.qrels", b"q1 0 a 1\nq1 0 a 2\n", "QRL", id="judged-twice"),
        pytest.param("a.run", b"q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\n", "listed twice", id="found-twice"),
        pytest.param("a.run", gzip.compress(RUN.encode())[:30], "cannot read a.run", id="cut-gzip"),
        pytest.param("a.run", gzip.compress(RUN.encode())[:-8] + b"12345678",
                     "cannot read a.run: the gzip file is damaged", id="damaged-gzip"),
        pytest.param("a.run", b"\x00\xff\xfe" * 50, "RUN10", id="binary"),
        pytest.param("a.run", b"z Q0 a 1 2 t\n", "no query is in both", id="no-overlap"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_refusal_and_leaves_no_output(
    name: str, content: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_bytes(content)

    assert evaluated("-o", "out.json") == 2
    assert said in capsys.readouterr().err
    assert not Path("out.json").exists()


@pytest.mark.parametrize("name", ["a.run", "gold.qrels"])
def test_folder_is_no_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).unlink()
    Path(name).mkdir()

    assert evaluated() == 2
    assert f"cannot read {name}" in capsys.readouterr().err


def test_negative_grades_have_no_gain_under_trec_eval(capsys: pytest.CaptureFixture[str]) -> None:
    Path("gold.qrels").write_text("q1 0 b -2\nq1 0 a 1\n", "utf-8")
    found = document(capsys, "--measures", "nDCG@10", "--compat", "trec_eval")["measures"]

    assert found["nDCG(gain=linear)@10"]["mean"] == 0.5


def test_run_can_be_given_more_than_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.run").write_text(RUN, "utf-8")
    found = document(capsys, "--run", "b.run", "--measures", "RR")["runs"]

    assert [run["run"] for run in found] == ["a.run", "b.run"]


def test_dash_as_output_is_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated("-o", "-") == 0
    assert json.loads(capsys.readouterr().out)["num_queries"] == 3


def test_tables_of_queries_name_their_run(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.run").write_text(RUN, "utf-8")
    for form in ("text", "markdown"):
        evaluated("--run", "b.run", "--per-query", "--format", form)
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line.lstrip("# ") in {"a.run", "b.run"}] != []


def test_ids_that_differ_only_in_case_or_blanks_are_pointed_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("gold.qrels").write_text("q1 0 A 1\nq1 0 b 1\nq1 0 c 1\nQ2 0 x 1\n", "utf-8")
    found = document(capsys, "--measures", "RR")

    assert found["near_topics"] == [["q2", "Q2"]]
    assert found["near_results"] == [["a", "A"]]


def test_id_that_is_judged_as_it_stands_is_not_pointed_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("gold.qrels").write_text("".join(f"q1 0 {i} 1\n" for i in "aAbBcdefg"), "utf-8")

    assert document(capsys, "--measures", "RR")["near_results"] == []


def test_notes_say_what_decided(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.run").write_text("q1 Q0 a 2 2 t\nq1 Q0 b 1 1 t\n", "utf-8")

    evaluated()
    assert "scores decide, see --trust-ranks" in capsys.readouterr().out
    evaluated("--trust-ranks")
    assert "ranks decide\n" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_named_pipe_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.run").unlink()
    os.mkfifo("a.run")
    writer = Thread(target=lambda: Path("a.run").write_text("q1 Q0 A 1 2 t\n", "utf-8"))
    writer.start()

    assert evaluated("--measures", "RR") == 0
    writer.join()
    assert '"A" was retrieved, "a" is judged' in capsys.readouterr().out


def test_counts_are_in_the_csv(capsys: pytest.CaptureFixture[str]) -> None:
    evaluated("--format", "csv", "--measures", "RR")

    heading, row = capsys.readouterr().out.splitlines()
    assert dict(zip(heading.split(","), row.split(","), strict=True))["no_relevant"] == "1"
