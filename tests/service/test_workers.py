"""Work in processes: so many at once, so long, and ended when nobody waits."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.service.app import create_app
from sceneprobe.service.options import ServiceOptions
from sceneprobe.service.problems import ProblemError
from sceneprobe.service.workers import Workers
from sceneprobe.text.model import Diagnostic, RefusedError, Severity, Source, Span
from tests.service.app import client_of

FINDING = Diagnostic("X1", Severity.ERROR, "wrong", Span(Source("a", ("b",)), 1, 1))


def refuse() -> None:
    raise RefusedError([FINDING], "mend it", 3)


def choose() -> None:
    raise OptionError("another one")


def fail() -> None:
    raise ZeroDivisionError("inside")


def end() -> None:
    os._exit(1)


def tell_to_stop(number: int) -> str:
    os.kill(os.getpid(), number)
    return "done"


def write_later(path: str) -> str:
    time.sleep(2)
    Path(path).write_text("done")
    return path


# Any: whatever a test's task gives.
def in_workers(work: Callable[[Workers], Any], count: int = 1, timeout: float = 30) -> Any:
    async def whole() -> Any:
        workers = Workers(count, timeout)
        try:
            return await work(workers)
        finally:
            workers.close()

    return asyncio.run(whole())


def test_refusal_comes_back_with_its_findings() -> None:
    with pytest.raises(RefusedError, match="mend it") as refused:
        in_workers(lambda workers: workers.run(refuse))

    assert refused.value.findings == (FINDING,)
    assert refused.value.hidden == 3


def test_wrong_option_comes_back() -> None:
    with pytest.raises(OptionError, match="another one"):
        in_workers(lambda workers: workers.run(choose))


def test_worker_goes_on_after_an_error_and_is_replaced_when_it_ends() -> None:
    async def work(workers: Workers) -> list[int]:
        first = await workers.run(os.getpid)
        with pytest.raises(RuntimeError, match="inside"):
            await workers.run(fail)
        second = await workers.run(os.getpid)
        with pytest.raises(ProblemError, match="ended before it was done"):
            await workers.run(end)
        return [first, second, await workers.run(os.getpid)]

    first, second, third = in_workers(work)

    assert first == second != third
    assert os.getpid() not in {first, third}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_worker_finishes_when_all_processes_are_told_to_stop(number: signal.Signals) -> None:
    assert in_workers(lambda workers: workers.run(tell_to_stop, number)) == "done"


def test_worker_that_does_not_read_has_a_time_limit_too() -> None:
    async def work(workers: Workers) -> ProblemError:
        os.kill(await workers.run(os.getpid), signal.SIGSTOP)
        with pytest.raises(ProblemError) as slow:
            await workers.run(len, bytes(10_000_000))
        return slow.value

    assert in_workers(work, timeout=3).status == 503


def test_task_beyond_the_time_limit_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "result"

    with pytest.raises(ProblemError, match="longer than 1 s") as slow:
        in_workers(lambda workers: workers.run(write_later, str(path)), timeout=1)

    time.sleep(2)
    assert slow.value.status == 503
    assert not path.exists()


def test_cancelled_task_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "result"

    async def work(workers: Workers) -> int:
        task = asyncio.ensure_future(workers.run(write_later, str(path)))
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(2)
        found: int = await workers.run(os.getpid)
        return found

    assert in_workers(work)
    assert not path.exists()


def test_more_tasks_than_workers_are_sent_away(tmp_path: Path) -> None:
    async def work(workers: Workers) -> ProblemError:
        task = asyncio.ensure_future(workers.run(write_later, str(tmp_path / "result")))
        await asyncio.sleep(0)
        with pytest.raises(ProblemError) as busy:
            await workers.run(os.getpid)
        await task
        return busy.value

    busy = in_workers(work)

    assert busy.status == 429
    assert busy.headers == {"Retry-After": "1"}


def test_evaluation_has_a_time_limit(folder: Path) -> None:
    with client_of(folder, timeout=0.01) as client:
        answer = client.post("/v1/evaluate", json={"queries": [{"query": "key"}]})

    assert answer.status_code == 503
    assert "--timeout" in answer.json()["detail"]


def test_evaluation_is_ended_when_the_client_leaves(folder: Path) -> None:
    app = create_app(ServiceOptions(str(folder / "story.cnl")))
    body = b'{"queries": [{"query": "key"}]}'
    sent: list[Any] = []
    messages = iter(
        [{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}]
    )
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/evaluate",
        "raw_path": b"/v1/evaluate",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))

    assert sent[0]["status"] == 499
