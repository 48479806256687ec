"""``sceneprobe lint``: every finding of the language and of the world."""

import sys
from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import add_output_option, findings_text, refuse, tell, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.errors import FileError
from sceneprobe.report.display import printable
from sceneprobe.report.findings import count_findings, findings_as_github, findings_as_json
from sceneprobe.report.wording import counted
from sceneprobe.text.model import Diagnostic, errors_in
from sceneprobe.workflows.read import read_story_file

EXAMPLES = """\
examples:
  sceneprobe lint story.cnl
  sceneprobe lint --strict chapters/*.cnl
  sceneprobe lint --format github story.cnl

exit code: 0 clean or warnings only; 1 warnings, with --strict; 2 errors
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "stories", nargs="+", metavar="STORY", help="a story file, or - for standard input"
    )
    parser.add_argument("--format", choices=("text", "json", "github"), default="text")
    parser.add_argument("--strict", action="store_true", help="exit with 1 on warnings")
    add_scene_pattern(parser)
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Report the findings of all stories; one that cannot be read does not stop the others."""
    findings: list[Diagnostic] = []
    unreadable = 0
    for path in arguments.stories:
        try:
            with progress(f"reading {printable(path)}"):
                findings += read_story_file(path, scene_pattern=arguments.scene_pattern).diagnostics
        except FileError as error:
            refuse(error)
            unreadable += 1
    result = _render(findings, arguments.format, arguments.out)
    write_result(result, arguments.out, arguments.stories)
    count = len(arguments.stories) - unreadable
    if count:
        tell(f"{count_findings(findings)} in {counted(count, 'story', 'stories')}")
    if unreadable or errors_in(findings):
        return 2
    return 1 if arguments.strict and findings else 0


def _render(findings: list[Diagnostic], form: str, path: str | None) -> str:
    if form == "json":
        return findings_as_json(findings)
    if form == "github":
        return findings_as_github(findings)
    return findings_text(findings, sys.stdout, path)
