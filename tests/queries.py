"""Text of queries and of a story → query set, report, and the parts of a report to compare."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sceneprobe.curation.validate import validate
from sceneprobe.formats.queries import read_queries
from sceneprobe.judging.model import QuerySet
from sceneprobe.report.ds12 import check_as_json
from sceneprobe.report.model import CheckReport
from sceneprobe.text.model import Diagnostic, in_order
from sceneprobe.text.source import from_text
from sceneprobe.workflows.check import check
from sceneprobe.workflows.evaluate import CheckOptions
from tests.stories import Place, places

WEATHER = """\
Sc1 group begin
  x describes "storm storm sea"
Sc1 group end
Sc2 group begin
  x describes "storm lamp"
Sc2 group end
Sc3 group begin
  x describes "lamp key"
Sc3 group end
"""


def query_set(text: str, name: str = "queries.yaml") -> QuerySet:
    """Read queries as if from a file of this name."""
    return read_queries(from_text(name, text))


def findings_in(text: str, name: str = "queries.yaml") -> tuple[Diagnostic, ...]:
    """Give the findings of queries, whatever the scenes are."""
    read = query_set(text, name)
    return in_order((*read.diagnostics, *validate(read, ())))


def found_in(text: str, name: str = "queries.yaml") -> list[Place]:
    """Give the places of the findings of queries."""
    return places(findings_in(text, name))


def labels_in(read: QuerySet) -> list[tuple[str, str, int]]:
    """Give query, scene and grade of each label."""
    return [(row.topic_id, row.doc_id, row.grade) for row in read.qrels.rows]


def checked(
    folder: Path, queries: str | None, story: str = WEATHER, options: CheckOptions | None = None
) -> CheckReport:
    """Check a story with queries, with the profile bow unless told otherwise."""
    path = folder / "queries.yaml"
    (folder / "story.cnl").write_text(story, "utf-8")
    if queries is not None:
        path.write_text(queries, "utf-8")
    chosen = options or CheckOptions(profile="bow")
    return check(folder / "story.cnl", None if queries is None else path, chosen)


# Any: what JSON holds is known to the test that reads it only.
def as_ds12(report: CheckReport) -> dict[str, Any]:
    """Give the JSON report, read back."""
    read: dict[str, Any] = json.loads(check_as_json(report))
    return read


def details_of(ds12: Mapping[str, Any]) -> dict[str, Any]:
    """Give the details of the one metric in a report."""
    (metric,) = ds12["metrics"]["results"]
    details: dict[str, Any] = metric["details"]
    return details
