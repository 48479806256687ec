"""A story and a test set, or a sheet → questions for an annotator, and a sheet with the answers."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sceneprobe.curation.split import with_queries
from sceneprobe.errors import OptionError
from sceneprobe.files import shown_name
from sceneprobe.judging.model import QrelRow, Qrels, QuerySet
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.story.model import Scene
from sceneprobe.text.model import RefusedError, errors_in
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.curate import Path, scenes_of, usable_set
from sceneprobe.workflows.pool import DEPTH, PROFILES, pool
from sceneprobe.workflows.sheets import read_sheet_file, sheet_of


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """Where the scenes to judge come from."""

    scene_pattern: str | None = None
    profiles: tuple[str, ...] = PROFILES
    depth: int = DEPTH


@dataclass(frozen=True, slots=True)
class Questions:
    """The sheet so far and where it lives, what is still to be asked, and the texts to show."""

    sheet: Sheet
    path: str
    tasks: tuple[SheetRow, ...]
    scenes: Mapping[str, Scene]
    query_set: QuerySet | None


def questions(story: Path, judged: Path, sheet: Path | None, options: LabelOptions) -> Questions:
    """Find what is to be asked: a sheet's open rows, or what backends find and nobody judged.

    What a set judges, and what its sheet has a grade for or holds for unsure, is left out.
    """
    scenes = scenes_of(story, options.scene_pattern)
    if os.fspath(judged).lower().endswith(".csv"):
        if sheet is not None:
            raise OptionError("--sheet goes with a test set; a sheet is filled in where it is")
        rows = _readable(read_sheet_file(judged))
        unknown = [row.doc_id for row in rows.rows if row.doc_id not in scenes]
        if unknown:
            raise OptionError(f'the story has no scene "{unknown[0]}", which the sheet names')
        open_rows = tuple(row for row in rows.rows if row.is_open)
        return Questions(rows, os.fspath(judged), open_rows, scenes, None)
    query_set = usable_set(judged, tuple(scenes))
    path = os.fspath(sheet or f"{os.path.splitext(os.fspath(judged))[0]}-labels.csv")
    so_far = Sheet((), query_set.highest_grade)
    if os.path.exists(path):
        so_far = _readable(read_sheet_file(path))
        if so_far.scale != query_set.highest_grade:
            scales = f"0-{so_far.scale} and 0-{query_set.highest_grade}"
            raise OptionError(f"the scales of the sheet and the set differ: {scales}")
    pooled = pool(tuple(scenes.values()), query_set.queries, options.profiles, options.depth)
    known = {(row.topic_id, row.doc_id) for row in query_set.qrels.rows}
    known |= {row.pair for row in so_far.rows if not row.is_open}
    whole = sheet_of(query_set.queries, pooled, scenes, query_set.highest_grade)
    tasks = tuple(row for row in whole.rows if row.pair not in known)
    return Questions(so_far, path, tasks, scenes, query_set)


def with_labels(query_set: QuerySet, sheet: Sheet) -> QuerySet:
    """Add a sheet's grades to a set; what the set judges already stays as it is."""
    known = {(row.topic_id, row.doc_id) for row in query_set.qrels.rows}
    new = [
        QrelRow(row.query_id, row.doc_id, row.grade)
        for row in sheet.rows
        if row.grade is not None and row.pair not in known
    ]
    qrels = Qrels((*query_set.qrels.rows, *new))
    return replace(with_queries(query_set, query_set.queries, qrels), strata=query_set.strata)


def refuse_other_set(path: Path, query_set: QuerySet) -> None:
    """Refuse to overwrite a file with a set, unless it holds that set from an earlier session."""
    if not os.path.isfile(path):
        return
    there = read_query_set(path)
    same = [query.id for query in there.queries] == [query.id for query in query_set.queries]
    if errors_in(there.diagnostics) or not same:
        raise OptionError(
            f"{shown_name(path)} is there already and does not hold these queries; give -o another"
            " name"
        )


def _readable(sheet: Sheet) -> Sheet:
    if sheet.diagnostics:
        raise RefusedError(sheet.diagnostics, "the sheet cannot be used as it is")
    return sheet
