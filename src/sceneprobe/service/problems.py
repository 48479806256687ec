"""What went wrong → RFC 9457 problem responses, with the findings that the command line shows."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sceneprobe.errors import FileError, LayoutError, SceneprobeError
from sceneprobe.judging.findings import NOT_READABLE
from sceneprobe.report.findings import finding_values
from sceneprobe.text.model import Diagnostic, RefusedError

MEDIA_TYPE = "application/problem+json"
_MOST_FINDINGS = 1000
# Python calls two of these otherwise, from one release to another, and one not at all.
_TITLES: Mapping[int, str] = MappingProxyType(
    {413: "Content Too Large", 422: "Unprocessable Content", 499: "Client Closed Request"}
)
_LOG = logging.getLogger("sceneprobe.service")


class ProblemError(Exception):
    """A request that is refused, with the status to say so; the text says what to do."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        self.status = status
        self.headers = headers or {}
        super().__init__(detail)


def problem(
    status: int,
    detail: str,
    findings: Sequence[Diagnostic] = (),
    headers: dict[str, str] | None = None,
) -> Response:
    """Make a problem response; of very many findings, it has the first."""
    content = {
        "type": "about:blank",
        "title": _title(status),
        "status": status,
        "detail": detail,
        "findings": [finding_values(finding) for finding in findings[:_MOST_FINDINGS]],
    }
    # Escapes, since a text can hold what UTF-8 cannot.
    return Response(json.dumps(content), status, headers, MEDIA_TYPE)


def problem_of(error: SceneprobeError) -> Response:
    """Say why an input cannot be used, as the command line does."""
    if isinstance(error, RefusedError):
        unreadable = any(finding.code == NOT_READABLE.code for finding in error.findings)
        return problem(400 if unreadable else 422, str(error), error.findings)
    if isinstance(error, LayoutError):
        return problem(409, str(error))
    return problem(503 if isinstance(error, FileError) else 422, str(error))


def add_problem_handlers(app: FastAPI) -> None:
    """Have every error of the app answered with a problem."""

    @app.exception_handler(ProblemError)
    async def refused(_: Request, error: ProblemError) -> Response:
        return problem(error.status, str(error), headers=error.headers)

    @app.exception_handler(SceneprobeError)
    async def unusable(request: Request, error: SceneprobeError) -> Response:
        if isinstance(error, RefusedError):
            request.app.state.gauges.count_findings(error.findings)
        return problem_of(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return problem(422, "; ".join(map(_said, error.errors()[:5])))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        return problem(error.status_code, str(error.detail), headers=headers)


class Guarded:
    """Answers what nobody expected with a plain 500; what happened is told in the log only."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            if scope["type"] != "http":
                raise
            _LOG.exception("a request could not be answered")
            if not started:
                answer = problem(500, "something went wrong here; the service's log has more")
                await answer(scope, receive, send)


# Any: the entries of pydantic's errors have no type of their own.
def _said(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"][1:] or error["loc"])
    return f"{where}: {error['msg']}"


def _title(status: int) -> str:
    return _TITLES[status] if status in _TITLES else HTTPStatus(status).phrase
