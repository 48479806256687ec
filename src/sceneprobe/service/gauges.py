"""What happens in the service → Prometheus: quality, times, requests and findings."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sceneprobe.experiments.model import Measured
from sceneprobe.report.prometheus import HELP, measured_figures
from sceneprobe.text.model import Diagnostic
from sceneprobe.version import __version__

UPLOADED = "uploaded"
"""The dataset of all test sets that come in requests."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
_SEARCH_TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_EVALUATION_TIMES = (0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60)
_LABELS = {"retrieval_mrr": ("component", "dataset")}


class Gauges:
    """All metrics of one service, in a registry of their own."""

    def __init__(self, prefix: str) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        self._quality = {
            name: Gauge(
                f"{prefix}_{name}",
                meaning,
                _LABELS.get(name, ("k", "component", "dataset")),
                registry=registry,
            )
            for name, meaning in HELP.items()
        }
        self.search_seconds = Histogram(
            f"{prefix}_search_seconds",
            "How long a search takes.",
            buckets=_SEARCH_TIMES,
            registry=registry,
        )
        self.evaluation_seconds = Histogram(
            f"{prefix}_evaluation_seconds",
            "How long an evaluation takes.",
            buckets=_EVALUATION_TIMES,
            registry=registry,
        )
        self._requests = Counter(
            f"{prefix}_requests",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self._findings = Counter(
            f"{prefix}_findings", "Findings in requests, by code.", ("code",), registry=registry
        )
        self._stale = Gauge(
            f"{prefix}_story_stale",
            "1 while a file that is served cannot be used as it is now.",
            registry=registry,
        )
        Gauge(
            f"{prefix}_build_info", "The program, always 1.", ("version",), registry=registry
        ).labels(__version__).set(1)

    def set_quality(self, measured: Measured, dataset: str) -> None:
        """Set the means of a test set, all components at once."""
        for figure in measured_figures(measured, dataset):
            self._quality[figure.name].labels(**figure.labels).set(figure.value)

    def forget_quality(self, dataset: str) -> None:
        """Drop the means of a test set, of which some may not be there any more."""
        for gauge in self._quality.values():
            gauge.remove_by_labels({"dataset": dataset})

    def count_findings(self, findings: Iterable[Diagnostic]) -> None:
        """Count findings by their codes, of which there is a fixed number."""
        for finding in findings:
            self._findings.labels(finding.code).inc()

    def count_request(self, method: str, route: str, status: int) -> None:
        """Count one request; the labels have few values, whatever is asked for."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()

    def set_stale(self, *, stale: bool) -> None:
        """Tell whether the files can be used as they are now."""
        self._stale.set(int(stale))

    def text(self) -> bytes:
        """Give everything as Prometheus reads it."""
        return generate_latest(self._registry)


class Counted:
    """Counts every request by the template of its route."""

    def __init__(self, app: ASGIApp, gauges: Gauges) -> None:
        self._app = app
        self._gauges = gauges

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "unmatched")
            self._gauges.count_request(scope["method"], route, status)
