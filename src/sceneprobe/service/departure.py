"""Work for a client → its result, unless the client leaves: then the work is cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from sceneprobe.service.problems import ProblemError

Result = TypeVar("Result")


async def unless_client_leaves(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Wait for work on a request whose body has been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_has_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ProblemError(499, "the client has gone")
        return await working
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _has_left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
