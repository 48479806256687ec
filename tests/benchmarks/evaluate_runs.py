"""How fast runs are evaluated: ``python -m tests.benchmarks.evaluate_runs [QUERIES] [REPEATS]``.

From file to means of nDCG@10, R@100 and RR, whole processes on one core beside their peers,
interleaved, best of several; 6,980 queries with 1,000 results each unless told otherwise. Where
no trec_eval is installed, its reader alone, as pytrec_eval brings it along, stands for it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.run_files import RunFiles, write_run

_PYTREC_EVAL = """
import json, sys, pytrec_eval
with open(sys.argv[1]) as run, open(sys.argv[2]) as qrels:
    run, qrels = pytrec_eval.parse_run(run), pytrec_eval.parse_qrel(qrels)
names = ("ndcg_cut_10", "recall_100", "recip_rank")
values = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)
values = {query: [found[name] for name in names] for query, found in values.items()}
print([sum(column) / len(values) for column in zip(*values.values())])
if len(sys.argv) > 3:
    json.dump(values, open(sys.argv[3], "w"))
"""
_IR_MEASURES = """
import sys, ir_measures
from ir_measures import RR, R, nDCG
run, qrels = ir_measures.read_trec_run(sys.argv[1]), ir_measures.read_trec_qrels(sys.argv[2])
print(ir_measures.calc_aggregate([nDCG @ 10, R @ 100, RR], qrels, run))
"""
# The structures that it fills are larger than what is looked at: counts of queries come first.
_TREC_EVAL_READER = """
import ctypes, sys, pytrec_eval_ext
library = ctypes.CDLL(pytrec_eval_ext.__file__)
settings, run, qrels = (ctypes.create_string_buffer(4096) for _ in range(3))
assert library.te_get_trec_results(settings, sys.argv[1].encode(), run) == 1
assert library.te_get_qrels(settings, sys.argv[2].encode(), qrels) == 1
"""

_OPTIONS = (
    *("--measures", "nDCG@10", "R@100", "RR"),
    *("--compat", "trec_eval", "--on-duplicate", "error", "--format", "csv"),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took: seconds by the clock, seconds of the processor, and memory in MB."""

    clock: float
    processor: float
    memory: float


def main() -> None:
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 6980
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for judged in (1, 50):
            files = write_run(folder, queries, 1000, judged)
            size = files.run.stat().st_size / 1e6
            print(f"\n{queries} queries x 1000 results, {judged} judged in each, {size:.0f} MB")
            _compare(_commands(files), repeats)
            _report_differences(files, folder)
            files.run.unlink()
        print("\n50 queries x 100 results, 10 judged in each")
        _compare(_commands(write_run(folder, 50, 100, 10)), 3 * repeats)
        few = max(1, queries // 7)
        print(f"\n{few} queries x 1000 results, ids without and with blanks")
        plain, blanks = (write_run(folder, few, 1000, 1, blanks=blanks) for blanks in (False, True))
        blanks.gains.write_bytes(plain.gains.read_bytes())
        ours = _commands(plain)["sceneprobe"]
        others = [blanks.run if part == str(plain.run) else part for part in ours]
        _compare({"sceneprobe": ours, "with blanks": [str(part) for part in others]}, repeats)


def _commands(files: RunFiles) -> dict[str, list[str]]:
    python, run, gains = sys.executable, str(files.run), str(files.gains)
    ours = [python, "-m", "sceneprobe", "evaluate", "--run", run, "--qrels", gains, *_OPTIONS]
    trec_eval = shutil.which("trec_eval")
    if trec_eval:
        measures = [part for m in ("ndcg_cut.10", "recall.100", "recip_rank") for part in ("-m", m)]
        peer = {"trec_eval": [trec_eval, *measures, gains, run]}
    else:
        peer = {"trec_eval's reader": [python, "-c", _TREC_EVAL_READER, run, gains]}
    return {
        "sceneprobe": ours,
        **peer,
        "pytrec_eval": [python, "-c", _PYTREC_EVAL, run, gains],
        "ir_measures": [python, "-c", _IR_MEASURES, run, gains],
    }


def _compare(commands: dict[str, list[str]], repeats: int) -> None:
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            costs[name].append(_cost(command))
    first = next(iter(costs))
    least = {
        name: Cost(
            min(cost.clock for cost in found),
            min(cost.processor for cost in found),
            max(cost.memory for cost in found),
        )
        for name, found in costs.items()
    }
    print(f"{'':20} {'clock':>9} {'ratio':>6} {'processor':>10} {'ratio':>6} {'memory':>9}")
    for name, cost in least.items():
        clock, processor = cost.clock / least[first].clock, cost.processor / least[first].processor
        print(
            f"{name:20} {cost.clock:7.3f} s {clock:5.1f}x {cost.processor:8.3f} s "
            f"{processor:5.1f}x {cost.memory:6.0f} MB"
        )


def _cost(command: list[str]) -> Cost:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[:3]} failed")
    return Cost(clock, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _report_differences(files: RunFiles, folder: Path) -> None:
    commands = _commands(files)
    paths = {name: folder / f"{name}.json" for name in ("sceneprobe", "pytrec_eval")}
    details = ["--per-query", "--format", "json", "-o", str(paths["sceneprobe"])]
    for command in (
        [*commands["sceneprobe"], *details],
        [*commands["pytrec_eval"], str(paths["pytrec_eval"])],
    ):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ours = json.loads(paths["sceneprobe"].read_text("utf-8"))["per_query"]
    theirs = json.loads(paths["pytrec_eval"].read_text("utf-8"))
    most = max(
        abs(a - b)
        for query, values in ours.items()
        for a, b in zip(values.values(), theirs[query], strict=True)
    )
    print(f"{len(ours)} queries; the largest difference from pytrec_eval is {most:.1e}")


if __name__ == "__main__":
    main()
