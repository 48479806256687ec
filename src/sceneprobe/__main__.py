"""The program's entry: ``sceneprobe`` and ``python -m sceneprobe``."""

import gc

# One command makes hardly any cycles, and looking for them takes time, from the first import on.
gc.disable()

import os  # noqa: E402
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402

from sceneprobe.cli.main import run  # noqa: E402


def main() -> None:
    """Run the command line and leave with its exit code."""
    code = run(sys.argv[1:])
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    # All is written; taking a million values apart one by one would only keep the caller waiting.
    os._exit(code)


if __name__ == "__main__":
    main()
