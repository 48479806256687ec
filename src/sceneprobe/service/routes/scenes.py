"""The scenes of the story being served."""

from fastapi import APIRouter, Response

from sceneprobe.report.scenes import scene_values, scenes_as_json
from sceneprobe.service.answers import json_answer, json_text, problems
from sceneprobe.service.problems import ProblemError
from sceneprobe.service.state import Served


def scenes_router(served: Served) -> APIRouter:
    """Give the routes to all scenes and to one."""
    router = APIRouter(tags=["story"])

    @router.get(
        "/v1/scenes",
        summary="All scenes in story order, as sceneprobe scenes --format json",
        responses=problems(answer="The scenes"),
    )
    async def scenes() -> Response:
        snapshot = await served.current()
        return json_text(scenes_as_json(snapshot.story.scenes))

    @router.get(
        "/v1/scenes/{scene_id:path}",
        summary="One scene",
        responses=problems(404, answer="The scene"),
    )
    async def scene(scene_id: str) -> Response:
        snapshot = await served.current()
        for one in snapshot.story.scenes:
            if one.id == scene_id:
                return json_answer(scene_values(one))
        raise ProblemError(404, "the story has no scene of this id; GET /v1/scenes lists them")

    return router
