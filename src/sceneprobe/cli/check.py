"""``sceneprobe check``: are the right scenes found? The main job."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from sceneprobe.cli.output import (
    add_output_option,
    marking,
    refuse_output,
    table_text,
    tell,
    tell_findings,
    tell_refusal,
    tell_story_findings,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.search_options import add_search_options, check_options
from sceneprobe.errors import OptionError, SceneprobeError
from sceneprobe.files import STANDARD_INPUT, bundled, refuse_shared_input, shown_name
from sceneprobe.measures.rq import THRESHOLD
from sceneprobe.report.display import printable
from sceneprobe.report.model import CheckReport, StoryOutcome
from sceneprobe.report.wording import counted
from sceneprobe.workflows.check import check, check_each, refused_outcome
from sceneprobe.workflows.collect import TextMode
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.profiles import names_file

EXAMPLES = """\
examples:
  sceneprobe check story.cnl --queries queries.yaml
  sceneprobe check story.cnl --queries queries.yaml --profile bow -k 10
  sceneprobe check story.cnl --queries queries.tsv --format json -o report.json
  sceneprobe check story.cnl --queries evaluation.yaml --held-out held-out.yaml
  sceneprobe check one.cnl two.cnl --queries one.yaml --queries two.yaml

queries.yaml holds what somebody would search for, and which scenes are right:
  - query: storm at sea
    relevant: [Sc3, Sc7]

exit code: 0 passed or skipped; 1 failed; 2 unusable input (of several stories, the worst)
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "stories", nargs="*", metavar="STORY", help="story files, or - for standard input"
    )
    parser.add_argument(
        "--example", action="store_true", help="check the story that comes with the program"
    )
    parser.add_argument(
        "--queries",
        action="append",
        metavar="FILE",
        help="queries with labels: YAML, JSON, JSON lines or TSV; once for each story, or for all",
    )
    parser.add_argument(
        "--held-out", metavar="FILE", help="queries that were held out: do they do worse?"
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
    """Check stories and give the exit code of their verdicts."""
    pairs = _pairs(arguments)
    options = check_options(arguments)
    given = [name for pair in pairs for name in pair]
    profiles = filter(names_file, [arguments.profile])
    _refuse_outputs(arguments, [*given, arguments.held_out, *profiles])
    if len(pairs) > 1:
        return _run_several(arguments, pairs, options)
    story, queries = pairs[0]
    try:
        with progress(f"checking {printable(story)}"):
            report = check(story, queries, options)
            if arguments.held_out is not None:
                from sceneprobe.workflows.held_out import compare_held_out

                report = compare_held_out(report, arguments.held_out, options)
    except SceneprobeError as error:
        if arguments.format in {"junit", "github"}:  # CI shows these; an old one must not stay
            outcome = refused_outcome(shown_name(story), error)
            write_result(_render_several([outcome], arguments.format, arguments.out), arguments.out)
        raise
    tell_findings(report.findings)
    tell_story_findings(report.story, story)
    trec = None
    if arguments.emit_run is not None:
        trec = _render_run(report, raw_scores=arguments.raw_scores)
    write_result(_render(report, arguments.format, arguments.out), arguments.out, [story, queries])
    if arguments.format == "csv":  # a row a query has no place for what came of another set
        from sceneprobe.report.held_out import held_out_notes

        for note in held_out_notes(report):
            tell(note)
        _tell_full_text(options)
    if trec is not None:
        write_result(trec, arguments.emit_run, [story, queries])
    return 1 if report.evaluation.quality.failed else 0


def _pairs(arguments: Namespace) -> list[tuple[str, str | None]]:
    """Give each story with its queries: those at the same place, or the only ones there are."""
    stories, queries = arguments.stories, arguments.queries or [None]
    if arguments.example and not stories:
        folder = bundled("example", "examples", "tidewater")
        return [(f"{folder}/story.cnl", queries[0] or f"{folder}/queries.yaml")]
    if not stories or arguments.example:
        raise OptionError("give a story, or --example")
    refuse_shared_input(*stories, *queries, arguments.held_out)
    if len(queries) not in {1, len(stories)}:
        given = f"{len(queries)} --queries for {counted(len(stories), 'story', 'stories')}"
        raise OptionError(f"{given}: give one for each, in their order, or one for all")
    if len(stories) > 1 and arguments.emit_run is not None:
        raise OptionError("--emit-run takes one story: queries of several would share their ids")
    if len(stories) > 1 and arguments.held_out is not None:
        raise OptionError("--held-out takes one story")
    return list(zip(stories, queries * (len(stories) // len(queries)), strict=True))


def _refuse_outputs(arguments: Namespace, inputs: Sequence[str | None]) -> None:
    """Refuse outputs that would lose something, before any work is done."""
    run, out = arguments.emit_run, arguments.out
    refuse_output("-o", out, inputs)
    refuse_output("--emit-run", run, inputs)
    if run is None and arguments.raw_scores:
        raise OptionError("--raw-scores is for the run of --emit-run")
    if run == STANDARD_INPUT and out in {None, STANDARD_INPUT}:
        raise OptionError("the report and the run cannot both go to standard output; give -o FILE")
    if run and out and os.path.abspath(run) == os.path.abspath(out):
        raise OptionError("the report and the run cannot go to the same file")


def _run_several(
    arguments: Namespace, pairs: Sequence[tuple[str, str | None]], options: CheckOptions
) -> int:
    outcomes, worst = [], 0
    with progress(f"checking {len(pairs)} stories"):
        for outcome, error in check_each(pairs, options):
            outcomes.append(outcome)
            if error is not None:
                tell(f"{outcome.story}:")
                tell_refusal(error, keeps_going=True)
                worst = 2
            elif outcome.report is not None:
                tell_findings(outcome.report.findings)
                tell_story_findings(outcome.report.story, outcome.story)
                worst = max(worst, 1 if outcome.report.evaluation.quality.failed else 0)
    result = _render_several(outcomes, arguments.format, arguments.out)
    write_result(result, arguments.out, [name for pair in pairs for name in pair])
    if arguments.format == "csv":
        _tell_full_text(options)
    return worst


def _tell_full_text(options: CheckOptions) -> None:
    if options.text is TextMode.FULL:
        from sceneprobe.report.verdict import FULL_TEXT

        tell(FULL_TEXT)


def _render_several(outcomes: Sequence[StoryOutcome], form: str, path: str | None) -> str:
    from sceneprobe.report import check_machine, check_stories

    if form == "text":
        table = table_text(check_stories.outcomes_table(outcomes), path)
        return f"{table}\n{check_stories.summary_line(outcomes)}\n"
    renderers = {
        "json": check_stories.outcomes_as_json,
        "markdown": check_stories.outcomes_as_markdown,
        "junit": check_stories.outcomes_as_junit,
        "github": check_stories.outcomes_as_github,
        "csv": check_machine.outcomes_as_csv,
    }
    return renderers[form](outcomes)


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
