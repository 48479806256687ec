"""The program's entry: ``sceneprobe`` and ``python -m sceneprobe``."""

import gc
import os
import sys

from sceneprobe.cli.main import run


def main() -> None:
    """Run the command line and leave with its exit code."""
    gc.disable()  # one command makes hardly any cycles, and looking for them takes time
    code = run(sys.argv[1:])
    # All is written; taking a million values apart one by one would only keep the caller waiting.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
