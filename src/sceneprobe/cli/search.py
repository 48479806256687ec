"""``sceneprobe search``: the scenes that answer a query, best first."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import (
    add_output_option,
    marking,
    refuse_output,
    tell_story_findings,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.search_options import add_search_options, check_options
from sceneprobe.report.display import printable
from sceneprobe.report.model import SearchReport
from sceneprobe.workflows.profiles import names_file
from sceneprobe.workflows.search import search

EXAMPLES = """\
examples:
  sceneprobe search story.cnl "storm at sea"
  sceneprobe search story.cnl "storm at sea" -k 10 --profile bow
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("story", metavar="STORY", help="a story file, or - for standard input")
    parser.add_argument("query", metavar="QUERY", help="what to search for, in quotes")
    add_search_options(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Search a story."""
    inputs = [arguments.story, *filter(names_file, [arguments.profile])]
    refuse_output("-o", arguments.out, inputs)
    with progress(f"searching {printable(arguments.story)}"):
        report = search(arguments.story, arguments.query, check_options(arguments))
    tell_story_findings(report.story, arguments.story)
    result = _render(report, arguments.format, arguments.out)
    write_result(result, arguments.out, inputs)
    return 0


def _render(report: SearchReport, form: str, path: str | None) -> str:
    if form == "json":
        from sceneprobe.report.search_json import search_as_json

        return search_as_json(report)
    if form == "markdown":
        from sceneprobe.report.check_markdown import search_as_markdown

        return search_as_markdown(report)
    from sceneprobe.report.check_text import search_as_text

    return search_as_text(report, marking(path))
