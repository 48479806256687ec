"""What comes of measuring backends on one query set: what comparison, baseline and gate read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import Interval
from sceneprobe.measures.model import Counts
from sceneprobe.measures.names import measure_of
from sceneprobe.measures.summary import mean_of
from sceneprobe.measures.ties import Bounds


@dataclass(frozen=True, slots=True)
class QueryResult:
    """One query: its values by measure, the place of the first relevant id, and the first hits.

    Without ``has_evidence``, nothing but chance or order speaks for its ranking.
    """

    values: Mapping[str, float] = field(hash=False)
    first_relevant: int | None
    hits: tuple[str, ...]
    has_evidence: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """What judging gives: values by query, the means that other orders could give, counts."""

    queries: Mapping[str, QueryResult] = field(hash=False)
    bounds: Mapping[str, Bounds] = field(hash=False)
    counts: Counts


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One backend, or one function, on a query set.

    ``settings`` are all that can change a result, ``digest`` is theirs; None where they are not
    known. ``failures`` has for a query that raised what it said.
    """

    profile: str
    settings: Mapping[str, object] = field(hash=False)
    digest: str | None
    normative: bool
    queries: Mapping[str, QueryResult] = field(hash=False)
    bounds: Mapping[str, Bounds] = field(hash=False)
    counts: Counts
    failures: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """Several systems on the same corpus, queries and judgments.

    ``settings`` are those that all systems share, such as the tie rule, and ``digests`` those of
    corpus, queries and qrels; a corpus that only a function knows has none. ``relevant`` are the
    right ids of each query, the best grades first, and ``lines`` where ids stand in the corpus.
    """

    corpus: str
    query_set: str
    version: str | None
    settings: Mapping[str, object] = field(hash=False)
    digests: Mapping[str, str | None] = field(hash=False)
    measures: tuple[str, ...]
    types: Mapping[str, str | None] = field(hash=False)
    texts: Mapping[str, str] = field(hash=False)
    relevant: Mapping[str, tuple[str, ...]] = field(hash=False)
    lines: Mapping[str, int] = field(hash=False)
    systems: tuple[SystemResult, ...]

    @property
    def is_labelled(self) -> bool:
        """Whether any query has judgments."""
        return any(one.counts.evaluated or one.counts.missing_in_run for one in self.systems)

    def mean(self, measure: str, profile: str | None = None) -> float | None:
        """Give the mean of a measure, of the first system or the one of this profile."""
        chosen = [one for one in self.systems if profile is None or one.profile == profile]
        if not chosen:
            raise OptionError(f'no system is called "{profile}"')
        asked = measure_of(measure)
        if asked.name not in self.measures:
            raise OptionError(
                f"{asked.name} was not measured; there are {', '.join(self.measures)}"
            )
        values = [result.values[asked.name] for result in chosen[0].queries.values()]
        return mean_of(asked, values) if values else None


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one system's mean lies above another's, over the queries that both have."""

    mean: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One system beside the others: its difference to the first by measure, what it alone finds."""

    profile: str
    differences: Mapping[str, Difference] = field(hash=False)
    alone: tuple[str, ...]


class KeepsUp(StrEnum):
    """Whether vsa is at least as good as basic."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class VsaAnswer:
    """The answer to DS05's question, and the difference in RR that it rests on."""

    keeps_up: KeepsUp
    difference: Difference


@dataclass(frozen=True, slots=True)
class Contrast:
    """What several systems show that each one alone does not; ``vsa`` where bow is there, too."""

    standings: tuple[Standing, ...]
    vsa: VsaAnswer | None
