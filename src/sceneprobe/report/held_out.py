"""What came of held-out queries → a sentence for people, values for programs."""

from collections.abc import Iterator, Mapping

from sceneprobe.experiments.permutation import RESAMPLES
from sceneprobe.experiments.statistics_model import SIGNIFICANT
from sceneprobe.report.model import CheckReport
from sceneprobe.report.wording import counted


def held_out_notes(report: CheckReport) -> Iterator[str]:
    """Compare the queries with those that were held out, and warn where these do worse."""
    held_out, quality = report.held_out, report.evaluation.quality
    if held_out is None:
        return
    if held_out.test is None:
        yield "Held out and not compared: one of the sets has no labelled queries."
        return
    ours = f"{quality.value:.2f} over {len(quality.labeled)}"
    queries = counted(len(held_out.quality.labeled), "query", "queries")
    theirs = f"{held_out.quality.value:.2f} over {queries}"
    how = "exact" if held_out.test.exact else f"{RESAMPLES:,} draws"
    test = f"p = {held_out.test.p:.4f} (one-sided permutation test, {how})"
    yield f"Held out: MRR {theirs}, against {ours} here; {test}."
    if held_out.overfitted:
        yield (
            f"Overfitting: held-out queries do worse, p < {SIGNIFICANT}; what was tuned on these"
            " queries does not carry over."
        )


def held_out_values(report: CheckReport) -> Mapping[str, object]:
    """Give what came of held-out queries under its key; nothing where there are none."""
    held_out = report.held_out
    if held_out is None:
        return {}
    test = held_out.test
    return {
        "held_out": {
            "name": held_out.query_set.name,
            "digest": held_out.query_set.digest,
            "mrr": held_out.quality.value,
            "labeled_queries": len(held_out.quality.labeled),
            "difference": test and test.difference,
            "p": test and test.p,
            "alternative": test and test.alternative,
            "exact": test and test.exact,
            "overfitting": held_out.overfitted,
        }
    }
