"""A story and queries in a request → the DS12 report."""

from fastapi import APIRouter, Request, Response

from sceneprobe.service.answers import body_of, json_text, problems
from sceneprobe.service.departure import unless_client_leaves
from sceneprobe.service.gauges import Gauges
from sceneprobe.service.limits import read_json
from sceneprobe.service.options import ServiceOptions
from sceneprobe.service.shapes import CheckBody
from sceneprobe.service.tasks import check_upload
from sceneprobe.service.workers import Workers
from sceneprobe.workflows.evaluate import CheckOptions


def check_router(options: ServiceOptions, gauges: Gauges, workers: Workers) -> APIRouter:
    """Give the route that checks."""
    router = APIRouter(tags=["quality"])

    @router.post(
        "/v1/check",
        summary="Check a story with queries, as sceneprobe check --format json",
        openapi_extra=body_of(CheckBody),
        responses=problems(400, 403, 413, 415, 429, 503, answer="The DS12 report"),
    )
    async def check(request: Request) -> Response:
        body = await read_json(request, CheckBody, options.max_body)
        chosen = CheckOptions(
            profile=options.component(body.profile),
            k=body.k,
            threshold=body.threshold,
            allow_unknown=body.allow_unknown,
            keep_going=body.keep_going,
            require_labels=body.require_labels,
        )
        task = workers.run(check_upload, body.story, body.queries, chosen)
        with gauges.evaluation_seconds.time():
            report: str = await unless_client_leaves(request, task)
        return json_text(report)

    return router
