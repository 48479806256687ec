"""A test set in a request → how well the story being served is found by it."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sceneprobe.formats.evaluated import evaluated_values
from sceneprobe.service.answers import json_answer, problems
from sceneprobe.service.departure import unless_client_leaves
from sceneprobe.service.gauges import UPLOADED, Gauges
from sceneprobe.service.limits import JSON, read_body
from sceneprobe.service.state import Served
from sceneprobe.service.tasks import Evaluated, evaluate_upload
from sceneprobe.service.workers import Workers

TYPES: Mapping[str, str] = MappingProxyType(
    {JSON: ".json"}
    | dict.fromkeys(("application/yaml", "text/yaml", "application/x-yaml", "text/x-yaml"), ".yaml")
)
_SCHEMA = {
    "type": "object",
    "required": ["queries"],
    "properties": {
        "queries": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "query_id": {"type": "string"},
                    "query_text": {"type": "string"},
                    "query_type": {"type": "string"},
                    "relevant_docs": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "doc_id": {"type": "string"},
                                "grade": {"type": "integer", "minimum": 0},
                            },
                        },
                    },
                },
            },
        }
    },
}
SET_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            JSON: {"schema": _SCHEMA},
            "application/yaml": {"schema": {"type": "string"}},
            "text/yaml": {"schema": {"type": "string"}},
        },
    }
}


def evaluate_router(served: Served, gauges: Gauges, workers: Workers) -> APIRouter:
    """Give the route that evaluates."""
    router = APIRouter(tags=["quality"])
    options = served.options

    @router.post(
        "/v1/evaluate",
        summary="Measure the story being served by a test set, as sceneprobe measure does",
        openapi_extra=SET_BODY,
        responses=problems(400, 403, 413, 415, 429, 503, answer="The metrics"),
    )
    async def evaluate(
        request: Request,
        components: Annotated[
            str | None, Query(max_length=1000, description="Profiles, divided by commas")
        ] = None,
    ) -> Response:
        named = _components(components)
        wanted = [options.component(name) for name in named]
        # One component is measured instead of the served profile, several beside it.
        profiles = wanted if len(wanted) == 1 else [options.profiles[0], *wanted]
        kind, content = await read_body(request, tuple(TYPES), options.max_body)
        snapshot = await served.current()
        name = f"{UPLOADED}{TYPES[kind]}"
        task = workers.run(evaluate_upload, snapshot.collection, name, content, profiles)
        with gauges.evaluation_seconds.time():
            found: Evaluated = await unless_client_leaves(request, task)
        gauges.count_findings(found.findings)
        gauges.set_quality(found.measured, UPLOADED)
        shown = wanted if len(wanted) > 1 else ()
        values = evaluated_values(found.measured, found.findings, shown, options.threshold)
        return await asyncio.to_thread(json_answer, values)

    return router


def _components(written: str | None) -> list[str]:
    """Divide at commas that stand outside parentheses: a profile can have commas in it."""
    parts, depth = [""], 0
    for char in written or "":
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))
