"""A baseline file and a current result, or a story to measure now → GateResult."""

from dataclasses import dataclass

from sceneprobe.errors import OptionError
from sceneprobe.experiments.gate import gate
from sceneprobe.experiments.gate_model import GateResult, GateRule
from sceneprobe.experiments.model import Measured
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.formats.measured import read_measured

_LARGEST_RESULT = 1 << 30


@dataclass(frozen=True, slots=True)
class Current:
    """What is held against the baseline: a result, or with ``queries`` a story or corpus."""

    path: str
    queries: str | None = None
    profiles: tuple[str, ...] = ()


def gate_files(baseline_path: str, current: Current, rule: GateRule) -> GateResult:
    """Read both sides, measuring the current one where it is no result yet, and compare them."""
    baseline = read_result(baseline_path)
    if current.path.endswith(".json"):
        if current.queries is not None or current.profiles:
            raise OptionError(
                f"{current.path} is a result already; leave --queries and --profile out"
            )
        return gate(baseline, read_result(current.path), rule)
    if current.queries is None:
        raise OptionError(f"to measure {current.path} now, give --queries FILE")
    return gate(baseline, _measured_alike(baseline, current), rule)


def read_result(path: str) -> Measured:
    """Read what ``sceneprobe measure`` wrote as JSON."""
    return read_measured(shown_name(path), read_bytes(path, _LARGEST_RESULT))
