"""What is being served, and how well it is found just now."""

from fastapi import APIRouter, Response

from sceneprobe.service.answers import json_answer, problems
from sceneprobe.service.state import Served
from sceneprobe.service.status import status_values


def status_router(served: Served) -> APIRouter:
    """Give the route that the page looks at."""
    router = APIRouter(tags=["story"])

    @router.get(
        "/v1/status",
        summary="The story, the profiles, and RQ of the labelled queries",
        responses=problems(answer="The status"),
    )
    async def status() -> Response:
        return json_answer(status_values(served, await served.current()))

    return router
