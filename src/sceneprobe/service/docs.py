"""The OpenAPI document → one page of HTML without script, style or anything from elsewhere."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse


def docs_router(app: FastAPI) -> APIRouter:
    """Give the route to the page."""
    router = APIRouter(include_in_schema=False)

    @router.get("/docs")
    async def docs() -> HTMLResponse:
        return HTMLResponse("\n".join(_lines(app.openapi())))

    return router


# Any: the document is plain JSON.
def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield f'<h1>{title}</h1><p>The whole document: <a href="/openapi.json">/openapi.json</a></p>'
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(route['summary'])}</p><ul>"
            for given in route.get("parameters", ()):
                needed = ", required" if given.get("required") else ""
                where = escape(f"{given['name']} ({given['in']}{needed})")
                yield f"<li><code>{where}</code> {escape(given.get('description', ''))}</li>"
            bodies = ", ".join(route.get("requestBody", {}).get("content", ()))
            yield f"<li>body: {escape(bodies)}</li>" if bodies else ""
            statuses = ", ".join(status for status in route["responses"] if status.isdigit())
            yield f"<li>answers: {statuses}</li></ul>"
    yield "</html>"
