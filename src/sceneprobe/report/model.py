"""What reports are made from: everything that a walk found out, and nothing that it did not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.experiments.bootstrap import Interval
from sceneprobe.experiments.permutation import PermutationTest
from sceneprobe.experiments.statistics_model import SIGNIFICANT
from sceneprobe.judging.model import QuerySet
from sceneprobe.measures.rq import RetrievalQuality
from sceneprobe.ranking.model import Ranking, TieRule
from sceneprobe.search.lexicon import Lexicon
from sceneprobe.story.model import Story
from sceneprobe.text.model import Diagnostic


@dataclass(frozen=True, slots=True)
class Profile:
    """The backend that searched: its name, its settings, and whether DS18 defines it.

    ``full_text`` tells that more than the canonical text of scenes was searched.
    """

    name: str
    settings: Mapping[str, int | float | str] = field(hash=False)
    normative: bool
    full_text: bool = False


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a result depends on: program, inputs and settings, by digest."""

    program_version: str
    story_digest: str
    queries_digest: str | None
    settings: Mapping[str, object] = field(hash=False)
    settings_digest: str
    ties: TieRule


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of searching texts with queries; ``lexicon`` knows the words of the texts."""

    profile: Profile
    k: int
    quality: RetrievalQuality
    interval: Interval | None
    lexicon: Lexicon
    ties: TieRule


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What came of queries that were held out; ``test`` asks whether the others do better."""

    query_set: QuerySet
    quality: RetrievalQuality
    test: PermutationTest | None

    @property
    def overfitted(self) -> bool:
        """Whether chance alone would seldom set the two this far apart."""
        return self.test is not None and self.test.p < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class CheckReport:
    """A story checked with a query set; ``findings`` are those of the query set.

    ``guessed`` tells that the story has language errors, and what could be read of it was checked.
    ``held_out`` is what came of a second set, if there is one.
    """

    story: Story
    query_set: QuerySet | None
    evaluation: Evaluation
    guessed: bool
    findings: tuple[Diagnostic, ...]
    provenance: Provenance
    held_out: HeldOut | None = None


@dataclass(frozen=True, slots=True)
class StoryOutcome:
    """One of several stories that were checked: its report, or why there is none."""

    story: str
    report: CheckReport | None
    refusal: str = ""
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchReport:
    """A story searched with one query; ``guessed`` as in a check."""

    story: Story
    query: str
    profile: Profile
    k: int
    ranking: Ranking
    ties: TieRule
    lexicon: Lexicon
    guessed: bool
