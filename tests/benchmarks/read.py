"""How fast stories are read: ``python -m tests.benchmarks.read``.

Prints MB/s and statements/s of each step at 1, 10 and 100 times the size of a play, and what the
whole command takes in units of starting Python and importing numpy, interleaved, best of several.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from sceneprobe.cnl.model import Statement
from sceneprobe.cnl.parser import parse
from sceneprobe.story.build import build
from sceneprobe.story.lint import lint
from sceneprobe.text.source import decode
from tests.benchmarks.stories import play

_REPEATS = 15
T = TypeVar("T")


def main() -> None:
    print("size        parse               build               lint                time per MB")
    for factor in (1, 10, 100):
        _report_steps(factor)
    _report_process()


def _report_steps(factor: int) -> None:
    content = play(20 * factor, 200_000 * factor).encode()
    document, parsing = _timed(lambda: parse(decode("play.cnl", content)))
    story, building = _timed(lambda: build(document))
    _, linting = _timed(lambda: lint(story))
    megabytes = len(content) / 1e6
    statements = sum(isinstance(node, Statement) for node in document.nodes)
    rates = "  ".join(
        f"{megabytes / seconds:5.1f} MB/s {statements / seconds / 1000:4.0f} k/s"
        for seconds in (parsing, building, linting)
    )
    total = parsing + building + linting
    print(f"{megabytes:5.1f} MB  {rates}  {1000 * total / megabytes:6.1f} ms")


def _report_process() -> None:
    with tempfile.TemporaryDirectory() as folder:
        story = Path(folder) / "play.cnl"
        story.write_text(play(), "utf-8")
        commands = {
            "python -c pass": ["-c", "pass"],
            "python -c 'import numpy'": ["-c", "import numpy"],
            "sceneprobe scenes (200 KB, 20 scenes)": ["-m", "sceneprobe", "scenes", str(story)],
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(_REPEATS):
            for name, arguments in commands.items():
                _, seconds = _timed(partial(_run, arguments))
                best[name] = min(best[name], seconds)
    base = best["python -c 'import numpy'"]
    for name, seconds in best.items():
        print(f"{name:40} {1000 * seconds:6.1f} ms  {seconds / base:4.2f} x import numpy")


def _run(arguments: list[str]) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


if __name__ == "__main__":
    main()
