"""The page: a fixed table of files in the package, so that no name in a request is opened."""

import os
from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter, Response

from sceneprobe.service.problems import ProblemError

_SCRIPTS = (
    *("api", "buttons", "dom", "keys", "labels", "map", "messages", "page", "quality", "queries"),
    *("result", "scene", "search", "state", "theme", "token"),
)
FILES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "/": ("index.html", "text/html; charset=utf-8"),
        "/static/icon.svg": ("icon.svg", "image/svg+xml"),
        "/static/page.css": ("page.css", "text/css; charset=utf-8"),
        "/static/parts.css": ("parts.css", "text/css; charset=utf-8"),
        **{
            f"/static/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8")
            for name in _SCRIPTS
        },
    }
)
"""Every path of the page with its file in the package and its type."""
_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")


def page_router() -> APIRouter:
    """Give a route to each file of the page."""
    router = APIRouter(include_in_schema=False)
    for path, (name, kind) in FILES.items():
        router.add_api_route(path, _route(name, kind), methods=["GET"])
    return router


def _route(name: str, kind: str) -> Callable[[], Coroutine[Any, Any, Response]]:
    async def show() -> Response:
        content = _content(name)
        if content is None:
            raise ProblemError(404, "this service has no page; see /docs for what it answers")
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    return show


@cache
def _content(name: str) -> bytes | None:
    path = os.path.join(_FOLDER, name)
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as stream:
        return stream.read()
