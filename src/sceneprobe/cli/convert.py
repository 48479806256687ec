"""``sceneprobe convert``: judgments and runs of other tools as TREC files."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from sceneprobe.cli.output import tell, tell_findings, write_stream
from sceneprobe.cli.progress import progress
from sceneprobe.formats.convert_run import ScoreOrder
from sceneprobe.judging.build import ON_DUPLICATE
from sceneprobe.report.conversion import qrels_conversion_as_text, run_conversion_as_text
from sceneprobe.report.display import printable
from sceneprobe.workflows.convert import RunOptions, convert_qrels, convert_run

EXAMPLES = """\
examples:
  sceneprobe convert qrels --input gold.jsonl
  sceneprobe convert run --input bm25.jsonl --run-name bm25
  sceneprobe convert run --input dense.tsv --output dense_trec --strict

gold.jsonl holds a query a line, with the documents that are right:
  {"id": "q1", "docs": ["The Long Watch", "Salt Road"]}
a run adds the scores, or is a TREC file, or lines of query, document and score:
  {"id": "q1", "docs": ["Salt Road", "Keeper 9"], "scores": [7.5, 3.25]}

exit code: 0 converted; 2 unusable input, and nothing written
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of both conversions."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="qrels|run")
    qrels = kinds.add_parser("qrels", help="QUEST's JSON lines to TREC qrels")
    _add_files(qrels, "_qrels")
    qrels.add_argument(
        "--on-duplicate",
        choices=ON_DUPLICATE,
        default="error",
        help="what to do where a query names a document twice (default error)",
    )
    run_parser = kinds.add_parser("run", help="a run to a TREC run, with ranks by score")
    _add_files(run_parser, "_trec")
    run_parser.add_argument(
        "--run-name",
        "--run_name",
        default="run",
        metavar="NAME",
        help="the name of the run where the input has none (default run)",
    )
    run_parser.add_argument(
        "--score-order",
        choices=tuple(ScoreOrder),
        type=ScoreOrder,
        default=ScoreOrder.QUEST,
        help="which score is ranked first: the highest (descending), the lowest (ascending), or"
        " the highest unless all of a query are negative (quest, the default)",
    )
    run_parser.add_argument(
        "--strict", action="store_true", help="stop at lines that cannot be used, and write nothing"
    )


def run(arguments: Namespace) -> int:
    """Convert one file and say what was done."""

    def write(pieces: Iterable[bytes], path: str) -> None:
        write_stream(pieces, path, [arguments.input])

    with progress(f"converting {printable(arguments.input)}"):
        if arguments.kind == "qrels":
            policy = arguments.on_duplicate
            done = convert_qrels(arguments.input, arguments.out, write, on_duplicate=policy)
            told = qrels_conversion_as_text(done)
        else:
            options = RunOptions(arguments.run_name, arguments.score_order, arguments.strict)
            converted = convert_run(arguments.input, arguments.out, write, options)
            tell_findings(converted.findings)
            told = run_conversion_as_text(converted)
    for line in told.splitlines():
        tell(line)
    return 0


def _add_files(parser: ArgumentParser, suffix: str) -> None:
    parser.add_argument(
        "--input", required=True, metavar="FILE", help="the file to convert, or - for stdin"
    )
    parser.add_argument(
        *("-o", "--out", "--output"),
        metavar="FILE",
        help=f"where the result goes (default: the input's name with {suffix}); - is stdout",
    )
