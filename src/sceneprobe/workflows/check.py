"""A story and its queries → CheckReport: read, validate, evaluate."""

import os
from collections.abc import Iterator, Sequence

from sceneprobe.curation.validate import validate
from sceneprobe.errors import SceneprobeError
from sceneprobe.files import read_bytes, refuse_shared_input, shown_name
from sceneprobe.formats.queries import read_queries
from sceneprobe.judging.model import QuerySet
from sceneprobe.report.findings import count_findings
from sceneprobe.report.model import CheckReport, Evaluation, Provenance, StoryOutcome
from sceneprobe.settings.digest import settings_digest
from sceneprobe.story.model import Story
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, in_order
from sceneprobe.text.source import decode
from sceneprobe.version import __version__
from sceneprobe.workflows.collect import scene_texts
from sceneprobe.workflows.evaluate import CheckOptions, evaluate
from sceneprobe.workflows.read import is_guessed, read_story_file, refuse_guesses

_LARGEST_QUERY_FILE = 64 * 1024 * 1024


def check(
    story_path: str | os.PathLike[str],
    queries_path: str | os.PathLike[str] | None,
    options: CheckOptions,
) -> CheckReport:
    """Check the story in a file with the queries in another, if any."""
    refuse_shared_input(story_path, queries_path)
    story = read_story_file(story_path, scene_pattern=options.scene_pattern)
    query_set = None if queries_path is None else read_query_set(queries_path)
    return check_story(story, query_set, options)


def check_each(
    pairs: Sequence[tuple[str, str | None]], options: CheckOptions
) -> Iterator[tuple[StoryOutcome, SceneprobeError | None]]:
    """Check one story after the other; what is wrong with one stops none of the others.

    Queries for all stories are read once: what is wrong with them is wrong for all.
    """
    first = pairs[0][1]
    is_shared = first is not None and all(path == first for _, path in pairs)
    shared = read_query_set(first) if first is not None and is_shared else None
    for story_path, queries_path in pairs:
        name = shown_name(story_path)
        try:
            story = read_story_file(story_path, scene_pattern=options.scene_pattern)
            query_set = shared
            if query_set is None and queries_path is not None:
                query_set = read_query_set(queries_path)
            yield StoryOutcome(name, check_story(story, query_set, options)), None
        except SceneprobeError as error:
            yield refused_outcome(name, error), error


def refused_outcome(story: str, error: SceneprobeError) -> StoryOutcome:
    """Tell of a story that could not be checked."""
    if not isinstance(error, RefusedError):
        return StoryOutcome(story, None, str(error))
    reason = f"{count_findings(error.findings)}: {error.advice}"
    return StoryOutcome(story, None, reason, error.findings)


def read_query_set(path: str | os.PathLike[str]) -> QuerySet:
    """Read a query file of any format; what is wrong with it is in the set's diagnostics."""
    return read_queries(decode(shown_name(path), read_bytes(path, _LARGEST_QUERY_FILE)))


def check_story(story: Story, query_set: QuerySet | None, options: CheckOptions) -> CheckReport:
    """Check that a story's scenes are found by the queries that are labelled with them."""
    findings = query_findings(story, query_set, allow_unknown=options.allow_unknown)
    if errors_in(findings):
        in_story = () if options.keep_going or not is_guessed(story) else story.diagnostics
        what = "the story and its queries" if in_story else "the queries"
        raise RefusedError((*in_story, *findings), f"{what} cannot be used as they are")
    if not options.keep_going:
        refuse_guesses(story)
    ids = [scene.id for scene in story.scenes]
    evaluation = evaluate(ids, scene_texts(story, options.text), query_set, options)
    return CheckReport(
        story=story,
        query_set=query_set,
        evaluation=evaluation,
        guessed=is_guessed(story),
        findings=findings,
        provenance=_provenance(story, query_set, evaluation, options),
    )


def query_findings(
    story: Story, query_set: QuerySet | None, *, allow_unknown: bool = False
) -> tuple[Diagnostic, ...]:
    """Find what is wrong with queries for a story, in order."""
    if query_set is None:
        return ()
    ids = [scene.id for scene in story.scenes]
    found = validate(query_set, ids, allow_unknown=allow_unknown)
    return in_order((*query_set.diagnostics, *found))


def refuse_unusable(findings: Sequence[Diagnostic]) -> None:
    """Raise RefusedError where an error is among what was found in queries."""
    if errors_in(findings):
        raise RefusedError(tuple(findings), "the queries cannot be used as they are")


def _provenance(
    story: Story, query_set: QuerySet | None, evaluation: Evaluation, options: CheckOptions
) -> Provenance:
    profile = evaluation.profile
    settings = {
        "backend": {"name": profile.name, "settings": dict(profile.settings)},
        "k": options.k,
        "threshold": options.threshold + 0.0,  # 1 and 1.0, 0 and -0.0 behave alike
        "scene_pattern": options.scene_pattern,
        "allow_unknown": options.allow_unknown,
        "keep_going": options.keep_going,
        # Not told where it is canonical: earlier results keep their digests.
        **({"text": options.text.value} if profile.full_text else {}),
    }
    return Provenance(
        program_version=__version__,
        story_digest=story.source.digest,
        queries_digest=query_set.digest if query_set else None,
        settings=settings,
        settings_digest=settings_digest(settings),
        ties=evaluation.ties,
    )
