"""Measured → CSV: a row a backend, query and measure."""

import csv
from io import StringIO

from sceneprobe.experiments.model import Measured
from sceneprobe.measures.parameters import has_own_bar


def measured_as_csv(measured: Measured) -> str:
    """Give every value with all its digits, and the place of the first right result.

    A measure that sets its own bar to what is right has no such place.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("profile", "query", "type", "measure", "value", "first_relevant_rank"))
    for system in measured.systems:
        for query, result in system.queries.items():
            kind = measured.types[query] or ""
            for name, value in result.values.items():
                rank = "" if has_own_bar(name) else result.first_relevant or ""
                writer.writerow((system.profile, query, kind, name, value, rank))
    return out.getvalue()
