"""A story and one query → SearchReport; or all queries → the scores of all scenes."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from sceneprobe.backends.base import Index
from sceneprobe.backends.registry import backend_of
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import TieRule
from sceneprobe.report.model import Profile, SearchReport
from sceneprobe.search.lexicon import Lexicon, lexicon_of
from sceneprobe.search.run import run
from sceneprobe.story.model import Story
from sceneprobe.workflows.collect import TextMode, scene_texts
from sceneprobe.workflows.evaluate import CheckOptions, profile_of
from sceneprobe.workflows.read import is_guessed, read_story_file, refuse_guesses


@dataclass(frozen=True, slots=True)
class SearchableStory:
    """A story made ready for search by one backend."""

    story: Story
    profile: Profile
    index: Index
    lexicon: Lexicon


def search(story_path: str | os.PathLike[str], query: str, options: CheckOptions) -> SearchReport:
    """Rank the scenes of the story in a file for one query."""
    story = read_story_file(story_path, scene_pattern=options.scene_pattern)
    if not options.keep_going:
        refuse_guesses(story)
    return search_story(searchable(story, options.profile, options.text), query, options.k)


def searchable(story: Story, profile: str, mode: TextMode = TextMode.CANONICAL) -> SearchableStory:
    """Make a story ready for search; what is searched are the texts of its scenes."""
    backend = backend_of(profile)
    texts = scene_texts(story, mode)
    return SearchableStory(
        story, profile_of(backend, mode), backend.index(texts), lexicon_of(texts)
    )


def search_story(made: SearchableStory, query: str, k: int) -> SearchReport:
    """Rank a story's scenes for one query."""
    ids = [scene.id for scene in made.story.scenes]
    asked = [Query("q1", query)]
    found = run(made.index, ids, asked, TieRule.STORY_ORDER, depth=k, wanted={})
    return SearchReport(
        story=made.story,
        query=query,
        profile=made.profile,
        k=k,
        ranking=found.rankings["q1"],
        ties=found.ties,
        lexicon=made.lexicon,
        guessed=is_guessed(made.story),
    )


def scores_of(made: SearchableStory, queries: Sequence[str]) -> Sequence[Sequence[float]]:
    """Give a row a query with the score of every scene, in story order."""
    rows: list[list[float]] = made.index.scores(queries).tolist()
    return rows
