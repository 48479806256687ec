"""Search in the story being served, and the scores of all its scenes."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sceneprobe.report.search_json import search_as_json
from sceneprobe.service.answers import json_answer, json_text, problems
from sceneprobe.service.gauges import Gauges
from sceneprobe.service.problems import ProblemError
from sceneprobe.service.query_log import QueryLog
from sceneprobe.service.security import is_foreign
from sceneprobe.service.shapes import MOST_K, MOST_TEXT
from sceneprobe.service.state import Served
from sceneprobe.workflows.search import SearchableStory, scores_of, search_story

_MOST_SCENES, _MOST_QUERIES = 300, 100


def search_router(served: Served, gauges: Gauges, log: QueryLog | None) -> APIRouter:
    """Give the routes that search."""
    router = APIRouter(tags=["story"])
    options = served.options

    @router.get(
        "/v1/search",
        summary="The scenes that answer a query, as sceneprobe search --format json",
        responses=problems(answer="What was found"),
    )
    async def search(
        request: Request,
        q: Annotated[str, Query(min_length=1, max_length=MOST_TEXT)],
        k: Annotated[int, Query(ge=1, le=MOST_K)] = options.k,
        profile: str = options.profiles[0],
        *,
        typing: Annotated[bool, Query(description="Not written to the query log")] = False,
    ) -> Response:
        if not q.strip():
            raise ProblemError(422, "q: a query needs a word")
        snapshot = await served.current()
        made = await served.searchable(snapshot, options.component(profile))
        with gauges.search_seconds.time():
            found = await asyncio.to_thread(_found, made, q, k)
        # Any page can have a browser ask; what it asks is nobody's query.
        if log is not None and not typing and not is_foreign(request.headers):
            log.add(q)
        return json_text(found)

    @router.get(
        "/v1/map",
        summary="The score of every scene for every labelled query",
        responses=problems(answer="Scores, a row a query, a column a scene"),
    )
    async def score_map() -> Response:
        snapshot = await served.current()
        scenes = [scene.id for scene in snapshot.story.scenes]
        query_set = snapshot.labels and snapshot.labels.query_set
        queries = query_set.queries if query_set else ()
        shown = queries[:_MOST_QUERIES]
        labels = query_set.qrels.by_topic() if query_set else {}
        texts = [query.text for query in shown]
        rows = await asyncio.to_thread(scores_of, snapshot.made, texts) if texts else []
        return json_answer(
            {
                "profile": options.profiles[0],
                "scenes": scenes[:_MOST_SCENES],
                "queries": [{"id": query.id, "query": query.text} for query in shown],
                "scores": [[round(score, 4) for score in row[:_MOST_SCENES]] for row in rows],
                "labels": [dict(labels.get(query.id, {})) for query in shown],
                "all_scenes": len(scenes),
                "all_queries": len(queries),
            }
        )

    return router


def _found(made: SearchableStory, query: str, k: int) -> str:
    return search_as_json(search_story(made, query, k))
