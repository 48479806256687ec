"""A story and one query → SearchReport."""

import os

from sceneprobe.backends.registry import backend_of
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import TieRule
from sceneprobe.report.model import SearchReport
from sceneprobe.search.lexicon import lexicon_of
from sceneprobe.search.run import run
from sceneprobe.workflows.collect import scene_texts
from sceneprobe.workflows.evaluate import CheckOptions, profile_of
from sceneprobe.workflows.read import is_guessed, read_story_file, refuse_guesses


def search(story_path: str | os.PathLike[str], query: str, options: CheckOptions) -> SearchReport:
    """Rank a story's scenes for one query."""
    backend = backend_of(options.profile)
    story = read_story_file(story_path, scene_pattern=options.scene_pattern)
    if not options.keep_going:
        refuse_guesses(story)
    texts = scene_texts(story, options.text)
    ids = [scene.id for scene in story.scenes]
    found = run(
        backend.index(texts),
        ids,
        [Query("q1", query)],
        TieRule.STORY_ORDER,
        depth=options.k,
        wanted={},
    )
    return SearchReport(
        story=story,
        query=query,
        profile=profile_of(backend, options.text),
        k=options.k,
        ranking=found.rankings["q1"],
        ties=found.ties,
        lexicon=lexicon_of(texts),
        guessed=is_guessed(story),
    )
