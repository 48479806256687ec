"""A set of metrics, computed together: order, errors, summary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.workflows.plugin import RQ
from sceneprobe.workflows.suite import Result, installed_metrics, run_metrics

PASSED: Result = {"value": 1.0, "threshold": 0.5, "pass": True, "details": {}}
FAILED: Result = {**PASSED, "value": 0.1, "pass": False}
NO_CODES = "OptionError: depends_on must be codes, such as ('RQ',)"
DISAGREES = "OptionError: pass must be null where details.status is skipped or error, and only so"
SKIPPED: Result = {**PASSED, "value": None, "pass": None, "details": {"status": "skipped"}}


@dataclass(frozen=True, slots=True)
class Fake:
    """A metric that gives what it is told to give."""

    code: Any  # wrong on purpose in some tests
    result: object = None
    depends_on: object = ()
    version: str = "1"
    threshold: float = 0.5

    def compute(self, ctx: object) -> Result:
        result = self.result(ctx) if callable(self.result) else self.result
        return PASSED if result is None else result  # type: ignore[return-value]  # wrong on purpose


class Mute(Exception):  # noqa: N818 - a name that is easy to find in a message
    """An exception that cannot be shown."""

    def __str__(self) -> str:
        raise ValueError("no text")


class Nameless:
    """A metric without a code."""

    def compute(self, _: object) -> Result:
        return PASSED


class Shy(Nameless):
    """A metric whose code cannot be had."""

    @property
    def code(self) -> str:
        raise RuntimeError("not today")


OTHER_RQ = Fake("rq")


def raising(error: BaseException) -> Callable[[object], Result]:
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
        pytest.param(Fake("X", {**PASSED, "pass": 1}),
                     "OptionError: pass must be true, false or null, not 1", id="pass-is-1"),
        pytest.param(Fake("X", {**PASSED, "value": "1"}),
                     "OptionError: value must be a finite number or null, not '1'", id="value"),
        pytest.param(Fake("X", {**PASSED, "value": True}),
                     "OptionError: value must be a finite number or null, not True", id="bool"),
        pytest.param(Fake("X", {**PASSED, "value": float("nan")}),
                     "OptionError: value must be a finite number or null, not nan", id="nan"),
        pytest.param(Fake("X", {**PASSED, "threshold": float("inf")}),
                     "OptionError: threshold must be a finite number or null, not inf", id="inf"),
        pytest.param(Fake("X", {**PASSED, "value": None}),
                     "OptionError: what has no value cannot pass", id="passes-without-value"),
        pytest.param(Fake("X", {**PASSED, "pass": None}), DISAGREES, id="null-without-status"),
        pytest.param(Fake("X", {**SKIPPED, "pass": False}), DISAGREES, id="skipped-and-failed"),
        pytest.param(Fake("X", {**SKIPPED, "value": 1, "pass": True}), DISAGREES,
                     id="skipped-and-passed"),
        pytest.param(Fake("X", {**PASSED, "details": {"a": {1, 2}}}),
                     "OptionError: details cannot be written as JSON: "
                     "Object of type set is not JSON serializable", id="details-with-a-set"),
        pytest.param(Fake("X", {**PASSED, "details": {"a": float("nan")}}),
                     "OptionError: details cannot be written as JSON: "
                     "Out of range float values are not JSON compliant", id="details-with-nan"),
        pytest.param(Fake("X", raising(Mute())), "Mute", id="raises-what-cannot-be-shown"),
        pytest.param(Fake("X", raising(SystemExit(3))), "SystemExit: 3", id="exits"),
        pytest.param(Fake("X", None, 5), NO_CODES, id="depends-on-a-number"),
        pytest.param(Fake("X", None, None), NO_CODES, id="depends-on-none"),
        pytest.param(Fake("X", None, [5]), NO_CODES, id="depends-on-numbers"),
        pytest.param(Fake("X", {**PASSED, "details": 5}), "OptionError: details must be a mapping",
                     id="details"),
        pytest.param(Fake("X", None, ["X"]), "OptionError: it depends on itself, in a circle of X",
                     id="depends-on-itself"),
        pytest.param(Fake("X", None, "RQ"), NO_CODES, id="a-text"),
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
    assert wrong["details"]["status"] == "error"
    assert wrong["details"]["message"].startswith(message)
    assert (wrong["value"], wrong["pass"], wrong["threshold"]) == (None, None, 0.5)
    assert right["pass"] is True
    assert summary_of(metric, Fake("Y"))["failed"] == ["X"]


CIRCLES = {
    "two": {"A": "B", "B": "A"},
    "three": {"A": "B", "B": "C", "C": "A"},
    "two-ways-round": {"A": "BC", "B": "A", "C": "B"},
    "beside-others": {"A": "BD", "B": "A", "D": ""},
    "two-circles": {"A": "BC", "B": "A", "C": "E", "E": "C"},
}


@pytest.mark.parametrize("needs", CIRCLES.values(), ids=CIRCLES)
def test_every_metric_of_a_circle_is_an_error_whichever_comes_first(
    needs: Mapping[str, str],
) -> None:
    metrics = [Fake(code, None, list(needed)) for code, needed in needs.items()]

    for first in needs:
        failed = run_metrics({}, [first, *needs], [*metrics, Fake("Y", None, ["A"])])["summary"]
        assert isinstance(failed, Mapping)
        assert sorted(failed["failed"]) == [code for code in needs if code != "D"]


def test_metric_that_needs_a_circle_still_runs() -> None:
    metrics = [Fake("A", None, ["A"]), Fake("Y", None, ["A"])]

    assert codes_of(run_metrics({}, ["Y"], metrics)) == ["A", "Y"]
    assert summary_of(*metrics)["failed"] == ["A"]


@pytest.mark.parametrize(
    ("metric", "code", "message"),
    [
        pytest.param(None, "NONETYPE", "code must be a text such as RQ, not None", id="none"),
        pytest.param(Nameless(), "NAMELESS", "code must be a text such as RQ", id="no-code"),
        pytest.param(Fake(None), "FAKE", "not None", id="code-is-none"),
        pytest.param(Fake(5), "FAKE", "not 5", id="code-is-a-number"),
        pytest.param(Fake(" "), "FAKE", "not ' '", id="code-is-blank"),
        pytest.param(Shy(), "SHY", "RuntimeError: not today", id="code-raises"),
    ],
)
def test_metric_without_a_code_is_an_error_under_the_name_of_its_class(
    metric: object, code: str, message: str
) -> None:
    result = run_metrics({}, metrics=[metric, Fake("Y"), metric])  # type: ignore[list-item]  # on purpose

    assert codes_of(result) == [code, "Y", f"{code}_2"]
    assert isinstance(result["results"], list)
    assert message in result["results"][0]["details"]["message"]
    assert [found["pass"] for found in result["results"]] == [None, True, None]


def test_name_of_a_class_never_takes_the_code_of_a_metric() -> None:
    result = run_metrics({}, metrics=[Nameless(), Fake("NAMELESS")])  # type: ignore[list-item]  # on purpose

    assert codes_of(result) == ["NAMELESS_2", "NAMELESS"]


def test_interruption_stops_all() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_metrics({}, metrics=[Fake("X", raising(KeyboardInterrupt())), Fake("Y")])


def test_code_given_twice_is_an_error_by_name() -> None:
    with pytest.raises(OptionError, match='two metrics are called "A"'):
        run_metrics({}, metrics=[Fake("a"), Fake("A")])


def test_one_code_may_be_a_text() -> None:
    assert codes_of(run_metrics({}, "b", [Fake("A"), Fake("B")])) == ["B"]


@pytest.mark.parametrize(
    ("codes", "metrics", "said"),
    [
        pytest.param(5, [Fake("A")], "codes must be a list of codes, not 5", id="codes"),
        pytest.param([5], [Fake("A")], "a code must be a text such as RQ, not 5", id="code"),
        pytest.param(None, {"A": Fake("A")}, r"not a mapping; give its values\(\)", id="mapping"),
        pytest.param(None, Fake("A"), r"not one; write \[metric\]", id="one-metric"),
        pytest.param(None, 5, "metrics must be a list of metrics, not 5", id="number"),
        pytest.param(None, "RQ", "metrics must be a list of metrics, not 'RQ'", id="text"),
    ],
)
# Any: wrong on purpose.
def test_arguments_of_the_wrong_kind_are_errors(codes: Any, metrics: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        run_metrics({}, codes, metrics)


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


def test_installed_metric_that_exits_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "leaving_module.py").write_text("raise SystemExit(4)\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("leaver", "leaving_module:METRIC", "sceneprobe.metrics")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [entry])

    metrics = installed_metrics()

    assert list(metrics) == ["LEAVER"]
    with pytest.raises(OptionError, match="leaving_module:METRIC cannot be used: SystemExit: 4"):
        metrics["LEAVER"].compute({})


@pytest.mark.parametrize(("name", "code"), [("RQ", "RQ_2"), ("AAA", "AAA")])
def test_installed_metric_whose_code_is_taken_is_an_error_and_ours_stays(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = EntryPoint("RQ", "sceneprobe.workflows.plugin:RQ", "sceneprobe.metrics")
    other = EntryPoint(name, f"{__name__}:OTHER_RQ", "sceneprobe.metrics")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [other, ours])

    metrics = installed_metrics()

    assert list(metrics) == ["RQ", code]
    assert metrics["RQ"] is RQ
    with pytest.raises(OptionError, match="the code RQ is taken by another metric"):
        metrics[code].compute({})


def test_installed_metrics_include_rq() -> None:
    assert installed_metrics()["RQ"].threshold == 0.6
