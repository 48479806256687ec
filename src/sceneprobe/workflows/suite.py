"""Metrics by code → the ``metrics`` part of a DS12 report: dependencies first, errors contained."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sceneprobe.errors import OptionError
from sceneprobe.text.names import NearNames, did_you_mean

ENTRY_POINTS = "sceneprobe.metrics"
Result = Mapping[str, object]


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
    """Stands for an installed metric that cannot be loaded; its result is the error."""

    code: str
    reason: str
    version: str = ""
    threshold: float = 0.0

    def compute(self, _: object) -> Result:
        raise OptionError(f"it cannot be loaded: {self.reason}")


def installed_metrics() -> Mapping[str, Metric]:
    """Give the metrics that installed packages offer, by code in upper case."""
    from importlib.metadata import entry_points

    metrics: dict[str, Metric] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            metric: Metric = entry.load()
            metrics[metric.code.upper()] = metric
        except Exception as error:  # noqa: BLE001 - a package that is broken stops no other
            metrics[entry.name.upper()] = _Broken(entry.name, f"{type(error).__name__}: {error}")
    return metrics


def run_metrics(
    ctx: object, codes: Iterable[str] | None = None, metrics: Iterable[Metric] | None = None
) -> Result:
    """Compute metrics, all there are unless codes say which, with those they depend on.

    An exception in one is its result, with ``details.status`` error, and stops no other. The
    summary fails with what failed or had an error; what was skipped never fails it.
    """
    known = installed_metrics() if metrics is None else {m.code.upper(): m for m in metrics}
    wanted = tuple(known) if codes is None else tuple(code.upper() for code in codes)
    for code in wanted:
        if code not in known:
            hint = did_you_mean(NearNames(known), code) or f"known: {', '.join(known)}"
            raise OptionError(f'no metric is called "{code}"; {hint}')
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


def _order(wanted: Sequence[str], known: Mapping[str, Metric]) -> Iterator[tuple[str, str | None]]:
    """Give each code after those it depends on, with what is wrong with its dependencies."""
    done: set[str] = set()
    for first in wanted:
        problems: dict[str, str] = {}
        path = {} if first in done else {first: _needed(first, known, problems)}
        while path:
            code, needs = next(reversed(path.items()))
            needed = next(needs, None)
            if needed is None:
                del path[code]
                done.add(code)
                yield code, problems.get(code)
            elif needed not in known:
                problems[code] = f"it depends on {needed}, which there is not"
            elif needed in path:
                problems[code] = f"it depends on itself: {' → '.join((*path, needed))}"
            elif needed not in done:
                path[needed] = _needed(needed, known, problems)


def _needed(code: str, known: Mapping[str, Metric], problems: dict[str, str]) -> Iterator[str]:
    needs = getattr(known[code], "depends_on", ())
    if isinstance(needs, str) or not all(isinstance(name, str) for name in needs):
        problems[code] = "depends_on must be codes, such as ('RQ',)"
        return iter(())
    return iter([name.upper() for name in needs])


def _computed(metric: Metric, code: str, problem: str | None, ctx: object) -> Result:
    try:
        if problem is not None:
            raise OptionError(problem)
        result = dict(_checked(metric.compute(ctx)))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is its own result
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        details = {"status": "error", "message": message}
        threshold = getattr(metric, "threshold", None)
        result = {"value": None, "threshold": threshold, "pass": None, "details": details}
    return {"code": code, "version": getattr(metric, "version", None), **result}


def _checked(result: object) -> Result:
    """Refuse what is no result of a metric, and say what is wrong with it."""
    if not isinstance(result, Mapping):
        raise OptionError(f"compute gave a {type(result).__name__}, not a mapping")
    missing = [key for key in ("value", "threshold", "pass", "details") if key not in result]
    if missing:
        raise OptionError(f"the result of compute lacks {', '.join(missing)}")
    if result["pass"] not in {True, False, None}:
        raise OptionError(f"pass must be true, false or null, not {result['pass']!r}")
    if not isinstance(result["details"], Mapping):
        raise OptionError("details must be a mapping")
    return {key: result[key] for key in ("value", "threshold", "pass", "details")}


def _status(result: Result) -> object:
    details = result["details"]
    return details.get("status") if isinstance(details, Mapping) else None
