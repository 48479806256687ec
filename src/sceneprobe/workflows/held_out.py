"""A checked story and a second set of queries → the report with both compared."""

import os
from dataclasses import replace

from sceneprobe.errors import OptionError
from sceneprobe.experiments.permutation import Alternative, permutation_test
from sceneprobe.report.model import CheckReport, HeldOut
from sceneprobe.workflows.check import check_story, read_query_set
from sceneprobe.workflows.evaluate import CheckOptions


def compare_held_out(
    report: CheckReport, path: str | os.PathLike[str], options: CheckOptions
) -> CheckReport:
    """Search with held-out queries as with the others, and test whether these do worse by RR.

    No query may be in both sets: what was tuned on has not been held out.
    """
    held_out = read_query_set(path)
    known = {query.text: query for query in report.query_set.queries} if report.query_set else {}
    both = next((query for query in held_out.queries if query.text in known), None)
    if both is not None:
        raise OptionError(
            f'the held-out query "{both.id}" is also "{known[both.text].id}" in the set itself'
        )
    other = check_story(report.story, held_out, options)
    ours, theirs = (
        [row.reciprocal_rank for row in checked.evaluation.quality.labeled]
        for checked in (report, other)
    )
    test = permutation_test(ours, theirs, Alternative.GREATER) if ours and theirs else None
    findings = (*report.findings, *other.findings)
    compared = HeldOut(held_out, other.evaluation.quality, test)
    return replace(report, held_out=compared, findings=findings)
