"""ServiceOptions → the app: state, workers, gauges, routes, and what stands before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

from sceneprobe.service.docs import docs_router
from sceneprobe.service.gauges import Counted, Gauges
from sceneprobe.service.heads import Heads
from sceneprobe.service.options import ServiceOptions
from sceneprobe.service.page import FILES, page_router
from sceneprobe.service.problems import Guarded, add_problem_handlers
from sceneprobe.service.query_log import QueryLog
from sceneprobe.service.routes.check import check_router
from sceneprobe.service.routes.compare import compare_router
from sceneprobe.service.routes.evaluate import evaluate_router
from sceneprobe.service.routes.health import PATHS, health_router
from sceneprobe.service.routes.judgments import judgments_router
from sceneprobe.service.routes.metrics import Monitor, metrics_router
from sceneprobe.service.routes.scenes import scenes_router
from sceneprobe.service.routes.search import search_router
from sceneprobe.service.routes.status import status_router
from sceneprobe.service.security import Careful
from sceneprobe.service.state import Served
from sceneprobe.service.workers import Workers
from sceneprobe.version import __version__

PUBLIC = (*PATHS, *FILES, "/docs", "/openapi.json")
"""The paths that need no token: what they give tells nothing of the story."""


def create_app(options: ServiceOptions) -> FastAPI:
    """Read what is served and build the app; files that cannot be used are refused here."""
    served = Served(options)
    gauges = Gauges(options.prefix)
    workers = Workers(options.workers, options.timeout)
    monitor = Monitor(served, gauges)
    log = None if options.query_log is None else QueryLog(options.query_log)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await monitor.measure()
        try:
            yield
        finally:
            workers.close()
            if log is not None:
                log.close()

    app = FastAPI(
        title="sceneprobe",
        version=__version__,
        description="Searches a story, measures how well its scenes are found, and keeps labels.",
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        middleware=[
            Middleware(Heads),
            Middleware(Counted, gauges=gauges),
            Middleware(Careful, options=options, public=PUBLIC),
            Middleware(Guarded),
        ],
    )
    app.state.gauges = gauges
    app.state.story = served.story
    add_problem_handlers(app)
    for router in (
        evaluate_router(served, gauges, workers),
        check_router(options, gauges, workers),
        compare_router(served, gauges, workers),
        search_router(served, gauges, log),
        scenes_router(served),
        status_router(served),
        judgments_router(served),
        metrics_router(monitor),
        health_router(),
        docs_router(app),
        page_router(),
    ):
        app.include_router(router)
    return app
