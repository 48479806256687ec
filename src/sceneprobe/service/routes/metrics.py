"""What Prometheus scrapes; the test set is measured again where it or the story has changed."""

import asyncio
from collections.abc import Sequence

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from sceneprobe.experiments.model import Measured
from sceneprobe.service.answers import problems
from sceneprobe.service.gauges import Gauges
from sceneprobe.service.snapshot import Snapshot
from sceneprobe.service.state import Served
from sceneprobe.workflows.measure import MeasureOptions, measure


class Monitor:
    """Keeps the gauges of the test set in step with what is served."""

    def __init__(self, served: Served, gauges: Gauges) -> None:
        self._served = served
        self._gauges = gauges
        self._measured: Snapshot | None = None
        self._lock = asyncio.Lock()

    async def text(self) -> bytes:
        """Give all metrics, after measuring what has changed."""
        await self.measure()
        self._gauges.set_stale(stale=self._served.stale is not None)
        return self._gauges.text()

    async def measure(self) -> None:
        """Measure the test set given at the start, if that is not done yet."""
        async with self._lock:
            snapshot = await self._served.current()
            if snapshot is self._measured:
                return
            profiles = self._served.options.profiles
            with self._gauges.evaluation_seconds.time():
                measured = await asyncio.to_thread(_measured, snapshot, profiles)
            if self._measured is not None and self._measured.query_set is not None:
                self._gauges.forget_quality(self._measured.query_set.name)
            if measured is not None:
                self._gauges.set_quality(measured, measured.query_set)
            self._measured = snapshot


def _measured(snapshot: Snapshot, profiles: Sequence[str]) -> Measured | None:
    if snapshot.query_set is None:
        return None
    options = MeasureOptions()
    return measure(snapshot.collection, snapshot.query_set, profiles, options, None)[0]


def metrics_router(monitor: Monitor) -> APIRouter:
    """Give the route to scrape."""
    router = APIRouter(tags=["operation"])

    @router.get(
        "/metrics",
        summary="Quality, times, requests and findings, for Prometheus",
        responses=problems(answer="The text format of Prometheus", kind="text/plain"),
    )
    async def metrics() -> Response:
        return Response(await monitor.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return router
