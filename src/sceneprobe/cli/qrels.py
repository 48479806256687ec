"""``sceneprobe qrels``: verify judgments, count them, and compare two files of them."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import add_output_option, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_unpacked, shown_name
from sceneprobe.formats.qrels import read_all_qrels, read_qrels
from sceneprobe.judging.build import ON_DUPLICATE
from sceneprobe.judging.difference import difference_of
from sceneprobe.judging.model import Qrels
from sceneprobe.judging.statistics import statistics_of
from sceneprobe.report import qrels as report
from sceneprobe.report.display import printable

EXAMPLES = """\
examples:
  sceneprobe qrels verify gold.qrels --expected ids.txt --require-no-extras
  sceneprobe qrels verify gold.qrels --queries queries.yaml
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
    verify.add_argument(
        "--require-no-extras", action="store_true", help="a topic that is not expected is a problem"
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
    from sceneprobe.judging.verification import duplicates_in, extra_topics, missing_topics

    if STANDARD_INPUT == arguments.qrels == (arguments.expected or arguments.queries):
        raise OptionError("only one of the files can come from standard input")
    expected = _expected(arguments)
    if arguments.require_no_extras and expected is None:
        raise OptionError("--require-no-extras needs --expected or --queries")
    name = shown_name(arguments.qrels)
    qrels = read_all_qrels(name, read_unpacked(arguments.qrels))
    problems = (
        *missing_topics(qrels, expected or ()),
        *(extra_topics(qrels, expected or ()) if arguments.require_no_extras else ()),
        *duplicates_in(qrels),
    )
    as_json = arguments.format == "json"
    render = report.verification_as_json if as_json else report.verification_as_text
    return render(name, qrels, problems), 1 if problems else 0


def _stats(arguments: Namespace) -> tuple[str, int]:
    found = statistics_of(_read(arguments.qrels, arguments.on_duplicate))
    as_json = arguments.format == "json"
    render = report.statistics_as_json if as_json else report.statistics_as_text
    return render(shown_name(arguments.qrels), found), 0


def _diff(arguments: Namespace) -> tuple[str, int]:
    if STANDARD_INPUT == arguments.qrels == arguments.after:
        raise OptionError("only one of the files can come from standard input")
    before, after = (_read(p, arguments.on_duplicate) for p in (arguments.qrels, arguments.after))
    found = difference_of(before, after)
    as_json = arguments.format == "json"
    render = report.difference_as_json if as_json else report.difference_as_text
    return render(found), 0 if found.is_empty else 1


def _read(path: str, on_duplicate: str) -> Qrels:
    return read_qrels(shown_name(path), read_unpacked(path), on_duplicate=on_duplicate)


def _expected(arguments: Namespace) -> tuple[str, ...] | None:
    """Read the ids that are expected, from a list or a query set; None where none are given."""
    if arguments.queries is not None:
        from sceneprobe.text.model import RefusedError, errors_in
        from sceneprobe.workflows.check import read_query_set

        query_set = read_query_set(arguments.queries)
        if errors_in(query_set.diagnostics):
            raise RefusedError(query_set.diagnostics, "the queries cannot be used as they are")
        return tuple(query.id for query in query_set.queries)
    if arguments.expected is None:
        return None
    from sceneprobe.formats.id_lists import read_ids

    return read_ids(shown_name(arguments.expected), read_unpacked(arguments.expected))
