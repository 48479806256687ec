"""What two systems found → how far their measures lie apart, and whether chance would do that."""

from collections.abc import Mapping

from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import bootstrap_difference
from sceneprobe.experiments.comparison_model import MEASURES, Found, MeasureComparison
from sceneprobe.experiments.effect import cohens_d
from sceneprobe.experiments.holm import holm
from sceneprobe.experiments.outcomes import outcomes
from sceneprobe.experiments.paired_permutation import paired_permutation
from sceneprobe.experiments.power import queries_needed
from sceneprobe.experiments.t_test import paired_t_test
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.summary import mean, mean_of


def compare_measures(
    a: Mapping[str, Found], b: Mapping[str, Found]
) -> tuple[MeasureComparison, ...]:
    """Compare two systems query by query, measure by measure; queries are paired by id."""
    alone = sorted(a.keys() ^ b.keys())
    if alone:
        raise OptionError(f'only one of the two systems has a value for the query "{alone[0]}"')
    if not a:
        raise OptionError("there are no queries to compare the two systems by")
    pairs = {
        measure: [(a[query].values[measure], b[query].values[measure]) for query in a]
        for measure in MEASURES
    }
    tests = {
        measure: paired_permutation([after - before for before, after in values])
        for measure, values in pairs.items()
    }
    corrected = holm([test.p for test in tests.values()])
    found = []
    for (measure, values), adjusted in zip(pairs.items(), corrected, strict=True):
        differences = [after - before for before, after in values]
        effect = cohens_d(differences)
        means = [_mean(measure, list(side)) for side in zip(*values, strict=True)]
        found.append(
            MeasureComparison(
                measure=measure,
                mean_a=means[0],
                mean_b=means[1],
                interval=bootstrap_difference(differences),
                t_test=paired_t_test(differences),
                permutation=tests[measure],
                corrected=adjusted,
                effect=effect,
                outcomes=outcomes(differences),
                needed=queries_needed(effect),
            )
        )
    return tuple(found)


def _mean(measure: str, values: list[float]) -> float:
    return mean_of(RR(), values) if measure == "mrr" else mean(values)
