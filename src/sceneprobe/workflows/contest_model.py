"""What two systems are compared by: as it is given, and once it has been read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sceneprobe.judging.model import Query
from sceneprobe.measures.base import Grades
from sceneprobe.measures.model import OnMissing
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.parts import Part
from sceneprobe.settings.model import Settings
from sceneprobe.workflows.collect import TextMode

K = 10


@dataclass(frozen=True, slots=True)
class Given:
    """One side as it is given: a configuration file, a profile, or the file of a finished run."""

    name: str
    is_run: bool = False


@dataclass(frozen=True, slots=True)
class Inputs:
    """Paths as they are given; without ``truth`` the labels are those of the queries."""

    a: Given
    b: Given
    corpus: str | None = None
    queries: str | None = None
    truth: str | None = None


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """How to compare; ``text`` is what profiles search, a configuration says it itself."""

    k: int = K
    on_missing: OnMissing = OnMissing.ZERO
    within_story: bool = False
    allow_unknown: bool = False
    text: TextMode = TextMode.CANONICAL
    scene_pattern: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side, ready: settings and what they search, each part with its queries; or a run.

    ``digest`` is the behavioural one of the settings, or that of the run's file.
    """

    name: str
    digest: str
    ties: TieRule
    settings: Settings | None
    parts: Sequence[Part] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Contest:
    """Two sides, and the queries and judgments they are compared by."""

    options: CompareOptions
    queries: tuple[Query, ...] = field(repr=False)
    judgments: Mapping[str, Grades] = field(repr=False)
    corpus_digest: str | None
    queries_digest: str | None
    qrels_digest: str
    a: Side
    b: Side
