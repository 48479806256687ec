"""A story and its queries → CheckReport: read, validate, index, search, measure."""

import os
from dataclasses import dataclass

from sceneprobe.backends.base import Backend
from sceneprobe.backends.registry import DEFAULT, backend_of
from sceneprobe.curation.validate import unknown_labels
from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import bootstrap_mean
from sceneprobe.files import STANDARD_INPUT, read_bytes
from sceneprobe.formats.queries import read_queries
from sceneprobe.judging.model import Qrels, QuerySet
from sceneprobe.measures.rq import THRESHOLD, K, retrieval_quality
from sceneprobe.ranking.model import TieRule
from sceneprobe.report.model import CheckReport, Profile, Provenance
from sceneprobe.search.lexicon import lexicon_of
from sceneprobe.search.run import run
from sceneprobe.story.model import Story
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, in_order
from sceneprobe.text.source import decode
from sceneprobe.version import __version__
from sceneprobe.workflows.provenance import settings_digest
from sceneprobe.workflows.read import GUESSED, blocking_findings, read_story_file, shown_name


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How a story is checked."""

    profile: str = DEFAULT
    k: int = K
    threshold: float = THRESHOLD
    scene_pattern: str | None = None
    allow_unknown: bool = False
    keep_going: bool = False


def check(
    story_path: str | os.PathLike[str],
    queries_path: str | os.PathLike[str] | None,
    options: CheckOptions,
) -> CheckReport:
    """Check the story in a file with the queries in another, if any."""
    if STANDARD_INPUT == os.fspath(story_path) == os.fspath(queries_path or ""):
        raise OptionError("story and queries cannot both come from standard input")
    story = read_story_file(story_path, scene_pattern=options.scene_pattern)
    query_set = None if queries_path is None else read_query_set(queries_path)
    return check_story(story, query_set, options)


def read_query_set(path: str | os.PathLike[str]) -> QuerySet:
    """Read a query file of any format; what is wrong with it is in the set's diagnostics."""
    return read_queries(decode(shown_name(path), read_bytes(path)))


def check_story(story: Story, query_set: QuerySet | None, options: CheckOptions) -> CheckReport:
    """Check that a story's scenes are found by the queries that are labelled with them."""
    backend = backend_of(options.profile)
    findings = _query_findings(story, query_set, options)
    in_story = () if options.keep_going else blocking_findings(story)
    if errors_in(findings):
        raise RefusedError((*in_story, *findings), "the queries cannot be used as they are")
    if in_story:
        raise RefusedError(in_story, GUESSED)
    return _evaluate(story, query_set, findings, backend, options)


def _query_findings(
    story: Story, query_set: QuerySet | None, options: CheckOptions
) -> tuple[Diagnostic, ...]:
    if query_set is None:
        return ()
    ids = [scene.id for scene in story.scenes]
    unknown = unknown_labels(query_set, ids, allowed=options.allow_unknown) if ids else ()
    return in_order((*query_set.diagnostics, *unknown))


def _evaluate(
    story: Story,
    query_set: QuerySet | None,
    findings: tuple[Diagnostic, ...],
    backend: Backend,
    options: CheckOptions,
) -> CheckReport:
    queries = query_set.queries if query_set else ()
    ids = [scene.id for scene in story.scenes]
    texts = [scene.text for scene in story.scenes]
    lexicon = lexicon_of(texts)
    found = run(backend.index(texts), ids, queries, TieRule.STORY_ORDER)
    quality = retrieval_quality(
        queries,
        found,
        query_set.qrels if query_set else Qrels(),
        k=options.k,
        threshold=options.threshold,
        scene_count=len(story.scenes),
        without_evidence={query.id for query in queries if not lexicon.has_evidence(query.text)},
    )
    settings = {
        "backend": backend.name,
        **backend.settings,
        "k": options.k,
        "threshold": float(options.threshold),
        "scene_pattern": options.scene_pattern,
        "allow_unknown": options.allow_unknown,
        "keep_going": options.keep_going,
    }
    return CheckReport(
        story=story,
        query_set=query_set,
        profile=Profile(backend.name, backend.settings, backend.normative),
        k=options.k,
        quality=quality,
        guessed=bool(blocking_findings(story)),
        interval=bootstrap_mean([row.reciprocal_rank for row in quality.labeled]),
        lexicon=lexicon,
        findings=findings,
        provenance=Provenance(
            program_version=__version__,
            story_digest=story.source.digest,
            queries_digest=query_set.digest if query_set else None,
            settings=settings,
            settings_digest=settings_digest(settings),
            ties=TieRule.STORY_ORDER,
        ),
    )
