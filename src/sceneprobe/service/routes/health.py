"""Whether the service lives, and whether it can answer."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from sceneprobe.service.answers import problems

PATHS = ("/healthz", "/readyz")


def health_router() -> APIRouter:
    """Give the routes that need no token."""
    router = APIRouter(tags=["operation"])

    @router.get(
        "/healthz",
        summary="Whether the service lives",
        response_class=PlainTextResponse,
        responses=problems(answer="ok", kind="text/plain"),
    )
    async def live() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @router.get(
        "/readyz",
        summary="Whether the service can answer",
        response_class=PlainTextResponse,
        responses=problems(answer="ok", kind="text/plain"),
    )
    async def ready() -> PlainTextResponse:
        # The story is read before the first request comes in, and a good one is always kept.
        return PlainTextResponse("ok\n")

    return router
