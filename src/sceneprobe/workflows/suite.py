"""Metrics by code → the ``metrics`` part of a DS12 report: dependencies first, errors contained."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Protocol

from sceneprobe.errors import OptionError
from sceneprobe.text.names import NearNames, did_you_mean
from sceneprobe.workflows.dependencies import in_dependency_order
from sceneprobe.workflows.metric_results import (
    CONTAINED,
    checked_result,
    error_result,
    message_of,
)

ENTRY_POINTS = "sceneprobe.metrics"
Result = Mapping[str, object]
_NEEDS = "depends_on must be codes, such as ('RQ',)"
_MOST_SHOWN = 10
_OURS = "sceneprobe."


class Metric(Protocol):
    """A metric of a larger suite; it may also have ``depends_on``, the codes it needs first."""

    @property
    def code(self) -> str:
        """The short name, such as RQ."""
        ...

    @property
    def version(self) -> str:
        """The version of the metric."""
        ...

    @property
    def threshold(self) -> float:
        """The bar that its value must clear."""
        ...

    def compute(self, ctx: object) -> Result:
        """Give ``value``, ``threshold``, ``pass`` and ``details``."""
        ...


@dataclass(frozen=True, slots=True)
class _Broken:
    """Stands for a metric that cannot be used; its result is the error."""

    code: str
    error: BaseException
    version: str = ""
    threshold: float = 0.0

    def compute(self, _: object) -> Result:
        raise self.error


def installed_metrics() -> Mapping[str, Metric]:
    """Give the metrics that installed packages offer, by code in upper case.

    Ours come first, then all others by the name of their entry point; one that cannot be used, or
    whose code is taken, stands under that name and is an error when computed.
    """
    from importlib.metadata import entry_points

    offers: list[tuple[str, Metric | BaseException]] = []
    taken: set[str] = set()
    entries = entry_points(group=ENTRY_POINTS)
    for entry in sorted(entries, key=lambda e: (not e.value.startswith(_OURS), e.name, e.value)):
        try:
            metric: Metric = entry.load()
            code = _code_of(metric)
            if code in taken:
                raise OptionError(f"the code {code} is taken by another metric")
        except CONTAINED as error:
            reason = f"{entry.value} cannot be used: {message_of(error)}"
            offers.append((entry.name, OptionError(reason)))
        else:
            taken.add(code)
            offers.append((code, metric))
    return _by_code(offers)


def run_metrics(
    ctx: object, codes: Iterable[str] | str | None = None, metrics: Iterable[Metric] | None = None
) -> Result:
    """Compute metrics, all there are unless codes say which, with those they depend on.

    An exception in one is its result, with ``details.status`` error, and stops no other. The
    summary fails with what failed or had an error; what was skipped never fails it.
    """
    known = installed_metrics() if metrics is None else _given_metrics(metrics)
    wanted = tuple(known) if codes is None else _wanted(codes, known)
    results = [
        _computed(known[code], code, problem, ctx) for code, problem in _order(wanted, known)
    ]
    failed = [r["code"] for r in results if r["pass"] is False or _status(r) == "error"]
    return {
        "results": results,
        "summary": {
            "pass": not failed,
            "failed": failed,
            "skipped": [r["code"] for r in results if _status(r) == "skipped"],
            "computed_at": None,
        },
    }


def _given_metrics(metrics: object) -> Mapping[str, Metric]:
    if isinstance(metrics, Mapping):
        raise OptionError("metrics must be a list of metrics, not a mapping; give its values()")
    if hasattr(metrics, "compute"):
        raise OptionError("metrics must be a list of metrics, not one; write [metric]")
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        raise OptionError(f"metrics must be a list of metrics, not {metrics!r}")
    offers: list[tuple[str, Metric | BaseException]] = []
    taken: set[str] = set()
    for metric in metrics:
        try:
            code = _code_of(metric)
        except CONTAINED as error:
            offers.append((type(metric).__name__, error))
            continue
        if code in taken:
            raise OptionError(f'two metrics are called "{code}"')
        taken.add(code)
        offers.append((code, metric))
    return _by_code(offers)


def _code_of(metric: object) -> str:
    code = getattr(metric, "code", None)
    if not isinstance(code, str) or not code.strip():
        raise OptionError(f"code must be a text such as RQ, not {code!r}")
    return code.upper()


def _by_code(offers: Sequence[tuple[str, Metric | BaseException]]) -> Mapping[str, Metric]:
    """Give metrics by code; an error gets its name for a code, numbered where that is taken."""
    metrics: dict[str, Metric] = {}
    taken = {code for code, offer in offers if not isinstance(offer, BaseException)}
    for name, offer in offers:
        if not isinstance(offer, BaseException):
            metrics[name] = offer
            continue
        tries = chain((name.upper(),), (f"{name.upper()}_{n}" for n in count(2)))
        code = next(free for free in tries if free not in taken)
        taken.add(code)
        metrics[code] = _Broken(code, offer)
    return metrics


def _wanted(codes: object, known: Mapping[str, Metric]) -> tuple[str, ...]:
    given = (codes,) if isinstance(codes, str) else codes
    if not isinstance(given, Iterable):
        raise OptionError(f"codes must be a list of codes, not {codes!r}")
    wanted: list[str] = []
    for code in given:
        if not isinstance(code, str):
            raise OptionError(f"a code must be a text such as RQ, not {code!r}")
        if code.upper() not in known:
            hint = did_you_mean(NearNames(known), code) or f"known: {', '.join(known)}"
            raise OptionError(f'no metric is called "{code.upper()}"; {hint}')
        wanted.append(code.upper())
    return tuple(wanted)


def _order(
    wanted: Sequence[str], known: Mapping[str, Metric]
) -> Iterator[tuple[str, BaseException | None]]:
    """Give each code after those it depends on, with what is wrong with its dependencies."""
    problems: dict[str, BaseException] = {}
    needs: dict[str, Sequence[str]] = {}
    for code, metric in known.items():
        try:
            needed = _needed(metric)
        except CONTAINED as error:
            problems[code], needed = error, ()
        absent = [name for name in needed if name not in known]
        if absent:
            problems[code] = OptionError(f"it depends on {absent[0]}, which there is not")
        needs[code] = [name for name in needed if name in known]
    for group in in_dependency_order(wanted, needs):
        if len(group) > 1 or group[0] in needs[group[0]]:
            problem = OptionError(f"it depends on itself, in a circle of {_shown(group)}")
            yield from ((code, problem) for code in group)
        else:
            yield group[0], problems.get(group[0])


def _needed(metric: Metric) -> Sequence[str]:
    needs = getattr(metric, "depends_on", ())
    if isinstance(needs, str) or not isinstance(needs, Iterable):
        raise OptionError(_NEEDS)
    names = list(needs)
    if not all(isinstance(name, str) for name in names):
        raise OptionError(_NEEDS)
    return [name.upper() for name in names]


def _shown(group: Sequence[str]) -> str:
    return ", ".join((*group[:_MOST_SHOWN], *(("…",) if len(group) > _MOST_SHOWN else ())))


def _computed(metric: Metric, code: str, problem: BaseException | None, ctx: object) -> Result:
    try:
        if problem is not None:
            raise problem
        result = checked_result(metric.compute(ctx))
    except CONTAINED as error:
        result = error_result(error, _attribute(metric, "threshold"))
    version = _attribute(metric, "version")
    return {"code": code, "version": version if isinstance(version, str) else None, **result}


def _attribute(metric: Metric, name: str) -> object:
    try:
        found: object = getattr(metric, name, None)
    except CONTAINED:
        return None
    return found


def _status(result: Result) -> object:
    details = result["details"]
    return details.get("status") if isinstance(details, Mapping) else None
