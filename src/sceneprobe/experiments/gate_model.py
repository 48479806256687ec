"""What a regression gate asks, and what it answers."""

from dataclasses import dataclass, field

from sceneprobe.experiments.model import Measured

SHOWN_METRICS = ("R@10", "nDCG@10")
"""What every report shows, gated or not."""


@dataclass(frozen=True, slots=True)
class GateRule:
    """How far a metric may fall, as a share of the baseline, before the gate fails.

    With ``significant`` it fails only where chance would rarely give such a fall. ``allow_changed``
    names what may differ from the baseline: corpus, queries, qrels, settings.
    """

    metrics: tuple[str, ...] = ("R@10",)
    max_drop: float = 0.05
    significant: bool = False
    allow_changed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fall:
    """A mean now and in the baseline; ``drop`` is the share of the baseline that was lost."""

    baseline: float
    current: float
    drop: float
    n: int


@dataclass(frozen=True, slots=True)
class LostQuery:
    """A query whose value fell: its values, and the place of its first right result, then and now.

    ``relevant`` are its right results, and ``left`` those that were among the first ten and no
    longer are.
    """

    id: str
    text: str
    type: str | None
    before: float
    now: float
    old_place: int | None
    new_place: int | None
    relevant: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MetricResult:
    """One metric of one system; ``p`` is None where the metric is only shown, not gated.

    ``before`` is what the system was called in the baseline, and ``too_far`` tells that the drop is
    larger than allowed, whether or not chance may have given it.
    """

    profile: str
    before: str
    metric: str
    gated: bool
    too_far: bool
    failed: bool
    fall: Fall
    by_type: tuple[tuple[str | None, Fall], ...]
    p: float | None
    lost: tuple[LostQuery, ...]


@dataclass(frozen=True, slots=True)
class GateResult:
    """All metrics of all systems; ``changed`` is what differs from the baseline, by allowance."""

    rule: GateRule
    metrics: tuple[MetricResult, ...]
    changed: tuple[str, ...]
    baseline: Measured = field(repr=False)
    current: Measured = field(repr=False)

    @property
    def failed(self) -> bool:
        """Whether any gated metric fell too far."""
        return any(found.failed for found in self.metrics)
