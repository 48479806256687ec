"""What workers do: requests as plain values → answers as plain values, by the workflows."""

from collections.abc import Sequence
from dataclasses import dataclass

from sceneprobe.experiments.model import Measured
from sceneprobe.formats.queries import read_queries
from sceneprobe.report.comparison_machine import comparison_as_json
from sceneprobe.report.ds12 import check_as_json
from sceneprobe.search.collection import Collection
from sceneprobe.text.model import Diagnostic
from sceneprobe.text.source import decode, from_text
from sceneprobe.workflows.check import check_story, refuse_unusable
from sceneprobe.workflows.compare import compare
from sceneprobe.workflows.contest import contest_between
from sceneprobe.workflows.contest_model import CompareOptions
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.measure import MeasureOptions, labelled, measure
from sceneprobe.workflows.read import read_story_text


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What came of a test set, with what was found in it."""

    measured: Measured
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """The profiles that are compared, and the cutoff."""

    a: str
    b: str
    k: int


def evaluate_upload(
    collection: Collection, name: str, content: bytes, profiles: Sequence[str]
) -> Evaluated:
    """Measure profiles by the test set in a request."""
    query_set = read_queries(decode(name, content))
    findings = labelled(query_set, collection, within_story=False)
    refuse_unusable(findings)
    measured, _ = measure(collection, query_set, profiles, MeasureOptions(), None)
    return Evaluated(measured, findings)


def compare_upload(
    collection: Collection, corpus_digest: str, name: str, content: bytes, sides: Sides
) -> str:
    """Compare two profiles by the test set in a request; the harness's JSON."""
    query_set = read_queries(decode(name, content))
    profiles, options = (sides.a, sides.b), CompareOptions(k=sides.k)
    return comparison_as_json(
        compare(contest_between(profiles, collection, corpus_digest, query_set, options))
    )


def check_upload(story: str, queries: str | None, options: CheckOptions) -> str:
    """Check the story in a request with the queries in it; the DS12 report as JSON."""
    query_set = None if queries is None else read_queries(from_text("queries", queries))
    return check_as_json(check_story(read_story_text("story", story), query_set, options))
