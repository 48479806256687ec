"""A moving bar on standard error while work takes longer than a second."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

_PATIENCE = 1.0


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show on a terminal that work goes on, and for how long; elsewhere show nothing."""
    done = Event()
    watcher = Thread(target=_show, args=(what, done), daemon=True)
    if sys.stderr.isatty():
        watcher.start()
    try:
        yield
    finally:
        done.set()
        if watcher.is_alive():
            watcher.join()


def _show(what: str, done: Event) -> None:
    if done.wait(_PATIENCE):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(what, total=None)
        done.wait()
