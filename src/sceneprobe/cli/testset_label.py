"""The action of ``sceneprobe testset`` that asks an annotator: label."""

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from io import TextIOWrapper

from sceneprobe.cli.output import refuse_output, tell, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.cli.testset_renew import add_pool_options
from sceneprobe.curation.labelling import keys, label
from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_bytes, refuse_unwritable, shown_name, write_bytes
from sceneprobe.formats.set_yaml import set_as_yaml
from sceneprobe.formats.sheets import sheet_as_csv
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.report.display import printable, shortened
from sceneprobe.report.wording import counted
from sceneprobe.story.model import Scene
from sceneprobe.text.source import decode
from sceneprobe.workflows.label import (
    LabelOptions,
    Questions,
    questions,
    refuse_other_set,
    with_labels,
)
from sceneprobe.workflows.pool import PROFILES
from sceneprobe.workflows.profiles import names_file, profile_named

_COLUMNS = 80


def add_actions(add_parser: Callable[..., ArgumentParser]) -> None:
    """Declare the action."""
    parser = add_parser("label", help="ask for grades of scenes, one at a time")
    parser.add_argument("story", metavar="STORY", help="the story that the set is about")
    parser.add_argument("set", metavar="SET", help="a test set, or a sheet (.csv) to fill in")
    add_pool_options(parser)
    parser.add_argument("--sheet", metavar="FILE", help="where answers go (default SET-labels.csv)")
    parser.add_argument(
        "--answers", metavar="FILE", help="read answers from FILE, a line each, not from stdin"
    )
    parser.add_argument(
        "-o", "--out", "--output", metavar="FILE", help="write the set with its new labels to FILE"
    )
    parser.set_defaults(act=_label)


def _label(arguments: Namespace) -> int:
    if STANDARD_INPUT in {arguments.story, arguments.set}:
        raise OptionError("standard input is for answers; give files")
    named = filter(names_file, arguments.profile or ())
    refuse_output("--sheet", arguments.sheet, [arguments.story, arguments.set, *named])
    profiles = tuple(map(profile_named, arguments.profile or PROFILES))
    options = LabelOptions(arguments.scene_pattern, profiles, arguments.k)
    with progress("finding scenes to judge"):
        asked = questions(arguments.story, arguments.set, arguments.sheet, options)
    if arguments.out is not None:
        if asked.query_set is None:
            raise OptionError("-o goes with a test set; a sheet is filled in where it is")
        refuse_output("-o", arguments.out, _inputs(asked, arguments))
        refuse_other_set(arguments.out, asked.query_set)
        if arguments.out != STANDARD_INPUT:
            refuse_unwritable(arguments.out)
    if asked.tasks:
        refuse_unwritable(asked.path)
    answer = _answers(arguments.answers)
    echoed = arguments.answers is not None or sys.stdin is None or not sys.stdin.isatty()

    def ask(row: SheetRow, number: int) -> str | None:
        sys.stdout.write(_question(row, number, len(asked.tasks), asked.scenes))
        sys.stdout.write(f"{keys(asked.sheet.scale)}: ")
        sys.stdout.flush()
        line = answer()
        if line is None or echoed:
            sys.stdout.write(f"{printable((line or '').strip())}\n")
        return line

    def write(sheet: Sheet) -> None:
        write_bytes(asked.path, sheet_as_csv(sheet).encode())

    try:
        done = label(asked.sheet, asked.tasks, ask, write, tell)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        sys.stdout.flush()
        tell(f"{shown_name(asked.path)}: holds every answer; the same command goes on from here")
        raise
    counts = f"{done.graded} graded, {done.unsure} unsure, {done.left} left"
    tell(f"{shown_name(asked.path)}: {counts} of {counted(done.asked, 'question')}")
    _write_set(asked, done.sheet, arguments)
    return 0


def _write_set(asked: Questions, sheet: Sheet, arguments: Namespace) -> None:
    if asked.query_set is not None and arguments.out is not None:
        labelled = with_labels(asked.query_set, sheet)
        write_result(set_as_yaml(labelled), arguments.out, _inputs(asked, arguments))
        new = len(labelled.qrels.rows) - len(asked.query_set.qrels.rows)
        tell(f"{shown_name(arguments.out)}: the set with {counted(new, 'new label')}")


def _inputs(asked: Questions, arguments: Namespace) -> list[str | None]:
    named = filter(names_file, arguments.profile or ())
    return [arguments.story, arguments.set, arguments.answers, asked.path, *named]


def _answers(path: str | None) -> Callable[[], str | None]:
    """Give a function that reads the next answer; None when there are no more."""
    if path is not None:
        lines = iter(decode(shown_name(path), read_bytes(path)).lines)
        return lambda: next((line for line in lines if line.strip()), None)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return lambda: (sys.stdin.readline() if sys.stdin else "") or None


def _question(row: SheetRow, number: int, count: int, scenes: Mapping[str, Scene]) -> str:
    kind = f"  ({shortened(row.query_type)})" if row.query_type else ""
    scene = scenes[row.doc_id]
    title = f"  {shortened(scene.title)}" if scene.title else ""
    indented = " " * 4
    text = textwrap.fill(
        printable(scene.text), _COLUMNS, initial_indent=indented, subsequent_indent=indented
    )
    so_far = _so_far(row)
    head = f"{number} of {count}  {shortened(row.query_id)}  {shortened(row.query_text)}{kind}"
    return f"\n{head}\n  {printable(row.doc_id)}{title}\n{text}\n{so_far}"


def _so_far(row: SheetRow) -> str:
    grade = "unsure" if row.unsure else "" if row.grade is None else f"grade {row.grade}"
    note = f"note: {printable(row.note)}" if row.note else ""
    known = ", ".join(part for part in (grade, note) if part)
    return f"  so far: {known}\n" if known else ""
