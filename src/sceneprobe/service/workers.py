"""Work in processes that can be ended: with a time limit, cancelled, so many at once."""

import asyncio
import atexit
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from sceneprobe.errors import FileError, OptionError, SceneprobeError
from sceneprobe.service.problems import ProblemError
from sceneprobe.text.model import Diagnostic, RefusedError

_LOG = logging.getLogger("sceneprobe.service")
_RETRY_AFTER = 1
_PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A SceneprobeError on its way between processes: not every exception survives pickling."""

    kind: str
    message: str
    findings: tuple[Diagnostic, ...] = ()
    hidden: int = 0

    def raised(self) -> SceneprobeError:
        if self.kind == "findings":
            return RefusedError(self.findings, self.message, self.hidden)
        return (FileError if self.kind == "file" else OptionError)(self.message)


@dataclass(frozen=True, slots=True)
class _Failure:
    """What nobody expected, as text."""

    text: str


class Workers:
    """At most so many processes, each with one task at a time; started when first needed.

    One that was ended is replaced in the same way.
    """

    def __init__(self, count: int, timeout: float) -> None:
        self._count = count
        self._timeout = timeout
        # A forked process would inherit the locks of threads that are not there any more.
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False
        # A second Ctrl-C ends the server at once; workers hear no signal but SIGKILL.
        atexit.register(self.close)

    # Any: tasks have nothing in common; each caller knows what its own gives.
    async def run(self, task: Callable[..., Any], *arguments: object) -> Any:
        """Run a task in a process; cancelled, or too slow, it is ended there and then."""
        if len(self._busy) >= self._count:
            raise ProblemError(
                429,
                f"all {self._count} workers are busy; try again in a moment",
                {"Retry-After": str(_RETRY_AFTER)},
            )
        worker = self._idle.pop() if self._idle else _Worker(self._context)
        self._busy.add(worker)
        answer: object = None
        try:
            answer = await asyncio.wait_for(worker.ask(task, arguments), self._timeout)
        except TimeoutError:
            raise ProblemError(
                503, f"it took longer than {self._timeout:g} s; ask for less, or see --timeout"
            ) from None
        except (EOFError, OSError):
            _LOG.error("a worker ended by itself, and is replaced")
            raise ProblemError(503, "the worker ended before it was done") from None
        finally:
            self._busy.discard(worker)
            self._give_back(worker, done=answer is not None)
        if isinstance(answer, _Refusal):
            raise answer.raised()
        if isinstance(answer, _Failure):
            raise RuntimeError(f"in a worker: {answer.text}")
        return answer

    def close(self) -> None:
        """End all processes."""
        atexit.unregister(self.close)
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()

    def _give_back(self, worker: "_Worker", *, done: bool) -> None:
        if done and not self._closed:
            self._idle.append(worker)
        else:
            worker.end()


class _Worker:
    """One process and the connection to it."""

    def __init__(self, context: multiprocessing.context.SpawnContext) -> None:
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False
        self._talking = threading.Lock()

    async def ask(self, task: Callable[..., Any], arguments: tuple[object, ...]) -> object:
        """Give the process a task and wait for the answer."""
        if not self._ready:  # until it reads, a large task would not fit into the pipe
            await self._answer()
            self._ready = True
        # In a thread: a process that does not read must not keep the service from its other work.
        await asyncio.to_thread(self._talk, self._connection.send, (task, arguments))
        return await self._answer()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join(_PATIENCE)
        with self._talking:  # a thread that still talks to the process hears now that it has gone
            self._connection.close()

    async def _answer(self) -> object:
        loop, number = asyncio.get_running_loop(), self._connection.fileno()
        ready: asyncio.Future[None] = loop.create_future()

        def tell() -> None:
            if not ready.done():
                ready.set_result(None)

        loop.add_reader(number, tell)
        try:
            await ready
        finally:
            loop.remove_reader(number)
        return await asyncio.to_thread(self._talk, self._connection.recv)

    # Any: what is sent and received differs from task to task.
    def _talk(self, act: Callable[..., Any], *message: object) -> Any:
        with self._talking:
            return act(*message)


def _serve(connection: Connection) -> None:
    """Do one task after the other, in a process of its own."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Ctrl-C and service managers reach all; the service finishes what runs, then ends workers.
        signal.signal(number, signal.SIG_IGN)
    try:
        connection.send("ready")
        while True:
            task, arguments = connection.recv()
            connection.send(_outcome(task, arguments))
    except (EOFError, OSError):
        return  # the service has gone


def _outcome(task: Callable[..., Any], arguments: tuple[object, ...]) -> object:
    try:
        return task(*arguments)
    except RefusedError as error:
        return _Refusal("findings", error.advice, error.findings, error.hidden)
    except FileError as error:
        return _Refusal("file", str(error))
    except SceneprobeError as error:
        return _Refusal("option", str(error))
    except Exception as error:  # noqa: BLE001 - one task must not end the worker
        return _Failure(f"{type(error).__name__}: {error}")
