"""What routes say of themselves in the OpenAPI document, and how JSON is sent."""

from collections.abc import Mapping
from typing import Any

from fastapi import Response
from pydantic import BaseModel

from sceneprobe.report.wording import as_json
from sceneprobe.service.limits import JSON
from sceneprobe.service.problems import MEDIA_TYPE
from sceneprobe.service.shapes import ProblemShape

# Any: FastAPI takes these parts of the document as plain values.
Parts = dict[int | str, dict[str, Any]]


def json_answer(value: object, headers: Mapping[str, str] | None = None) -> Response:
    """Send plain values as the command line writes them."""
    return json_text(as_json(value), headers)


def json_text(text: str, headers: Mapping[str, str] | None = None) -> Response:
    """Send JSON that is text already; what UTF-8 cannot hold is escaped."""
    content = text.encode("utf-8", errors="backslashreplace")
    return Response(content, media_type=JSON, headers=dict(headers or {}))


def problems(*statuses: int, answer: str, kind: str = JSON) -> Parts:
    """Describe a route's answers: what it gives, and the problems it can have."""
    schema = {"type": ["object", "array"]} if kind == JSON else {"type": "string"}
    described: Parts = {200: {"description": answer, "content": {kind: {"schema": schema}}}}
    reference = {"$ref": "#/components/schemas/ProblemShape"}
    for status in sorted({401, 421, 422, 500, *statuses}):
        content = {MEDIA_TYPE: {"schema": reference}}
        described[status] = {"description": "A problem", "content": content}
    # The model puts the shape into the document; the reference above gives its media type.
    described["default"] = {"model": ProblemShape, "description": "A problem"}
    return described


def body_of(shape: type[BaseModel]) -> dict[str, Any]:
    """Describe a JSON body that the route reads by itself, within the limit."""
    return {
        "requestBody": {"required": True, "content": {JSON: {"schema": shape.model_json_schema()}}}
    }
