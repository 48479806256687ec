"""``sceneprobe measure``: how well backends find what a test set asks for."""

from argparse import ArgumentParser, Namespace

from sceneprobe.backends.registry import DEFAULT
from sceneprobe.cli.output import (
    add_format_option,
    add_output_option,
    format_of,
    refuse_output,
    table_text,
    tell,
    tell_findings,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.prometheus_options import add_prometheus_options
from sceneprobe.cli.search_options import add_text_option
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.errors import OptionError
from sceneprobe.experiments.contrast import contrast
from sceneprobe.experiments.model import Measured
from sceneprobe.files import refuse_shared_input
from sceneprobe.report.display import printable
from sceneprobe.report.measured_text import (
    measured_notes,
    queries_table,
    summary_table,
    systems_table,
    types_table,
)
from sceneprobe.report.prometheus import figures_as_text, measured_figures, metrics_prefix
from sceneprobe.workflows.cache import Cache, cache_folder
from sceneprobe.workflows.check import read_query_set, refuse_unusable
from sceneprobe.workflows.collect import TextMode, collect
from sceneprobe.workflows.measure import MEASURES, MeasureOptions, labelled, measure
from sceneprobe.workflows.profiles import names_file, profile_named

EXAMPLES = """\
examples:
  sceneprobe measure story.cnl --queries set.yaml --profile bm25
  sceneprobe measure story.cnl --queries set.yaml --profile bow --profile vsa --profile rich
  sceneprobe measure corpus.jsonl --queries queries.jsonl --within story -o result.json
  sceneprobe measure story.cnl --queries set.yaml --text full --measures RR R@5

a corpus has a record a line: {"id": "d1", "text": "…", "story": "s1"}

exit code: 0 measured; 2 unusable input
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("corpus", metavar="STORY", help="a story, or a corpus of JSON lines")
    parser.add_argument("--queries", required=True, metavar="FILE", help="a test set or query set")
    parser.add_argument(
        "--profile",
        nargs="+",
        action="extend",
        metavar="NAME",
        help=f"a backend, with options or not; give several to compare them (default {DEFAULT})",
    )
    parser.add_argument(
        "--measures", nargs="+", default=MEASURES, metavar="M", help="what to measure"
    )
    parser.add_argument(
        "--within", choices=("story",), help="rank only what is of the query's own story"
    )
    add_text_option(parser)
    add_scene_pattern(parser)
    parser.add_argument("--no-cache", action="store_true", help="compute everything anew")
    parser.add_argument("--cache-dir", metavar="DIR", help="where results are remembered")
    add_format_option(parser, ("text", "json", "csv", "markdown"))
    add_output_option(parser)
    add_prometheus_options(parser)


def run(arguments: Namespace) -> int:
    """Measure backends and show the means."""
    inputs = [arguments.corpus, arguments.queries]
    refuse_shared_input(*inputs)
    inputs += filter(names_file, arguments.profile or ())
    refuse_output("-o", arguments.out, inputs)
    refuse_output("--prometheus", arguments.prometheus, inputs)
    prefix = metrics_prefix(arguments.metrics_prefix)
    if arguments.no_cache and arguments.cache_dir is not None:
        raise OptionError("--no-cache and --cache-dir do not go together")
    cache = None if arguments.no_cache else Cache(cache_folder(arguments.cache_dir))
    options = MeasureOptions(arguments.measures, arguments.within == "story")
    with progress(f"measuring on {printable(arguments.corpus)}") as on_progress:
        mode = TextMode(arguments.text)
        collection = collect(
            arguments.corpus,
            mode,
            within_story=options.within_story,
            scene_pattern=arguments.scene_pattern,
        )
        query_set = read_query_set(arguments.queries)
        findings = labelled(query_set, collection, within_story=options.within_story)
        refuse_unusable(findings)
        profiles = [profile_named(profile) for profile in arguments.profile or [DEFAULT]]
        measured, remembered = measure(
            collection, query_set, profiles, options, cache, on_progress=on_progress
        )
    tell_findings(findings)
    form = arguments.format or format_of(arguments.out)
    write_result(_render(measured, form, arguments.out), arguments.out, inputs)
    if arguments.prometheus is not None:
        figures = figures_as_text(measured_figures(measured), prefix)
        write_result(figures, arguments.prometheus, inputs)
    failed = [system for system in measured.systems if system.failures and not system.queries]
    for warning in remembered.warnings:
        tell(warning)
    if remembered.profiles:
        tell(f"remembered, not computed: {', '.join(map(printable, remembered.profiles))}")
    if failed:
        reason = next(iter(failed[0].failures.values()))
        raise OptionError(f"{failed[0].profile} could search for no query: {reason}")
    return 0


def _render(measured: Measured, form: str, path: str | None) -> str:
    if form == "csv":
        from sceneprobe.report.measured_csv import measured_as_csv

        return measured_as_csv(measured)
    found = contrast(measured) if len(measured.systems) > 1 else None
    if form == "json":
        from sceneprobe.formats.measured import measured_values
        from sceneprobe.report.wording import as_json

        return as_json(measured_values(measured, found))
    tables = [systems_table(measured, found)] if found else []
    if found is None and measured.systems[0].queries:
        shown = (queries_table, summary_table, types_table)
        tables = [show(measured, measured.systems[0]) for show in shown]
    said = list(measured_notes(measured, found))
    if form == "markdown":
        from sceneprobe.report.check_markdown import escaped, table_as_markdown

        parts = ["\n".join(table_as_markdown(table)) for table in tables]
        notes = "\n".join(f"- {escaped(note)}" for note in said)
        return "\n\n".join([*parts, notes]) + "\n"
    return "\n".join([*(table_text(table, path) for table in tables), *said]) + "\n"
