"""Scene texts and a query set → Evaluation: index, search, measure."""

from collections.abc import Sequence
from dataclasses import dataclass

from sceneprobe.backends.base import Backend
from sceneprobe.backends.registry import DEFAULT, backend_of
from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import bootstrap_mean
from sceneprobe.judging.model import Qrels, QuerySet
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.measures.rq import THRESHOLD, K, retrieval_quality
from sceneprobe.ranking.model import TieRule
from sceneprobe.report.model import Evaluation, Profile
from sceneprobe.search.evidence import has_evidence
from sceneprobe.search.lexicon import lexicon_of
from sceneprobe.search.run import run
from sceneprobe.story.build import compiled_pattern
from sceneprobe.workflows.collect import TextMode


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How scenes are searched and judged, and what of the input is forgiven.

    ``whole_rankings`` keeps every place of every query, not only the first k.
    """

    profile: str = DEFAULT
    k: int = K
    threshold: float = THRESHOLD
    scene_pattern: str | None = None
    whole_rankings: bool = False
    allow_unknown: bool = False
    require_labels: bool = False
    keep_going: bool = False
    text: TextMode = TextMode.CANONICAL

    def __post_init__(self) -> None:
        if not 1 <= self.k <= MOST_K:
            raise OptionError(f"k takes a whole number from 1 to {MOST_K:,}, not {self.k}")
        if not 0 <= self.threshold <= 1:
            raise OptionError(f"the threshold is a number from 0 to 1, not {self.threshold}")
        backend_of(self.profile)
        compiled_pattern(self.scene_pattern)


def profile_of(backend: Backend, text: TextMode) -> Profile:
    """Describe how a story is searched; only canonical text is searched as DS18 has it."""
    full = text is TextMode.FULL
    return Profile(backend.name, backend.settings, backend.normative and not full, full_text=full)


def evaluate(
    ids: Sequence[str], texts: Sequence[str], query_set: QuerySet | None, options: CheckOptions
) -> Evaluation:
    """Search texts with queries and judge what is found; ids and texts are in story order."""
    backend = backend_of(options.profile)
    queries = query_set.queries if query_set else ()
    qrels = query_set.qrels if query_set else Qrels()
    lexicon = lexicon_of(texts)
    found = run(
        backend.index(texts),
        ids,
        queries,
        TieRule.STORY_ORDER,
        depth=None if options.whole_rankings else options.k,
        wanted=qrels.by_topic(),
    )
    quality = retrieval_quality(
        queries,
        found,
        qrels,
        k=options.k,
        threshold=options.threshold,
        scene_count=len(ids),
        without_evidence={
            query.id
            for query in queries
            if not has_evidence(query.text, found.rankings[query.id], lexicon, backend)
        },
        labels_required=options.require_labels,
    )
    return Evaluation(
        profile=profile_of(backend, options.text),
        k=options.k,
        quality=quality,
        interval=bootstrap_mean([row.reciprocal_rank for row in quality.labeled]),
        lexicon=lexicon,
        ties=found.ties,
    )
