"""A test set in a request and two profiles → which of them finds more in the story being served."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sceneprobe.measures.parameters import MOST_K
from sceneprobe.service.answers import json_text, problems
from sceneprobe.service.departure import unless_client_leaves
from sceneprobe.service.gauges import UPLOADED, Gauges
from sceneprobe.service.limits import read_body
from sceneprobe.service.routes.evaluate import SET_BODY, TYPES
from sceneprobe.service.state import Served
from sceneprobe.service.tasks import Sides, compare_upload
from sceneprobe.service.workers import Workers
from sceneprobe.workflows.contest_model import K


def compare_router(served: Served, gauges: Gauges, workers: Workers) -> APIRouter:
    """Give the route that compares."""
    router = APIRouter(tags=["quality"])
    options = served.options

    @router.post(
        "/v1/compare",
        summary="Compare two profiles by a test set, as sceneprobe compare --format json",
        openapi_extra=SET_BODY,
        responses=problems(400, 403, 413, 415, 429, 503, answer="The comparison"),
    )
    async def compare(
        request: Request,
        a: Annotated[str, Query(max_length=1000, description="The profile that is side A")],
        b: Annotated[str, Query(max_length=1000, description="The profile that is side B")],
        k: Annotated[int, Query(ge=1, le=MOST_K, description="The cutoff")] = K,
    ) -> Response:
        sides = Sides(options.component(a), options.component(b), k)
        kind, content = await read_body(request, tuple(TYPES), options.max_body)
        snapshot = await served.current()
        name = f"{UPLOADED}{TYPES[kind]}"
        digest = snapshot.story.source.digest
        task = workers.run(compare_upload, snapshot.collection, digest, name, content, sides)
        with gauges.evaluation_seconds.time():
            report: str = await unless_client_leaves(request, task)
        return json_text(report)

    return router
