"""A checked story and a second set of queries → the report with both compared."""

import os
from collections.abc import Sequence
from dataclasses import replace

from sceneprobe.curation.duplicates import near_places
from sceneprobe.errors import OptionError
from sceneprobe.experiments.permutation import Alternative, permutation_test
from sceneprobe.judging.model import Query
from sceneprobe.report.model import CheckReport, HeldOut
from sceneprobe.workflows.check import check_story, read_query_set
from sceneprobe.workflows.evaluate import CheckOptions


def compare_held_out(
    report: CheckReport, path: str | os.PathLike[str], options: CheckOptions
) -> CheckReport:
    """Search with held-out queries as with the others, and test whether these do worse by RR.

    No query may have the words of one in the other set, or nearly: what was tuned on has not been
    held out.
    """
    held_out = read_query_set(path)
    if report.query_set is not None:
        _refuse_overlap(report.query_set.queries, held_out.queries)
    other = check_story(report.story, held_out, options)
    ours, theirs = (
        [row.reciprocal_rank for row in checked.evaluation.quality.labeled]
        for checked in (report, other)
    )
    test = permutation_test(ours, theirs, Alternative.GREATER) if ours and theirs else None
    findings = (*report.findings, *other.findings)
    compared = HeldOut(held_out, other.evaluation.quality, test)
    return replace(report, held_out=compared, findings=findings)


def _refuse_overlap(ours: Sequence[Query], theirs: Sequence[Query]) -> None:
    queries = (*ours, *theirs)
    like = dict(near_places([query.text for query in queries]))
    texts: dict[str, int] = {}  # a text without words is like none, but may stand in both sets
    for place, query in enumerate(queries):
        like[place] = min(like.get(place, place), texts.setdefault(query.text, place))
    both = [place for place in range(len(ours), len(queries)) if like[place] < len(ours)]
    if both:
        one, other = queries[both[0]], queries[like[both[0]]]
        what = "is also" if one.text == other.text else "has nearly the words of"
        more = f" ({len(both)} such in all)" if len(both) > 1 else ""
        raise OptionError(
            f'the held-out query "{one.id}" {what} "{other.id}" in the set itself{more}; remove it'
            " from one of them"
        )
