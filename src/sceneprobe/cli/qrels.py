"""``sceneprobe qrels``: verify judgments, count them, and compare two files of them."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import add_output_option, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.errors import OptionError
from sceneprobe.files import shown_name
from sceneprobe.judging.build import ON_DUPLICATE
from sceneprobe.report import qrels as report
from sceneprobe.report.display import printable
from sceneprobe.workflows.judgments import Expected, compare_files, count_file, verify_file

EXAMPLES = """\
examples:
  sceneprobe qrels verify gold.qrels --expected ids.txt
  sceneprobe qrels verify gold.qrels --queries queries.yaml --allow-extras
  sceneprobe qrels stats gold.qrels
  sceneprobe qrels diff before.qrels after.qrels --format json

A file is a TREC file (topic 0 document grade), tab-separated, or QUEST's JSON lines; also gzip.

exit code: 0 fine; 1 verify found problems, or diff a difference; 2 unusable input
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the three actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="verify|stats|diff")
    verify = actions.add_parser("verify", help="list missing and unexpected topics and duplicates")
    verify.add_argument("qrels", metavar="FILE", help="judgments, or - for standard input")
    expected = verify.add_mutually_exclusive_group()
    expected.add_argument("--expected", metavar="FILE", help="the expected topics, one id a line")
    expected.add_argument("--queries", metavar="FILE", help="a query set whose ids are expected")
    extras = verify.add_mutually_exclusive_group()
    extras.add_argument(
        "--allow-extras", action="store_true", help="a topic that is not expected is no problem"
    )
    extras.add_argument(
        "--require-no-extras", action="store_true", help="it is a problem (the default)"
    )
    stats = actions.add_parser("stats", help="count topics, judgments and grades")
    stats.add_argument("qrels", metavar="FILE", help="judgments, or - for standard input")
    diff = actions.add_parser("diff", help="list judgments that were added, removed or changed")
    diff.add_argument("qrels", metavar="BEFORE", help="judgments, or - for standard input")
    diff.add_argument("after", metavar="AFTER", help="judgments to compare them with")
    for action in (stats, diff):
        action.add_argument(
            "--on-duplicate",
            choices=ON_DUPLICATE,
            default="error",
            help="what to do where a document is judged twice for a topic (default error)",
        )
    for action in (verify, stats, diff):
        action.add_argument("--format", choices=("text", "json"), default="text")
        add_output_option(action)


def run(arguments: Namespace) -> int:
    """Do what the action says."""
    with progress(f"reading {printable(arguments.qrels)}"):
        if arguments.action == "verify":
            result, code = _verify(arguments)
        elif arguments.action == "stats":
            result, code = _stats(arguments)
        else:
            result, code = _diff(arguments)
    others = [getattr(arguments, name, None) for name in ("after", "expected", "queries")]
    write_result(result, arguments.out, [arguments.qrels, *others])
    return code


def _verify(arguments: Namespace) -> tuple[str, int]:
    expected = Expected(arguments.expected, arguments.queries, allow_extras=arguments.allow_extras)
    if (arguments.require_no_extras or arguments.allow_extras) and expected.path is None:
        option = "--allow-extras" if arguments.allow_extras else "--require-no-extras"
        raise OptionError(f"{option} needs --expected or --queries")
    qrels, problems = verify_file(arguments.qrels, expected)
    as_json = arguments.format == "json"
    render = report.verification_as_json if as_json else report.verification_as_text
    return render(shown_name(arguments.qrels), qrels, problems), 1 if problems else 0


def _stats(arguments: Namespace) -> tuple[str, int]:
    found = count_file(arguments.qrels, arguments.on_duplicate)
    as_json = arguments.format == "json"
    render = report.statistics_as_json if as_json else report.statistics_as_text
    return render(shown_name(arguments.qrels), found), 0


def _diff(arguments: Namespace) -> tuple[str, int]:
    found = compare_files(arguments.qrels, arguments.after, arguments.on_duplicate)
    as_json = arguments.format == "json"
    render = report.difference_as_json if as_json else report.difference_as_text
    return render(found), 0 if found.is_empty else 1
