"""The service as users start it: a process of its own, known by the URL that it tells."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 30


@dataclass(frozen=True, slots=True)
class Running:
    """A service that is ready: where it is, and its process."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    """Serve the story of a folder at a free port until the block ends."""
    command = [sys.executable, "-m", "sceneprobe", "serve", "story.cnl", "--port", "0", *options]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Running(_url(process), process)
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _url(process: subprocess.Popen[str]) -> str:
    told = []
    for line in process.stderr or ():
        told.append(line)
        match = re.search(r"serving .* at (http://\S+)/", line)
        if match is not None:
            return match[1]
    raise RuntimeError(f"the service did not start: {''.join(told)}")
