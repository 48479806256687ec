"""``evaluate --compat trec_eval`` beside pytrec_eval: files in, per-query values out."""

import json
from pathlib import Path
from random import Random

import pytest

from sceneprobe.cli.main import run

NAMES = {
    "RR": "recip_rank",
    "AP": "map",
    "nDCG@10": "ndcg_cut_10",
    "R@5": "recall_5",
    "P@5": "P_5",
    "Success@5": "success_5",
}


def written(folder: Path, chance: Random) -> tuple[dict[str, dict[str, int]], Path, Path]:
    """Write a run with many ties and no order, and judgments of which some are missing."""
    ids = [f"d{number}" for number in range(40)] + ["Ü-1", "海", "D1"]
    qrels: dict[str, dict[str, int]] = {}
    lines, judged = [], []
    for query in (f"q{number}" for number in range(30)):
        retrieved = chance.sample(ids, chance.randint(1, len(ids)))
        for rank, name in enumerate(retrieved, start=1):
            score = chance.choice(["1", "1.0", "1e0", "0.5", "-2", "1.00000001", "3.4e-5", ".5"])
            lines.append(f"{query} Q0 {name} {rank} {score} t")
        if chance.random() < 0.9:
            grades = {name: chance.randint(-1, 3) for name in chance.sample(ids, 8)}
            qrels[query] = {**grades, "never": 0}
            judged += [f"{query} 0 {name} {grade}" for name, grade in qrels[query].items()]
    (folder / "a.run").write_bytes("\r\n".join([*lines, ""]).encode())
    (folder / "a.qrels").write_bytes(b"\xef\xbb\xbf" + "\n".join(judged).encode())
    return qrels, folder / "a.run", folder / "a.qrels"


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["blocks", "lines"])
@pytest.mark.parametrize("seed", range(5))
def test_values_are_those_of_trec_eval(
    seed: int,
    small: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sceneprobe.formats.runs.reading.SMALL", small)
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec-eval-terrier")
    qrels, run_path, qrels_path = written(tmp_path, Random(seed))  # noqa: S311 - no secret
    files = ["--run", str(run_path), "--qrels", str(qrels_path)]
    options = ["--measures", *NAMES, "--compat", "trec_eval", "--per-query", "--format", "json"]

    assert run(["evaluate", *files, *options]) == 0

    ours = json.loads(capsys.readouterr().out)["per_query"]
    results: dict[str, dict[str, float]] = {}
    for line in run_path.read_text("utf-8").splitlines():
        query, _, name, _, score, _ = line.split()
        results.setdefault(query, {})[name] = float(score)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(NAMES.values())).evaluate(results)
    assert set(ours) == set(theirs)
    for query, values in ours.items():
        for name, value in values.items():
            expected = theirs[query][NAMES[name.replace("(gain=linear)", "")]]
            assert value == pytest.approx(expected, abs=1e-12), (query, name)
