"""``sceneprobe compare``: which of two ways to search finds more."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from sceneprobe.cli.output import encode_result, refuse_output, table_text, tell, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.errors import OptionError
from sceneprobe.experiments.comparison_model import Comparison
from sceneprobe.experiments.latency_model import Latency
from sceneprobe.files import STANDARD_INPUT, folders_of, replace_together
from sceneprobe.measures.model import OnMissing
from sceneprobe.report.comparison_text import (
    comparison_notes,
    means_table,
    moved_table,
    systems_table,
    tests_table,
)
from sceneprobe.report.table import Table
from sceneprobe.workflows.collect import TextMode
from sceneprobe.workflows.compare import compare
from sceneprobe.workflows.contest import contest_of
from sceneprobe.workflows.contest_model import CompareOptions, Contest, Given, Inputs, K
from sceneprobe.workflows.traces import TRACE_FILE, TRACE_FOLDER, Traces, traces_of

EXAMPLES = """\
examples:
  sceneprobe compare story.cnl --queries q.yaml -a bow -b vsa
  sceneprobe compare story.cnl --queries q.yaml --configA a.yaml --configB b.yaml --out out.json
  sceneprobe compare --corpus corpus.jsonl --queries queries.tsv --truth qrels.tsv \\
    --configA a.yaml --configB b.yaml --k 10 --out out.json --csv out.csv --emit-traces
  sceneprobe compare --runA bm25.run --runB dense.run --truth gold.qrels

exit code: 0 compared, whoever wins; 2 unusable input
"""
_JSON, _CSV, _LATENCY, _TRACES = "-o", "--csv", "--latency-out", "--trace-dir"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("story", nargs="?", metavar="STORY", help="what is searched; see --corpus")
    parser.add_argument("--corpus", metavar="FILE", help="a story, or a corpus of JSON lines")
    parser.add_argument("--queries", metavar="FILE", help="a query set, or TSV: id, text")
    parser.add_argument("--truth", metavar="FILE", help="judgments, as TSV: query, id, grade")
    for side in ("A", "B"):
        parser.add_argument(
            f"-{side.lower()}",
            f"--config{side}",
            f"--config-{side.lower()}",
            dest=f"config_{side.lower()}",
            metavar="CONFIG",
            help=f"side {side}: a configuration (.yaml, .json), or a profile such as bm25",
        )
        parser.add_argument(
            f"--run{side}",
            f"--run-{side.lower()}",
            dest=f"run_{side.lower()}",
            metavar="FILE",
            help=f"side {side}: a finished TREC run instead",
        )
    parser.add_argument("-k", "--k", type=int, default=K, help=f"the cutoff (default {K})")
    parser.add_argument(
        "--within", choices=("story",), help="rank only what is of the query's own story"
    )
    parser.add_argument(
        "--text",
        choices=[mode.value for mode in TextMode],
        default=TextMode.CANONICAL.value,
        help="what profiles search; a configuration says it itself",
    )
    parser.add_argument(
        "--on-missing",
        choices=[choice.value for choice in OnMissing],
        default=OnMissing.ZERO.value,
        help="queries without judgments or results: count as 0 (default), leave out, or refuse",
    )
    parser.add_argument(
        "--allow-unknown", action="store_true", help="judged ids that are not there are never found"
    )
    add_scene_pattern(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    parser.add_argument(
        *("-o", "--out", "--output"), metavar="FILE", help="write the harness's JSON to FILE, too"
    )
    parser.add_argument("--csv", metavar="FILE", help="write a row a query and side to FILE, too")
    parser.add_argument(
        "--emit-traces",
        action="store_true",
        help="write what each stage found, where a configuration's switches allow it",
    )
    parser.add_argument("--trace-dir", metavar="DIR", help=f"where (default {TRACE_FOLDER})")
    parser.add_argument(
        "--trace-queries", action="store_true", help="write the text of queries into traces, too"
    )
    parser.add_argument("--latency", action="store_true", help="time both sides and show it")
    parser.add_argument(
        "--latency-out", metavar="FILE", help="time both sides, and write it to FILE, too"
    )


def run(arguments: Namespace) -> int:
    """Compare two sides and show what differs; files are written once all is computed."""
    inputs = _inputs(arguments)
    files = [inputs.corpus, inputs.queries, inputs.truth, inputs.a.name, inputs.b.name]
    outputs = _outputs(arguments, files)
    with progress("comparing"):
        contest = contest_of(inputs, _options(arguments))
        for option, path in outputs.items():
            refuse_output(option, path, _named_corpora(contest))
        comparison = compare(contest)
        traces = None
        if arguments.emit_traces:
            traces = traces_of(contest, with_text=arguments.trace_queries)
    timed = None
    if arguments.latency or arguments.latency_out is not None:
        from sceneprobe.workflows.latency import time_sides

        with progress("timing"):
            timed = time_sides(contest)
    _write(comparison, timed, traces, outputs)
    _show(comparison, timed, arguments)
    for note in () if traces is None else traces.closed:
        tell(note)
    if traces is not None and traces.sides:
        tell(f"traces of {' and '.join(traces.sides)}: {outputs[_TRACES]}")
    return 0


def _outputs(arguments: Namespace, files: list[str | None]) -> dict[str, str]:
    """Give the file of each output that goes to one, by option."""
    given = {
        _JSON: arguments.out,
        _CSV: arguments.csv,
        _LATENCY: arguments.latency_out,
        _TRACES: None,
    }
    if arguments.emit_traces:
        folder = TRACE_FOLDER if arguments.trace_dir is None else arguments.trace_dir
        folder = folder.rstrip("/") or "/"
        given[_TRACES] = f"{folder}/{TRACE_FILE}"
    elif arguments.trace_dir is not None or arguments.trace_queries:
        option = "--trace-queries" if arguments.trace_queries else _TRACES
        raise OptionError(f"{option} is for the traces of --emit-traces")
    outputs = {option: path for option, path in given.items() if path is not None}
    for option, path in outputs.items():
        refuse_output(option, path, files)
        if path == STANDARD_INPUT and option != _JSON:
            raise OptionError(f"{option} needs the name of a file; -o - writes JSON to stdout")
    return outputs


def _named_corpora(contest: Contest) -> list[str | None]:
    """Give the corpora that configurations name; these are known only once they are read."""
    sides = (contest.a, contest.b)
    return [side.settings.corpus for side in sides if side.settings is not None]


def _inputs(arguments: Namespace) -> Inputs:
    if arguments.story is not None and arguments.corpus is not None:
        raise OptionError("what is searched is given twice: by itself, and by --corpus")
    return Inputs(
        a=_given("A", arguments.config_a, arguments.run_a),
        b=_given("B", arguments.config_b, arguments.run_b),
        corpus=arguments.story or arguments.corpus,
        queries=arguments.queries,
        truth=arguments.truth,
    )


def _given(side: str, config: str | None, run_file: str | None) -> Given:
    if (config is None) == (run_file is None):
        both = "both are given" if config is not None else "none is given"
        raise OptionError(f"side {side} needs one of --config{side} and --run{side}; {both}")
    return Given(run_file, is_run=True) if run_file is not None else Given(config or "")


def _options(arguments: Namespace) -> CompareOptions:
    return CompareOptions(
        k=arguments.k,
        on_missing=OnMissing(arguments.on_missing),
        within_story=arguments.within == "story",
        allow_unknown=arguments.allow_unknown,
        text=TextMode(arguments.text),
        scene_pattern=arguments.scene_pattern,
    )


def _write(
    comparison: Comparison,
    timed: Latency | None,
    traces: Traces | None,
    outputs: dict[str, str],
) -> None:
    """Write all files or none."""
    from sceneprobe.report.comparison_machine import comparison_as_csv, comparison_as_json

    contents: dict[str, bytes] = {}
    if outputs.get(_JSON, STANDARD_INPUT) != STANDARD_INPUT:
        contents[_JSON] = encode_result(comparison_as_json(comparison))
    if _CSV in outputs:
        contents[_CSV] = encode_result(comparison_as_csv(comparison))
    if timed is not None and _LATENCY in outputs:
        from sceneprobe.report.latency import latency_as_json

        contents[_LATENCY] = encode_result(latency_as_json(timed))
    if traces is not None and traces.sides:
        contents[_TRACES] = traces.lines
    if len({os.path.realpath(outputs[option]) for option in contents}) < len(contents):
        raise OptionError("each output must go to a file of its own")
    with folders_of(outputs[option] for option in contents):
        replace_together({outputs[option]: content for option, content in contents.items()})


def _show(comparison: Comparison, timed: Latency | None, arguments: Namespace) -> None:
    if arguments.out == STANDARD_INPUT or arguments.format == "json":
        from sceneprobe.report.comparison_machine import comparison_as_json

        write_result(comparison_as_json(comparison), None)
        if timed is not None and arguments.latency_out is None:
            tell(
                "times differ from run to run, and are no part of the JSON; see --latency-out FILE"
            )
        return
    shown = _readable(comparison, arguments.format)
    if timed is not None:
        from sceneprobe.report.latency import latency_notes, latency_table

        shown += "\n" + _drawn([latency_table(timed)], list(latency_notes(timed)), arguments.format)
    write_result(shown, None)


def _readable(comparison: Comparison, form: str) -> str:
    tables = [systems_table(comparison), means_table(comparison), tests_table(comparison)]
    moved = moved_table(comparison)
    tables += [moved] if moved.rows else []
    return _drawn(tables, list(comparison_notes(comparison)), form)


def _drawn(tables: Sequence[Table], notes: Sequence[str], form: str) -> str:
    if form == "markdown":
        from sceneprobe.report.check_markdown import escaped, table_as_markdown

        parts = ["\n".join(table_as_markdown(table)) for table in tables]
        listed = "\n".join(f"- {escaped(note)}" for note in notes)
        return "\n\n".join([*parts, listed]) + "\n"
    return "\n".join([*(table_text(table, None) for table in tables), *notes]) + "\n"
