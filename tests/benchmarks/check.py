"""How long a whole check takes: ``python -m tests.benchmarks.check``.

Runs the command on a story of 200 KB, 20 scenes and 45 queries, with both profiles, in units of
starting Python and importing numpy and yaml; interleaved, best of several.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sceneprobe.text.words import words
from sceneprobe.workflows.read import read_story
from tests.benchmarks.stories import play

_REPEATS = 15
_BASE = "python -c 'import numpy, yaml'"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        story, queries = Path(folder) / "play.cnl", Path(folder) / "queries.yaml"
        story.write_text(play(), "utf-8")
        queries.write_text(labelled_queries(story), "utf-8")
        check = [_program(), "check", str(story), "--queries", str(queries)]
        commands = {
            _BASE: [sys.executable, "-c", "import numpy, yaml"],
            "check --profile bow": [*check, "--profile", "bow"],
            "check --profile bow --format json": [*check, "--profile", "bow", "--format", "json"],
            "check --profile vsa": [*check, "--profile", "vsa"],
            "check --profile vsa --format json": [*check, "--profile", "vsa", "--format", "json"],
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(_REPEATS):
            for name, arguments in commands.items():
                best[name] = min(best[name], _seconds(arguments))
    for name, seconds in best.items():
        print(f"{name:36} {1000 * seconds:6.1f} ms  {seconds / best[_BASE]:4.2f} x the first")


def labelled_queries(story: Path, count: int = 45) -> str:
    """Ask for seven words in a row of one scene after the other."""
    lines = ["queries:"]
    scenes = read_story(story).scenes
    for number in range(count):
        scene = scenes[number % len(scenes)]
        found = words(scene.text)
        start = (number * 97) % (len(found) - 7)
        asked = " ".join(found[start : start + 7])
        lines.append(f"  - {{query: {asked}, relevant: [{scene.id}], type: t{number % 4}}}")
    return "\n".join(lines) + "\n"


def _program() -> str:
    """Find the command that is installed beside this Python."""
    return str(Path(sys.executable).parent / "sceneprobe")


def _seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(arguments, check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
