"""``sceneprobe evaluate``: how good are runs, by judgments? TREC files in, means out."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from sceneprobe.cli.output import refuse_output, table_text, tell, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.cli.prometheus_options import add_prometheus_options
from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT
from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties
from sceneprobe.judging.build import ON_DUPLICATE
from sceneprobe.measures.model import OnMissing
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.report.display import printable
from sceneprobe.report.run_model import RunsReport
from sceneprobe.report.runs_text import query_table, run_notes, runs_table
from sceneprobe.text.numbers import whole_number
from sceneprobe.workflows.evaluate_runs import CUTOFFS, TREC_EVAL, RunOptions, evaluate_runs

EXAMPLES = """\
examples:
  sceneprobe evaluate --run bm25.run --qrels gold.qrels
  sceneprobe evaluate --run bm25.run --qrels gold.qrels --cutoffs 1 5 10 --output results.json
  sceneprobe evaluate --run bm25.run dense.run --qrels gold.qrels --measures "RR nDCG@10 R@100"
  sceneprobe evaluate --run bm25.run --qrels gold.qrels --compat trec_eval --per-query

a line of a run is       q1 Q0 doc7 1 12.5 bm25
a line of judgments is   q1 0 doc7 1
both may be gzip; measures are RR, R, P, nDCG, AP, Success, Judged, with @k

exit code: 0 evaluated; 2 unusable input
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--run",
        nargs="+",
        action="extend",
        required=True,
        metavar="FILE",
        help="TREC runs, or - for standard input",
    )
    parser.add_argument(
        "--qrels", required=True, metavar="FILE", help="the judgments, or - for standard input"
    )
    parser.add_argument(
        "--measures",
        nargs="+",
        metavar="NAME",
        help="what to measure, such as RR nDCG@10 R@100 (default: Recall and nDCG by cutoff)",
    )
    parser.add_argument(
        "--cutoffs",
        nargs="+",
        type=_cutoff,
        metavar="K",
        help=f"the cutoffs of Recall@k and nDCG@k (default {' '.join(map(str, CUTOFFS))})",
    )
    parser.add_argument("--per-query", action="store_true", help="give each query's values, too")
    _add_reading(parser)
    parser.add_argument("--format", choices=("text", "json", "csv", "markdown"))
    parser.add_argument(
        *("-o", "--out", "--output"),
        metavar="FILE",
        help="write the result to FILE; without --format, JSON, and the table is still shown",
    )
    add_prometheus_options(parser)


def run(arguments: Namespace) -> int:
    """Evaluate runs and show the means."""
    if arguments.measures and arguments.cutoffs:
        raise OptionError("--cutoffs belongs to the table without --measures; write R@10 nDCG@10")
    inputs = [*arguments.run, arguments.qrels]
    refuse_output("-o", arguments.out, inputs)
    refuse_output("--prometheus", arguments.prometheus, inputs)
    with progress("evaluating"):
        report = evaluate_runs(arguments.run, arguments.qrels, _options(arguments))
    if arguments.out == STANDARD_INPUT and arguments.format is None:
        write_result(_render(report, "json", arguments), arguments.out)
    elif arguments.out is not None and arguments.format is None:
        write_result(_render(report, "json", arguments), arguments.out, inputs)
        write_result(_render(report, "text", arguments), None)
    else:
        form = arguments.format or "text"
        write_result(_render(report, form, arguments), arguments.out, inputs)
    if arguments.prometheus is not None:
        from sceneprobe.report.prometheus import figures_as_text, metrics_prefix, runs_figures

        prefix = metrics_prefix(arguments.metrics_prefix)
        write_result(figures_as_text(runs_figures(report), prefix), arguments.prometheus, inputs)
    if arguments.format not in {None, "text", "markdown"}:
        for note in run_notes(report):
            tell(note)
    return 0


def _add_reading(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--on-missing",
        choices=[choice.value for choice in OnMissing],
        default=OnMissing.SKIP.value,
        help="queries in only one of run and judgments: refuse, leave out (the default), or count"
        " as 0 where only the run lacks them",
    )
    parser.add_argument(
        "--ties",
        choices=[choice.value for choice in Ties],
        help="order equal scores by id (lex, the default), by id descending (trec), or as in the"
        " file (input)",
    )
    parser.add_argument(
        "--precision", choices=("double", "float32"), help="of scores (default double)"
    )
    parser.add_argument(
        "--score-order",
        choices=[choice.value for choice in ScoreOrder],
        help="which scores are best: the highest (descending), the lowest (ascending), the lowest"
        " where all of a query are negative (quest), or where also its ranks say so (auto, the"
        " default)",
    )
    parser.add_argument(
        "--trust-ranks", action="store_true", help="order by the rank column, not by scores"
    )
    parser.add_argument(
        "--on-duplicate",
        choices=("error", "keep_first"),
        default="error",
        help="an id that a query retrieves twice (default error)",
    )
    parser.add_argument(
        "--on-duplicate-judgment",
        choices=ON_DUPLICATE,
        default="error",
        help="an id that is judged twice for a query (default error)",
    )
    parser.add_argument(
        "--compat",
        choices=(TREC_EVAL,),
        help="give what trec_eval gives: its ties, single precision, linear gain",
    )


def _options(arguments: Namespace) -> RunOptions:
    trec_eval = arguments.compat == TREC_EVAL
    ties = arguments.ties or (Ties.TREC if trec_eval else Ties.LEX)
    precision = arguments.precision or ("float32" if trec_eval else "double")
    order = arguments.score_order or (ScoreOrder.DESCENDING if trec_eval else ScoreOrder.AUTO)
    return RunOptions(
        measures=arguments.measures or (),
        cutoffs=tuple(dict.fromkeys(arguments.cutoffs or CUTOFFS)),
        reading=RunReading(
            ties=Ties(ties),
            float32=precision == "float32",
            score_order=ScoreOrder(order),
            trust_ranks=arguments.trust_ranks,
            keep_first=arguments.on_duplicate == "keep_first",
        ),
        on_missing=OnMissing(arguments.on_missing),
        on_duplicate_judgment=arguments.on_duplicate_judgment,
        compat=arguments.compat,
    )


def _render(report: RunsReport, form: str, arguments: Namespace) -> str:
    if form in {"json", "csv"}:
        from sceneprobe.report import runs_machine

        render = runs_machine.runs_as_json if form == "json" else runs_machine.runs_as_csv
        return render(report, per_query=arguments.per_query)
    shown = [("", runs_table(report))]
    if arguments.per_query:
        shown += [
            (run.run if len(report.runs) > 1 else "", query_table(run)) for run in report.runs
        ]
    if form == "markdown":
        from sceneprobe.report.check_markdown import escaped, table_as_markdown

        parts = [
            "\n".join([*([f"### {escaped(name)}", ""] if name else []), *table_as_markdown(table)])
            for name, table in shown
        ]
        notes = "\n".join(f"- {escaped(note)}" for note in run_notes(report))
        return "\n\n".join([*parts, notes]) + "\n"
    path = arguments.out if arguments.format else None
    parts = [f"{printable(name)}\n" * bool(name) + table_text(table, path) for name, table in shown]
    return "\n".join([*parts, *run_notes(report)]) + "\n"


def _cutoff(text: str) -> int:
    number = whole_number(text, 1, MOST_K)
    if number is None:
        raise ArgumentTypeError(f'a whole number from 1 to {MOST_K:,} is needed, not "{text}"')
    return number
