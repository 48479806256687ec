"""A baseline file and a current result, or something to measure now → GateResult."""

from collections.abc import Sequence
from dataclasses import dataclass

from sceneprobe.errors import OptionError
from sceneprobe.experiments.gate import gate
from sceneprobe.experiments.gate_model import GateResult, GateRule
from sceneprobe.experiments.model import Measured
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.formats.measured import read_measured
from sceneprobe.workflows.check import read_query_set, refuse_unusable
from sceneprobe.workflows.collect import TextMode, collect
from sceneprobe.workflows.measure import MeasureOptions, labelled, measure
from sceneprobe.workflows.profiles import profile_named

_LARGEST_RESULT = 1 << 30


@dataclass(frozen=True, slots=True)
class Current:
    """What is held against the baseline: a result of ``measure``, or what to measure now.

    Without ``profiles`` those of the baseline are measured.
    """

    path: str
    queries: str | None = None
    profiles: Sequence[str] = ()
    scene_pattern: str | None = None


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
    return gate(baseline, _measured_alike(baseline, current, current.queries), rule)


def read_result(path: str) -> Measured:
    """Read what ``sceneprobe measure`` wrote as JSON."""
    return read_measured(shown_name(path), read_bytes(path, _LARGEST_RESULT))


def _measured_alike(baseline: Measured, current: Current, queries: str) -> Measured:
    """Measure now as the baseline was measured: the same texts, stories and measures."""
    within_story = baseline.settings.get("within_story") is True
    mode = TextMode.FULL if baseline.settings.get("text") == "full" else TextMode.CANONICAL
    collection = collect(
        current.path, mode, within_story=within_story, scene_pattern=current.scene_pattern
    )
    query_set = read_query_set(queries)
    findings = labelled(query_set, collection, within_story=within_story)
    refuse_unusable(findings)
    profiles = [profile_named(profile) for profile in current.profiles]
    profiles = profiles or [system.profile for system in baseline.systems]
    options = MeasureOptions(baseline.measures, within_story)
    return measure(collection, query_set, profiles, options, cache=None)[0]
