"""The labelled queries: read, changed one at a time, and each change undone."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from sceneprobe.curation.relabelling import Relabelling
from sceneprobe.service.answers import body_of, json_answer, problems
from sceneprobe.service.limits import read_json
from sceneprobe.service.shapes import LabelBody
from sceneprobe.service.snapshot import Snapshot
from sceneprobe.service.state import Served, why_unsaved
from sceneprobe.service.status import status_values, tag_of

_MOST_BYTES = 1024 * 1024
IfMatch = Annotated[str | None, Header(description="The ETag of the labels that are changed")]


def judgments_router(served: Served) -> APIRouter:
    """Give the routes to labels."""
    router = APIRouter(tags=["labels"])

    @router.get(
        "/v1/judgments",
        summary="The labelled queries, with an ETag",
        responses=problems(answer="The labelled queries"),
    )
    async def judgments() -> Response:
        return _answer(served, await served.current(), {})

    @router.put(
        "/v1/judgments",
        summary="Label one query; saved at once",
        openapi_extra=body_of(LabelBody),
        responses=problems(
            *(400, 403, 409, 412, 413, 415, 428, 503), answer="The labels and the status"
        ),
    )
    async def label(request: Request, if_match: IfMatch = None) -> Response:
        body = await read_json(request, LabelBody, min(_MOST_BYTES, served.options.max_body))
        said = Relabelling(body.query, body.labels, body.id, body.type)
        return _changed(served, await served.relabel(if_match, said))

    @router.post(
        "/v1/judgments/undo",
        summary="Take the last change of labels back",
        responses=problems(403, 409, 412, 428, 503, answer="The labels and the status"),
    )
    async def undo(if_match: IfMatch = None) -> Response:
        return _changed(served, await served.undo(if_match))

    return router


def _changed(served: Served, snapshot: Snapshot) -> Response:
    return _answer(served, snapshot, {"status": status_values(served, snapshot)})


def _answer(served: Served, snapshot: Snapshot, more: Mapping[str, object]) -> Response:
    query_set = snapshot.labels and snapshot.labels.query_set
    labels = query_set.qrels.by_topic() if query_set else {}
    values = {
        "name": query_set and query_set.name,
        "version": query_set and query_set.version,
        "highest_grade": query_set.highest_grade if query_set else None,
        "can_save": why_unsaved(snapshot) is None,
        "undo": served.undo_count,
        "queries": [
            {
                "id": query.id,
                "query": query.text,
                "type": query.type,
                "k": query.k,
                "labels": dict(labels.get(query.id, {})),
            }
            for query in (query_set.queries if query_set else ())
        ],
        **more,
    }
    return json_answer(values, {"ETag": tag_of(snapshot)})
