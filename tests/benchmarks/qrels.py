"""How fast judgments are read and runs converted: ``python -m tests.benchmarks.qrels``.

Prints seconds for a million judgments and for a run of a million results, best of several.
"""

import gc
import time
from collections.abc import Callable

from sceneprobe.formats.convert_run import RunConverter
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.qrels import read_judgments, read_qrels

_REPEATS = 5
_TOPICS, _DOCUMENTS = 10_000, 100


def main() -> None:
    gc.disable()  # as the command does
    pairs = [(t, d) for t in range(_TOPICS) for d in range(_DOCUMENTS)]
    trec = "".join(f"{t} 0 doc-{t * 7919 % 100_003}-{d} {d % 4}\n" for t, d in pairs).encode()
    tabs = trec.replace(b" ", b"\t")
    blanks = trec.replace(b"doc-", b"doc - ")
    run = "".join(f"{t} Q0 doc-{t}-{d} {d + 1} {99 - d}.25 run\n" for t, d in pairs).encode()
    works: dict[str, Callable[[], object]] = {
        "judgments, blanks between fields": lambda: read_judgments("a", trec),
        "judgments, tabs": lambda: read_judgments("a", tabs),
        "judgments, blanks in ids": lambda: read_judgments("a", blanks),
        "rows of qrels": lambda: read_qrels("a", trec),
        "run to TREC": lambda: sum(map(len, RunConverter(run, LineFindings("a")).pieces())),
    }
    best = dict.fromkeys(works, float("inf"))
    for _ in range(_REPEATS):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        print(f"{name:34} {seconds:5.2f} s a million lines")


if __name__ == "__main__":
    main()
