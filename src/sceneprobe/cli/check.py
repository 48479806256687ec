"""``sceneprobe check``: are the right scenes found? The main job."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import (
    add_output_option,
    marking,
    tell_findings,
    tell_story_findings,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.search_options import add_search_options, check_options
from sceneprobe.errors import OptionError
from sceneprobe.files import bundled
from sceneprobe.measures.rq import THRESHOLD, Verdict
from sceneprobe.report.display import printable
from sceneprobe.report.model import CheckReport
from sceneprobe.workflows.check import check

EXAMPLES = """\
examples:
  sceneprobe check story.cnl --queries queries.yaml
  sceneprobe check story.cnl --queries queries.yaml --profile bow -k 10
  sceneprobe check story.cnl --queries queries.tsv --format json -o report.json

queries.yaml holds what somebody would search for, and which scenes are right:
  - query: storm at sea
    relevant: [Sc3, Sc7]

exit code: 0 passed or skipped; 1 failed; 2 unusable input
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "story", nargs="?", metavar="STORY", help="a story file, or - for standard input"
    )
    parser.add_argument(
        "--example", action="store_true", help="check the story that comes with the program"
    )
    parser.add_argument(
        "--queries", metavar="FILE", help="queries with labels: YAML, JSON, JSON lines or TSV"
    )
    add_search_options(parser)
    parser.add_argument(
        "--threshold",
        type=float,
        default=THRESHOLD,
        metavar="X",
        help=f"RQ passes above X, from 0 to 1 (default {THRESHOLD})",
    )
    parser.add_argument(
        "--allow-unknown",
        action="store_true",
        help="count a label that names no scene as never found",
    )
    parser.add_argument(
        "--require-labels", action="store_true", help="exit with 1 where nothing is labelled"
    )
    parser.add_argument(
        "--format", choices=("text", "json", "markdown", "junit", "github", "csv"), default="text"
    )
    parser.add_argument(
        "--emit-run", metavar="FILE", help="also write the rankings as a TREC run to FILE"
    )
    parser.add_argument(
        "--raw-scores", action="store_true", help="write scores, not places, into the TREC run"
    )
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Check a story and give the exit code of its verdict."""
    story, queries = arguments.story, arguments.queries
    if arguments.example and story is None:
        folder = bundled("example", "examples", "tidewater")
        story, queries = f"{folder}/story.cnl", queries or f"{folder}/queries.yaml"
    if story is None or (arguments.example and arguments.story is not None):
        raise OptionError("give a story, or --example")
    with progress(f"checking {printable(story)}"):
        report = check(story, queries, check_options(arguments))
    tell_findings(report.findings)
    tell_story_findings(report.story, story)
    result = _render(report, arguments.format, arguments.out)
    write_result(result, arguments.out, [story, queries])
    if arguments.emit_run is not None:
        trec = _render_run(report, raw_scores=arguments.raw_scores)
        write_result(trec, arguments.emit_run, [story, queries])
    verdict = report.evaluation.quality.verdict
    if verdict is Verdict.SKIPPED:
        return 1 if arguments.require_labels else 0
    return 0 if verdict is Verdict.PASS else 1


def _render(report: CheckReport, form: str, path: str | None) -> str:
    if form == "text":
        from sceneprobe.report.check_text import check_as_text

        return check_as_text(report, marking(path))
    if form == "json":
        from sceneprobe.report.ds12 import check_as_json

        return check_as_json(report)
    if form == "markdown":
        from sceneprobe.report.check_markdown import check_as_markdown

        return check_as_markdown(report)
    from sceneprobe.report import check_machine

    if form == "junit":
        return check_machine.check_as_junit(report)
    if form == "github":
        return check_machine.check_as_github(report)
    return check_machine.check_as_csv(report)


def _render_run(report: CheckReport, *, raw_scores: bool) -> str:
    from sceneprobe.formats.trec import run_as_trec

    rankings = ((row.query.id, row.ranking) for row in report.evaluation.quality.rows)
    tag = f"sceneprobe-{report.evaluation.profile.name}"
    return run_as_trec(rankings, tag, raw_scores=raw_scores)
