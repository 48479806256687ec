"""The actions of ``sceneprobe testset`` on one set: new, validate, stats, convert, split."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from fractions import Fraction

from sceneprobe.cli.output import (
    add_output_option,
    findings_text,
    refuse_output,
    tell,
    tell_findings,
    write_result,
)
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.curation.split import HELD_OUT, SEED
from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, shown_name
from sceneprobe.formats.set_yaml import Form
from sceneprobe.judging.model import Stratum
from sceneprobe.report.findings import count_findings, findings_as_github, findings_as_json
from sceneprobe.report.wording import counted
from sceneprobe.text.model import Diagnostic, Severity, errors_in
from sceneprobe.text.numbers import whole_number


def add_actions(add_parser: Callable[..., ArgumentParser]) -> None:
    """Declare the actions that need a set and nothing else."""
    new = add_parser("new", help="lay out a set for a story, to be filled in")
    new.add_argument("story", metavar="STORY", help="a story file, or - for standard input")
    new.add_argument(
        "--types", nargs="+", type=_stratum, default=[], metavar="TYPE=N", help="types of queries"
    )
    new.add_argument("--force", action="store_true", help="overwrite what -o names")
    add_scene_pattern(new)
    new.set_defaults(act=_new)
    validate = add_parser("validate", help="report what keeps a set from being a good one")
    _add_set(validate)
    validate.add_argument("story", nargs="?", metavar="STORY", help="the story that it is about")
    validate.add_argument("--strict", action="store_true", help="exit with 1 on warnings")
    validate.add_argument("--format", choices=("text", "json", "github"), default="text")
    add_scene_pattern(validate)
    validate.set_defaults(act=_validate)
    stats = add_parser("stats", help="count queries by type and labels by grade")
    _add_set(stats)
    stats.add_argument("--format", choices=("text", "json"), default="text")
    stats.set_defaults(act=_stats)
    convert = add_parser("convert", help="write a set in its long or short form")
    _add_set(convert)
    convert.add_argument("--form", choices=tuple(Form), type=Form, default=Form.LONG)
    convert.set_defaults(act=_convert)
    for action in (new, validate, stats, convert):
        add_output_option(action)
    split = add_parser("split", help="hold a part of a set out, by type")
    _add_set(split)
    split.add_argument(
        "--share", type=_share, default=HELD_OUT, metavar="X", help="held out (default 0.2)"
    )
    split.add_argument("--seed", type=int, default=SEED, help=f"another split (default {SEED})")
    split.add_argument("-o", "--out", "--output", metavar="FILE", help="the set without that part")
    split.add_argument("--held-out", metavar="FILE", help="the part that is held out")
    split.set_defaults(act=_split)


def _new(arguments: Namespace) -> int:
    from sceneprobe.workflows.curate import skeleton

    out = arguments.out
    refuse_output("-o", out, [arguments.story])
    if out not in {None, STANDARD_INPUT} and os.path.isfile(out) and not arguments.force:
        raise OptionError(f"-o {out} is there already; give another name, or --force")
    text = skeleton(arguments.story, arguments.types, arguments.scene_pattern)
    write_result(text, out, [arguments.story])
    return 0


def _validate(arguments: Namespace) -> int:
    from sceneprobe.workflows.curate import findings_of_set

    query_set, findings = findings_of_set(arguments.set, arguments.story, arguments.scene_pattern)
    result = _findings(findings, arguments.format, arguments.out)
    write_result(result, arguments.out, [arguments.set, arguments.story])
    queries = counted(len(query_set.queries), "query", "queries")
    tell(f"{shown_name(arguments.set)}: {queries}, {count_findings(findings)}")
    if errors_in(findings):
        return 2
    warned = any(finding.severity is Severity.WARNING for finding in findings)
    return 1 if arguments.strict and warned else 0


def _stats(arguments: Namespace) -> int:
    from sceneprobe.curation.statistics import statistics_of_set
    from sceneprobe.report.sets import set_statistics_as_json, set_statistics_as_text
    from sceneprobe.workflows.curate import usable_set

    found = statistics_of_set(usable_set(arguments.set))
    render = set_statistics_as_json if arguments.format == "json" else set_statistics_as_text
    write_result(render(found), arguments.out, [arguments.set])
    return 0


def _convert(arguments: Namespace) -> int:
    from sceneprobe.formats.set_yaml import set_as_yaml
    from sceneprobe.workflows.curate import usable_set

    query_set = usable_set(arguments.set)
    tell_findings(query_set.diagnostics)
    write_result(set_as_yaml(query_set, arguments.form), arguments.out, [arguments.set])
    return 0


def _split(arguments: Namespace) -> int:
    from sceneprobe.curation.split import split
    from sceneprobe.files import write_together
    from sceneprobe.formats.set_yaml import set_as_yaml
    from sceneprobe.workflows.curate import usable_set

    query_set = usable_set(arguments.set)
    parts = split(query_set, arguments.share, arguments.seed)
    stem = "set" if arguments.set == STANDARD_INPUT else os.path.splitext(arguments.set)[0]
    written = {
        arguments.out or f"{stem}-evaluation.yaml": parts.evaluation,
        arguments.held_out or f"{stem}-held-out.yaml": parts.held_out,
    }
    if len(written) < 2:
        raise OptionError("both parts would go to one file; give two names")
    tell_findings(query_set.diagnostics)
    write_together({path: set_as_yaml(part).encode() for path, part in written.items()})
    for path, part in written.items():
        tell(f"{shown_name(path)}: {counted(len(part.queries), 'query', 'queries')}")
    return 0


def _findings(findings: tuple[Diagnostic, ...], form: str, path: str | None) -> str:
    if form == "json":
        return findings_as_json(findings)
    if form == "github":
        return findings_as_github(findings)
    return findings_text(findings, sys.stdout, path)


def _add_set(parser: ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", help="a test set, or - for standard input")


def _stratum(text: str) -> Stratum:
    name, _, number = text.rpartition("=")
    count = whole_number(number, 1, 100_000)
    if not name or count is None:
        raise ArgumentTypeError(f'a type and a number are needed, such as event=20, not "{text}"')
    return Stratum(name, count)


def _share(text: str) -> Fraction:
    try:
        # An exponent would make a number of as many digits as it says.
        share = Fraction(0 if "e" in text.lower() else text)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share < 1:
        raise ArgumentTypeError(f'a share between 0 and 1 is needed, not "{text}"')
    return share
