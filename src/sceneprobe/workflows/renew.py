"""A test set and candidates → sheets and a draft; graded sheets and the draft → the next set."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sceneprobe.curation.agreement import decisions, labels_of, sheet_findings, undisputed
from sceneprobe.curation.model import Decision, Refreshing
from sceneprobe.curation.refresh import merged, refresh
from sceneprobe.curation.split import part_of
from sceneprobe.curation.validate_set import validate_set
from sceneprobe.errors import OptionError
from sceneprobe.experiments.kappa import Kappa, kappa
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.formats.results import read_reciprocal_ranks
from sceneprobe.judging.model import Qrels, QuerySet
from sceneprobe.judging.sheet_model import Sheet
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, in_order
from sceneprobe.text.source import decode
from sceneprobe.workflows.curate import Path, scenes_of, usable_set, valid_set
from sceneprobe.workflows.pool import DEPTH, PROFILES, pool
from sceneprobe.workflows.sheets import read_sheet_file, sheet_of

LEAST_KAPPA = 0.6
"""Sheets that agree no better than this are not merged."""


@dataclass(frozen=True, slots=True)
class RefreshOptions:
    """How many queries are replaced, and where their scenes to judge come from."""

    replaced: int
    results: tuple[Path, ...] = ()
    story: Path | None = None
    scene_pattern: str | None = None
    profiles: tuple[str, ...] = PROFILES
    depth: int = DEPTH
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Preparation:
    """What goes and comes, the sheet for both annotators, and warnings of set and candidates."""

    refreshing: Refreshing
    sheet: Sheet
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well two annotators agree, in all and by type, and what counts for each pair.

    ``findings`` are warnings of the adjudication.
    """

    whole: Kappa
    by_type: tuple[tuple[str | None, Kappa], ...]
    decisions: tuple[Decision, ...]
    findings: tuple[Diagnostic, ...] = ()

    @property
    def is_enough(self) -> bool:
        """Whether kappa is above 0.6; or undefined, because both gave one grade throughout."""
        if self.whole.value is None:
            return self.whole.pairs > 0
        return self.whole.value > LEAST_KAPPA


def prepare(set_path: Path, candidates_path: Path, options: RefreshOptions) -> Preparation:
    """Choose what goes and what comes, and make the sheet that both annotators get.

    The scenes to judge for a new query are those that its candidate names, and, with a story, the
    first ones that several backends find.
    """
    query_set = valid_set(set_path)
    scenes = scenes_of(options.story, options.scene_pattern) if options.story else {}
    candidates = usable_set(candidates_path, tuple(scenes), "candidates")
    results = _worst_ranks(options.results)
    refreshed = refresh(query_set, candidates.queries, options.replaced, results, options.version)
    named = candidates.qrels.by_topic()
    pooled = {query.id: set(named.get(query.id, ())) for query in refreshed.added}
    if scenes:
        found = pool(tuple(scenes.values()), refreshed.added, options.profiles, options.depth)
        pooled = {query_id: chosen | found[query_id] for query_id, chosen in pooled.items()}
    bare = [query_id for query_id, chosen in pooled.items() if not chosen]
    if bare:
        raise OptionError(f'there are no scenes to judge for "{bare[0]}"; give --story')
    sheet = sheet_of(refreshed.added, pooled, scenes, query_set.highest_grade)
    return Preparation(refreshed, sheet, (*query_set.diagnostics, *candidates.diagnostics))


def agree(first: Path, second: Path, adjudicated: Path | None = None) -> Agreement:
    """Compare two sheets pair by pair; rows where one is unsure do not count in kappa."""
    if _is_same_file(first, second):
        raise OptionError(f"{shown_name(first)} is given twice; give the sheets of two annotators")
    one, two = read_sheet_file(first), read_sheet_file(second)
    third = None if adjudicated is None else read_sheet_file(adjudicated)
    unreadable = [sheet for sheet in (one, two, third) if sheet and sheet.diagnostics]
    findings = [finding for sheet in unreadable for finding in sheet.diagnostics]
    if not findings:
        findings = [*in_order(sheet_findings(one, two)), *in_order(sheet_findings(two, one))]
        findings += in_order(sheet_findings(third, one, whole=False)) if third else ()
    if findings:
        raise RefusedError(findings, "the sheets cannot be used as they are")
    for other in (two, third or one):
        if one.scale != other.scale:
            raise OptionError(f"the scales differ: 0-{one.scale} and 0-{other.scale}")
    if not one.rows:
        raise OptionError(f"there are no rows in {one.name}")
    found = decisions(one, two, third)
    types = dict.fromkeys(decision.row.query_type for decision in found)
    by_type = ((t, _kappa([d for d in found if d.row.query_type == t])) for t in types)
    warnings = in_order(undisputed(third, found)) if third else ()
    return Agreement(_kappa(found), tuple(by_type), found, warnings)


def next_set(draft_path: Path, agreement: Agreement, *, drop_empty: bool = False) -> QuerySet:
    """Put what was decided into the draft; every new query must have something relevant."""
    draft = usable_set(draft_path, what="draft")
    judged = draft.qrels.by_topic()
    new = {query.id for query in draft.queries if query.id not in judged}
    graded = {decision.row.query_id for decision in agreement.decisions}
    for ids, problem in ((graded - new, "is not new in"), (new - graded, "is new, not graded, in")):
        if ids:
            raise OptionError(f'the query "{min(ids)}" {problem} {shown_name(draft_path)}')
    open_pairs = [d.row for d in agreement.decisions if d.grade is None]
    if open_pairs:
        row = open_pairs[0]
        raise OptionError(
            f'one annotator is unsure of "{row.doc_id}" for the query "{row.query_id}"'
            f" ({len(open_pairs)} such in all); give it a grade in a third sheet, with"
            " --adjudicated"
        )
    labels = labels_of(agreement.decisions)
    empty = sorted(graded - {label.topic_id for label in labels if label.grade > 0})
    if empty and not drop_empty:
        raise OptionError(
            f"nothing is relevant for {', '.join(empty)}; --drop-empty leaves such queries out"
        )
    whole = merged(draft, Qrels(labels), _remarks(agreement, empty))
    filled = part_of(whole, {query.id for query in whole.queries} - set(empty)) if empty else whole
    findings = tuple(validate_set(filled, None))
    if errors_in(findings):
        raise RefusedError(findings, "the draft and its new labels make no test set")
    return filled


def draft_beside(sheet: Path) -> str:
    """Find the draft that was written together with a sheet."""
    name = os.fspath(sheet)
    path = f"{name.removesuffix('-a.csv')}-draft.yaml"
    if not name.endswith("-a.csv") or not os.path.exists(path):
        raise OptionError(f"there is no draft beside {shown_name(sheet)}; give --draft")
    return path


def _is_same_file(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def _worst_ranks(paths: Sequence[Path]) -> Mapping[str, float]:
    """Give the lowest reciprocal rank that each query has in any of the results."""
    worst: dict[str, float] = {}
    for path in paths:
        ranks = read_reciprocal_ranks(decode(shown_name(path), read_bytes(path)))
        worst |= {name: min(value, worst.get(name, value)) for name, value in ranks.items()}
    return worst


def _kappa(found: Sequence[Decision]) -> Kappa:
    return kappa([decision.both for decision in found if decision.both is not None])


def _remarks(agreement: Agreement, empty: Sequence[str]) -> list[str]:
    disputed = [decision for decision in agreement.decisions if decision.disputed]
    adjudicated = sum(decision.adjudicated for decision in disputed)
    value, weighted = agreement.whole.value, agreement.whole.weighted
    shown = ", ".join(
        f"{name} {'undefined' if number is None else format(number, '.3f')}"
        for name, number in (("kappa", value), ("quadratic", weighted))
    )
    counts = f"{len(agreement.decisions)} labels by two annotators, {shown}"
    decided = f"{len(disputed)} disputed, {adjudicated} of them adjudicated, else the lower grade"
    return [f"{counts}; {decided}", *(f"left out {name}: nothing is relevant" for name in empty)]
