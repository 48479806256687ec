"""The actions of ``sceneprobe testset`` that make the next version: refresh and agree."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from sceneprobe.cli.output import refuse_output, table_text, tell, tell_findings, write_result
from sceneprobe.cli.progress import progress
from sceneprobe.cli.search_options import place
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.files import STANDARD_INPUT, refuse_shared_input, shown_name
from sceneprobe.report.display import printable
from sceneprobe.report.wording import counted
from sceneprobe.workflows.pool import DEPTH, PROFILES
from sceneprobe.workflows.renew import Agreement


def add_actions(add_parser: Callable[..., ArgumentParser]) -> None:
    """Declare both actions."""
    refresh = add_parser("refresh", help="replace queries, and write two sheets to grade")
    refresh.add_argument("set", metavar="SET", help="the test set to renew")
    refresh.add_argument(
        "--candidates", required=True, metavar="FILE", help="queries to take new ones from"
    )
    refresh.add_argument("--replace", type=place, required=True, metavar="N", help="how many go")
    refresh.add_argument(
        "--results",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="JSON with RR by query; what has 1 in all of them goes first",
    )
    refresh.add_argument("--story", metavar="STORY", help="the story to find scenes to judge in")
    add_pool_options(refresh)
    refresh.add_argument("--new-version", metavar="NAME", help="the next version (v1 gives v2)")
    refresh.add_argument(
        *("-o", "--out", "--output"),
        metavar="PREFIX",
        help="write PREFIX-a.csv, PREFIX-b.csv and PREFIX-draft.yaml (default: SET and version)",
    )
    refresh.set_defaults(act=_refresh)
    agree = add_parser("agree", help="compare two graded sheets, and make the next set")
    agree.add_argument("first", metavar="A", help="the sheet of one annotator")
    agree.add_argument("second", metavar="B", help="the sheet of the other")
    agree.add_argument("--adjudicated", metavar="FILE", help="a sheet that decides disputed pairs")
    agree.add_argument("--draft", metavar="FILE", help="what refresh wrote (default: beside A)")
    agree.add_argument("--force", action="store_true", help="merge even where kappa is 0.6 or less")
    agree.add_argument(
        "--drop-empty", action="store_true", help="leave out new queries with nothing relevant"
    )
    agree.add_argument("-o", "--out", "--output", metavar="FILE", help="write the next set to FILE")
    for action in (refresh, agree):
        action.add_argument("--format", choices=("text", "json"), default="text")
    agree.set_defaults(act=_agree)


def add_pool_options(parser: ArgumentParser) -> None:
    """Add ``--profile``, ``-k`` and ``--scene-pattern``: what is worth a judgment."""
    parser.add_argument(
        "--profile",
        nargs="+",
        action="extend",
        metavar="NAME",
        help=f"backends whose first scenes are judged (default {' '.join(PROFILES)})",
    )
    parser.add_argument(
        "-k", "--k", type=place, default=DEPTH, help=f"how many of each (default {DEPTH})"
    )
    add_scene_pattern(parser)


def _refresh(arguments: Namespace) -> int:
    from sceneprobe.files import write_together
    from sceneprobe.formats.set_yaml import set_as_yaml
    from sceneprobe.formats.sheets import sheet_as_csv
    from sceneprobe.report.sets import refreshing_as_json, refreshing_as_text
    from sceneprobe.workflows.profiles import profile_named
    from sceneprobe.workflows.renew import RefreshOptions, prepare

    refuse_shared_input(arguments.set, arguments.candidates, arguments.story, *arguments.results)
    options = RefreshOptions(
        replaced=arguments.replace,
        results=tuple(arguments.results),
        story=arguments.story,
        scene_pattern=arguments.scene_pattern,
        profiles=tuple(map(profile_named, arguments.profile or PROFILES)),
        depth=arguments.k,
        version=arguments.new_version,
    )
    with progress(f"refreshing {printable(arguments.set)}"):
        prepared = prepare(arguments.set, arguments.candidates, options)
    tell_findings(prepared.findings)
    refreshed, draft = prepared.refreshing, prepared.refreshing.draft
    prefix = arguments.out or _prefix(arguments.set, refreshed.old_version, draft.version or "")
    csv = sheet_as_csv(prepared.sheet).encode()
    contents = {
        f"{prefix}-a.csv": csv,
        f"{prefix}-b.csv": csv,
        f"{prefix}-draft.yaml": set_as_yaml(draft).encode(),
    }
    write_together(contents)
    render = refreshing_as_json if arguments.format == "json" else refreshing_as_text
    write_result(render(refreshed), None)
    rows = f"{counted(len(prepared.sheet.rows), 'row')} to grade"
    for path in contents:
        what = rows if path.endswith("csv") else "the set, without their grades"
        tell(f"{shown_name(path)}: {what}")
    tell("next: two people grade a sheet each, and testset agree makes the set of both")
    return 0


def _agree(arguments: Namespace) -> int:
    from sceneprobe.report.agreement import (
        agreement_as_json,
        disputes_as_text,
        kappa_note,
        kappa_table,
    )
    from sceneprobe.workflows.renew import LEAST_KAPPA, agree

    inputs = [arguments.first, arguments.second, arguments.adjudicated, arguments.draft]
    refuse_shared_input(*inputs)
    refuse_output("-o", arguments.out, inputs)
    with progress("comparing sheets"):
        found = agree(arguments.first, arguments.second, arguments.adjudicated)
    if arguments.format == "json":
        write_result(agreement_as_json(found.whole, found.by_type, found.decisions), None)
    else:
        table = table_text(kappa_table(found.whole, found.by_type), None)
        write_result(f"{table}\n{disputes_as_text(found.decisions)}", None)
    tell_findings(found.findings)
    note = kappa_note(found.whole, LEAST_KAPPA)
    if not found.is_enough:
        merged = "merged all the same" if arguments.force else "talk about the grades, or --force"
        tell(f"{note}: {merged}")
        if not arguments.force:
            return 1
    elif note:
        tell(note)
    if arguments.out is not None:
        _merge(arguments, found)
    return 0


def _merge(arguments: Namespace, found: Agreement) -> None:
    from sceneprobe.formats.set_yaml import set_as_yaml
    from sceneprobe.workflows.renew import draft_beside, next_set

    draft = arguments.draft or draft_beside(arguments.first)
    merged = next_set(draft, found, drop_empty=arguments.drop_empty)
    inputs = [arguments.first, arguments.second, arguments.adjudicated, draft]
    write_result(set_as_yaml(merged), arguments.out, inputs)
    queries = counted(len(merged.queries), "query", "queries")
    tell(f"{shown_name(arguments.out)}: {queries}, version {merged.version}")


def _prefix(path: str, old: str | None, new: str) -> str:
    """Name the next files as the set is named: ``set_v1.yaml`` gives ``set_v2``."""
    stem = "set" if path == STANDARD_INPUT else os.path.splitext(path)[0]
    return f"{stem.removesuffix(old)}{new}" if old and stem.endswith(old) else f"{stem}_{new}"
