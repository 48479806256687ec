"""A set of metrics, computed together: order, errors, summary."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.workflows.suite import Result, installed_metrics, run_metrics

PASSED: Result = {"value": 1.0, "threshold": 0.5, "pass": True, "details": {}}
FAILED: Result = {**PASSED, "value": 0.1, "pass": False}
SKIPPED: Result = {**PASSED, "value": None, "pass": None, "details": {"status": "skipped"}}


@dataclass(frozen=True, slots=True)
class Fake:
    """A metric that gives what it is told to give."""

    code: str
    result: object = None
    depends_on: Sequence[str] = ()
    version: str = "1"
    threshold: float = 0.5

    def compute(self, ctx: object) -> Result:
        result = self.result(ctx) if callable(self.result) else self.result
        return PASSED if result is None else result  # type: ignore[return-value]  # wrong on purpose


def raising(error: Exception) -> Callable[[object], Result]:
    def compute(_: object) -> Result:
        raise error

    return compute


def summary_of(*metrics: Fake) -> Mapping[str, object]:
    summary = run_metrics({}, metrics=metrics)["summary"]
    assert isinstance(summary, Mapping)
    return summary


def codes_of(result: Result) -> list[str]:
    results = result["results"]
    assert isinstance(results, list)
    return [found["code"] for found in results]


def test_suite_in_which_one_fails_and_one_is_skipped() -> None:
    summary = summary_of(Fake("A"), Fake("B", FAILED), Fake("C", SKIPPED))

    assert summary == {"pass": False, "failed": ["B"], "skipped": ["C"], "computed_at": None}


def test_what_is_skipped_never_fails_the_summary() -> None:
    assert summary_of(Fake("A", SKIPPED))["pass"] is True


def test_codes_are_upper_cased() -> None:
    assert codes_of(run_metrics({}, ["b"], [Fake("a"), Fake("b")])) == ["B"]


def test_dependencies_come_first_and_once() -> None:
    metrics = [Fake("A", None, ["c", "B"]), Fake("B", None, ["C"]), Fake("C")]

    assert codes_of(run_metrics({}, ["a", "b"], metrics)) == ["C", "B", "A"]


def test_unknown_code_is_an_error_by_name() -> None:
    with pytest.raises(OptionError, match='no metric is called "COHE"; did you mean "COH"'):
        run_metrics({}, ["cohe"], [Fake("COH")])


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        pytest.param(Fake("X", raising(ValueError("bad"))), "ValueError: bad", id="raises"),
        pytest.param(Fake("X", raising(RuntimeError())), "RuntimeError", id="raises-silently"),
        pytest.param(Fake("X", [1]), "OptionError: compute gave a list, not a mapping", id="list"),
        pytest.param(Fake("X", {"value": 1}),
                     "OptionError: the result of compute lacks threshold, pass, details",
                     id="lacks-keys"),
        pytest.param(Fake("X", {**PASSED, "pass": "yes"}),
                     "OptionError: pass must be true, false or null, not 'yes'", id="pass"),
        pytest.param(Fake("X", {**PASSED, "details": 5}), "OptionError: details must be a mapping",
                     id="details"),
        pytest.param(Fake("X", None, ["X"]), "OptionError: it depends on itself: X → X",
                     id="depends-on-itself"),
        pytest.param(Fake("X", None, "RQ"),
                     "OptionError: depends_on must be codes, such as ('RQ',)", id="a-text"),
        pytest.param(Fake("X", None, ["Z"]), "OptionError: it depends on Z, which there is not",
                     id="depends-on-nothing"),
    ],
)  # fmt: skip
def test_metric_that_goes_wrong_is_its_own_error_and_stops_no_other(
    metric: Fake, message: str
) -> None:
    result = run_metrics({}, metrics=[metric, Fake("Y")])

    assert isinstance(result["results"], list)
    wrong, right = result["results"]
    assert wrong["details"] == {"status": "error", "message": message}
    assert (wrong["value"], wrong["pass"], wrong["threshold"]) == (None, None, 0.5)
    assert right["pass"] is True
    assert summary_of(metric, Fake("Y"))["failed"] == ["X"]


def test_circle_of_dependencies_ends() -> None:
    result = run_metrics({}, metrics=[Fake("A", None, ["B"]), Fake("B", None, ["A"])])

    assert sorted(codes_of(result)) == ["A", "B"]


def test_long_chain_of_dependencies_is_followed() -> None:
    chain = [Fake(f"M{n}", None, [f"M{n + 1}"]) for n in range(3_000)]
    result = run_metrics({}, ["M0"], [*chain, Fake("M3000")])

    assert codes_of(result)[::3_000] == ["M3000", "M0"]


def test_metric_without_version_or_threshold_stops_no_other() -> None:
    class Bare:
        code = "BARE"

    result = run_metrics({}, metrics=[Bare(), Fake("Y")])  # type: ignore[list-item]  # on purpose

    assert codes_of(result) == ["BARE", "Y"]
    assert result["summary"]["failed"] == ["BARE"]  # type: ignore[index]  # a mapping, as in DS12


def test_installed_metric_that_cannot_be_loaded_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = EntryPoint("odd", "no_such_module:METRIC", "sceneprobe.metrics")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [broken])

    result = run_metrics({}, metrics=[*installed_metrics().values(), Fake("Y")])

    assert codes_of(result) == ["ODD", "Y"]
    assert isinstance(result["results"], list)
    assert "No module named 'no_such_module'" in result["results"][0]["details"]["message"]


def test_installed_metrics_include_rq() -> None:
    assert installed_metrics()["RQ"].threshold == 0.6
