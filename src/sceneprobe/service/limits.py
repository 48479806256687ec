"""Bodies within a limit, of the types that a route takes."""

import asyncio
from typing import TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from sceneprobe.service.problems import ProblemError

JSON = "application/json"
_SLOWEST = 30
"""So many seconds a body may take to come."""
Shape = TypeVar("Shape", bound=BaseModel)


async def read_body(request: Request, types: tuple[str, ...], limit: int) -> tuple[str, bytes]:
    """Read a body with its media type; another type is a 415, one too large a 413.

    One that does not come within half a minute is a 408, and an empty one a 400.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in types:
        raise ProblemError(415, f"the body must be {' or '.join(types)}, not {kind or 'untyped'}")
    if request.headers.get("content-encoding", "identity") != "identity":
        raise ProblemError(415, "a body cannot be compressed")
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > limit:
        raise _too_large(limit)
    try:
        async with asyncio.timeout(_SLOWEST):
            content = await _content(request, limit)
    except TimeoutError:
        closed = {"Connection": "close"}
        raise ProblemError(408, f"the body did not come in {_SLOWEST} seconds", closed) from None
    except ClientDisconnect:
        raise ProblemError(499, "the client has gone") from None
    if not content.strip():
        raise ProblemError(400, "the body is empty")
    return kind, content


async def _content(request: Request, limit: int) -> bytes:
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
        pieces.append(piece)
    return b"".join(pieces)


async def read_json(request: Request, shape: type[Shape], limit: int) -> Shape:
    """Read a JSON body of a shape; text that is no JSON is a 400, another shape a 422."""
    _, content = await read_body(request, (JSON,), limit)
    try:
        return shape.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        detail = f"{where}: {first['msg']}" if where else first["msg"]
        raise ProblemError(400 if first["type"] == "json_invalid" else 422, detail) from None


def _too_large(limit: int) -> ProblemError:
    return ProblemError(
        413,
        f"the body is larger than {limit / (1024 * 1024):g} MB; see --max-body",
        {"Connection": "close"},
    )
