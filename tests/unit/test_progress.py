"""The bar that moves while work takes long: on a terminal only, and after a while only."""

import os
import pty
import subprocess
import sys

import pytest

from sceneprobe.cli.progress import progress

SCRIPT = """\
import sys
from sceneprobe.cli import progress
progress._PATIENCE = float(sys.argv[2])
with progress.progress(sys.argv[1]):
    sum(range(5_000_000))
"""


def shown_on_terminal(what: str, patience: float, script: str = SCRIPT) -> str:
    """Do work of a tenth of a second with standard error on a terminal."""
    terminal, stream = pty.openpty()
    os.write(stream, b">")
    subprocess.run(
        [sys.executable, "-c", script, what, str(patience)],
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
        stderr=stream,
        check=True,
    )
    os.close(stream)
    shown = os.read(terminal, 1_000_000).decode()
    os.close(terminal)
    return shown


@pytest.mark.parametrize("what", ["checking story.cnl", "checking a[b].cnl", "checking a[/b].cnl"])
def test_long_work_is_named_on_a_terminal(what: str) -> None:
    shown = shown_on_terminal(what, 0)

    assert what in shown
    assert "Traceback" not in shown


def test_bar_fills_where_it_is_told_how_much_is_done() -> None:
    script = SCRIPT.replace(":\n    sum", " as tell:\n    tell(3, 4)\n    sum")
    # sum over a generator lets the other thread draw, sum over a range does not.
    script = script.replace("range(5_000_000)", "n for n in range(20_000_000)")

    assert "75%" in shown_on_terminal("measuring", 0, script)


def test_short_work_shows_nothing() -> None:
    assert shown_on_terminal("checking story.cnl", 60) == ">"


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("checking story.cnl"):
        done = sum(range(10))

    assert done == 45
    assert capsys.readouterr() == ("", "")


def test_mistake_in_the_work_comes_through() -> None:
    with pytest.raises(KeyError), progress("checking story.cnl"):
        raise KeyError
