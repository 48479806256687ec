"""``sceneprobe gate``: fail when a measure dropped too far below a baseline."""

import os
from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import (
    add_output_option,
    encode_result,
    refuse_output,
    table_text,
    tell,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.errors import OptionError
from sceneprobe.experiments.gate import CHANGEABLE
from sceneprobe.experiments.gate_model import GateResult, GateRule
from sceneprobe.files import STANDARD_INPUT, refuse_shared_input, replace_together
from sceneprobe.report.gate_markdown import gate_as_markdown
from sceneprobe.report.gate_text import falls_table, gate_as_github, gate_notes, lost_table
from sceneprobe.workflows.gate import Current, gate_files
from sceneprobe.workflows.profiles import names_file

EXAMPLES = """\
examples:
  sceneprobe gate --baseline baseline.json current.json
  sceneprobe gate --baseline baseline.json story.cnl --queries set.yaml --allow-changed corpus
  sceneprobe gate --baseline baseline.json current.json --metric R@10 nDCG@10 --max-drop 0.02 \\
    --significant --markdown report.md --link-base https://example.org/blob/main/

both files are results of measure:
  sceneprobe measure story.cnl --queries set.yaml --profile bm25 -o baseline.json

exit code: 0 no metric dropped too far; 1 one did; 2 unusable input, or what cannot be compared
"""
_DEFAULT = GateRule()


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "current",
        nargs="?",
        metavar="CURRENT",
        help="a result of measure (.json), or a story or corpus",
    )
    parser.add_argument(
        "--baseline", required=True, metavar="FILE", help="the result of measure to hold it against"
    )
    parser.add_argument("--queries", metavar="FILE", help="to measure a story or corpus by now")
    parser.add_argument(
        "--profile",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="what to measure now (default: the profiles of the baseline)",
    )
    add_scene_pattern(parser)
    parser.add_argument(
        "--metric",
        "--metrics",
        nargs="+",
        action="extend",
        metavar="M",
        help=f"what may not drop (default {' '.join(_DEFAULT.metrics)})",
    )
    parser.add_argument(
        "--max-drop",
        type=float,
        default=_DEFAULT.max_drop,
        metavar="SHARE",
        help=f"the share of the baseline that may be lost (default {_DEFAULT.max_drop})",
    )
    parser.add_argument(
        "--significant", action="store_true", help="fail only where the drop is also beyond chance"
    )
    parser.add_argument(
        "--allow-changed",
        nargs="*",
        metavar="WHAT",
        help=f"compare although these changed: {', '.join(CHANGEABLE)} (default: all of them)",
    )
    parser.add_argument("--markdown", metavar="FILE", help="write a report to post to FILE, too")
    parser.add_argument(
        "--link-base", default="", metavar="URL", help="what links to scenes begin with"
    )
    parser.add_argument("--format", choices=("text", "json", "markdown", "github"), default="text")
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """Hold a result against its baseline; the exit code says whether it passes."""
    path = _taken_current(arguments)
    inputs = [arguments.baseline, path, arguments.queries]
    refuse_shared_input(*inputs)
    inputs += filter(names_file, arguments.profile or ())
    outputs = {"-o": arguments.out, "--markdown": arguments.markdown}
    for option, output in outputs.items():
        refuse_output(option, output, inputs)
    if arguments.markdown == STANDARD_INPUT:
        raise OptionError("--markdown needs the name of a file; --format markdown writes to stdout")
    rule = _rule(arguments)
    current = Current(path, arguments.queries, arguments.profile or (), arguments.scene_pattern)
    with progress("gating"):
        result = gate_files(arguments.baseline, current, rule)
    reports = {
        arguments.markdown: gate_as_markdown(result, arguments.link_base),
        arguments.out: _render(result, arguments),
    }
    if arguments.out == arguments.markdown and arguments.out is not None:
        raise OptionError("-o and --markdown must go to files of their own")
    shown = {None, STANDARD_INPUT}
    files = {path: encode_result(text) for path, text in reports.items() if path not in shown}
    replace_together(files)
    if arguments.out in shown:
        write_result(reports[arguments.out], None)
    if arguments.format in {"json", "github"}:
        for note in gate_notes(result):
            tell(note)
    return 1 if result.failed else 0


def _taken_current(arguments: Namespace) -> str:
    """Give what is held against the baseline, also where it stands behind a list of names.

    ``--metric R@10 current.json`` reads well, but a list takes all that follows it.
    """
    if arguments.current is not None:
        return str(arguments.current)
    for names in (arguments.metric, arguments.allow_changed, arguments.profile):
        if names and os.path.isfile(names[-1]):
            return str(names.pop())
    raise OptionError("give what is held against the baseline: a result of measure, or a story")


def _rule(arguments: Namespace) -> GateRule:
    if not 0 <= arguments.max_drop <= 1:
        raise OptionError(f"--max-drop is a share from 0 to 1, not {arguments.max_drop}")
    allowed = arguments.allow_changed
    for what in allowed or ():
        if what not in CHANGEABLE:
            known = ", ".join(CHANGEABLE)
            raise OptionError(f'--allow-changed knows no "{what}"; there are {known}')
    return GateRule(
        metrics=tuple(arguments.metric or _DEFAULT.metrics),
        max_drop=arguments.max_drop,
        significant=arguments.significant,
        allow_changed=frozenset(CHANGEABLE if allowed == [] else allowed or ()),
    )


def _render(result: GateResult, arguments: Namespace) -> str:
    if arguments.format == "json":
        from sceneprobe.report.gate_json import gate_as_json

        return gate_as_json(result)
    if arguments.format == "markdown":
        return gate_as_markdown(result, arguments.link_base)
    if arguments.format == "github":
        return gate_as_github(result)
    lost = [found for found in result.metrics if found.gated and found.lost]
    tables = [falls_table(result), *map(lost_table, lost)]
    parts = [table_text(table, arguments.out) for table in tables]
    return "\n".join([*parts, *gate_notes(result)]) + "\n"
