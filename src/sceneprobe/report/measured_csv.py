"""Measured → CSV: a row a backend, query and measure."""

import csv
from io import StringIO

from sceneprobe.experiments.model import Measured


def measured_as_csv(measured: Measured) -> str:
    """Give every value with all its digits."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("profile", "query", "type", "measure", "value", "first_relevant_rank"))
    for system in measured.systems:
        for query, result in system.queries.items():
            kind = measured.types[query] or ""
            for name, value in result.values.items():
                rank = result.first_relevant or ""
                writer.writerow((system.profile, query, kind, name, value, rank))
    return out.getvalue()
