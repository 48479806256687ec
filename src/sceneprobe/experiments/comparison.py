"""What two systems found → how far their measures lie apart, and whether chance would do that."""

from collections.abc import Mapping

from sceneprobe.errors import OptionError
from sceneprobe.experiments.bootstrap import bootstrap_differences
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
    columns = [[b[query].above(a[query], measure) for query in a] for measure in MEASURES]
    tests = [paired_permutation(column) for column in columns]
    corrected = holm([test.p for test in tests])
    intervals = bootstrap_differences(columns)
    effects = [cohens_d(column) for column in columns]
    return tuple(
        MeasureComparison(
            measure=measure,
            mean_a=_mean(measure, a),
            mean_b=_mean(measure, b),
            interval=intervals[place],
            t_test=paired_t_test(columns[place]),
            permutation=tests[place],
            corrected=corrected[place],
            effect=effects[place],
            outcomes=outcomes(columns[place]),
            needed=queries_needed(effects[place]),
        )
        for place, measure in enumerate(MEASURES)
    )


def _mean(measure: str, system: Mapping[str, Found]) -> float:
    values = [found.values[measure] for found in system.values()]
    return mean_of(RR(), values) if measure == "mrr" else mean(values)
