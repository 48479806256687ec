"""A bar on standard error while work takes longer than a second."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

_PATIENCE = 1.0
_EVERY = 0.1


# Not frozen: the thread that works writes it, and the one that draws reads it.
@dataclass(slots=True)
class _Work:
    done: int = 0
    total: int | None = None

    def advance(self, done: int, total: int) -> None:
        self.done, self.total = done, total


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal that work goes on, and for how long; elsewhere show nothing.

    Who calls what is yielded with how much is done, and of how much, gets a bar that fills.
    """
    done, work = Event(), _Work()
    watcher = Thread(target=_show, args=(what, done, work), daemon=True)
    if sys.stderr.isatty():
        watcher.start()
    try:
        yield work.advance
    finally:
        done.set()
        if watcher.is_alive():
            watcher.join()


def _show(what: str, done: Event, work: _Work) -> None:
    if done.wait(_PATIENCE):
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    named = TextColumn("{task.description}", markup=False)
    columns = (named, BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, completed=work.done, total=work.total)
        while not done.wait(_EVERY):
            bar.update(task, completed=work.done, total=work.total)
