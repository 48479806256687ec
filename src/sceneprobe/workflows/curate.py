"""Test sets in files → sets that can be used, their findings, a skeleton for a new one."""

import os
from collections.abc import Mapping, Sequence

from sceneprobe.curation.validate import validate
from sceneprobe.curation.validate_set import validate_set
from sceneprobe.files import STANDARD_INPUT, refuse_shared_input
from sceneprobe.formats.set_yaml import set_as_yaml
from sceneprobe.judging.model import HIGHEST_GRADE, QrelRow, Qrels, Query, QuerySet, Stratum
from sceneprobe.report.display import clip, printable
from sceneprobe.story.model import Scene
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, in_order
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.read import read_story_file, refuse_guesses, refuse_no_scenes

Path = str | os.PathLike[str]
_REMARK = 90


def findings_of_set(
    set_path: Path, story_path: Path | None = None, scene_pattern: str | None = None
) -> tuple[QuerySet, tuple[Diagnostic, ...]]:
    """Read a test set with everything that is wrong with it, with a story or without."""
    refuse_shared_input(set_path, story_path)
    query_set = read_query_set(set_path)
    texts = None
    if story_path is not None:
        texts = {s.id: s.text for s in scenes_of(story_path, scene_pattern).values()}
    return query_set, in_order((*query_set.diagnostics, *validate_set(query_set, texts)))


def usable_set(path: Path, scenes: Sequence[str] = (), what: str = "test set") -> QuerySet:
    """Read queries that may still lack labels; errors of any other kind refuse them."""
    query_set = read_query_set(path)
    findings = in_order((*query_set.diagnostics, *validate(query_set, scenes)))
    if errors_in(findings):
        raise RefusedError(findings, f"the {what} cannot be used as it is")
    return query_set


def valid_set(path: Path) -> QuerySet:
    """Read a test set without any errors."""
    query_set, findings = findings_of_set(path)
    if errors_in(findings):
        raise RefusedError(findings, "the test set cannot be used as it is")
    return query_set


def scenes_of(path: Path, scene_pattern: str | None = None) -> Mapping[str, Scene]:
    """Read the scenes of a story by id, in story order; there must be some."""
    story = read_story_file(path, scene_pattern=scene_pattern)
    refuse_guesses(story)
    refuse_no_scenes(story)
    return {scene.id: scene for scene in story.scenes}


def skeleton(story_path: Path, strata: Sequence[Stratum], scene_pattern: str | None = None) -> str:
    """Lay out a set for an author to fill in: queries without text, each for one scene in turn.

    There are as many of each stratum as it says, or, without strata, one for each scene.
    """
    scenes = tuple(scenes_of(story_path, scene_pattern).values())
    types: list[str | None] = [s.type for s in strata for _ in range(s.count or 0)]
    types = types or [None] * len(scenes)
    width = len(str(len(types)))
    queries = tuple(Query(f"q{n:0{width}}", "", type=kind) for n, kind in enumerate(types, 1))
    asked = [(query, scenes[n % len(scenes)]) for n, query in enumerate(queries)]
    name = os.path.splitext(os.path.basename(os.fspath(story_path)))[0]
    query_set = QuerySet(
        name="set" if os.fspath(story_path) == STANDARD_INPUT else name,
        version="v1",
        queries=queries,
        qrels=Qrels([QrelRow(query.id, scene.id, HIGHEST_GRADE) for query, scene in asked]),
        scale=HIGHEST_GRADE,
        strata=tuple(strata),
    )
    remarks = {query.id: _remark(scene) for query, scene in asked}
    return set_as_yaml(query_set, remarks=remarks)


def _remark(scene: Scene) -> str:
    title = f"{scene.title}: " if scene.title else ""
    return clip(printable(f"{scene.id} {title}{scene.text}"[: 4 * _REMARK]), _REMARK)
