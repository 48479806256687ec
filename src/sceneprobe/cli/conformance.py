"""``sceneprobe conformance``: the cases that every implementation of RQ must pass."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import add_output_option, refuse, table_text, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.formats.cases import UnusableCasesError
from sceneprobe.report.conformance import (
    differences_as_text,
    results_as_json,
    results_as_junit,
    results_by_rule,
)
from sceneprobe.workflows.conformance import case_files, run_conformance

EXAMPLES = """\
examples:
  sceneprobe conformance
  sceneprobe conformance my-cases/ --format junit -o conformance.xml

exit code: 0 all cases passed; 1 some differ; 2 unusable cases
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "folder", nargs="?", metavar="DIR", help="a folder of cases; those that come along if none"
    )
    parser.add_argument("--format", choices=("text", "json", "junit"), default="text")
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Run the cases; one that differs makes the exit code 1."""
    try:
        with progress("running conformance cases"):
            results = run_conformance(arguments.folder)
    except UnusableCasesError as error:
        for problem in error.problems:
            refuse(problem)
        return 2
    if arguments.format == "json":
        text = results_as_json(results)
    elif arguments.format == "junit":
        text = results_as_junit(results)
    else:
        table = table_text(results_by_rule(results), arguments.out)
        text = f"{table}\n{differences_as_text(results)}"
    write_result(text, arguments.out, case_files(arguments.folder))
    return 0 if all(result.passed for result in results) else 1
