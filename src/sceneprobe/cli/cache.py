"""``sceneprobe cache``: show what is kept of earlier results, and clear it."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import add_output_option, write_result
from sceneprobe.errors import OptionError
from sceneprobe.files import shown_name
from sceneprobe.report.display import printable
from sceneprobe.report.wording import as_json, counted
from sceneprobe.workflows.cache import cache_folder, cache_info, clear_cache

EXAMPLES = """\
examples:
  sceneprobe cache info
  sceneprobe cache info --format json
  sceneprobe cache clear --cache-dir results

The folder is the one of --cache-dir, else of $SCENEPROBE_CACHE_DIR, else "sceneprobe" in the user's
cache folder. Other files that it holds are neither counted nor removed.

exit code: 0 fine; 2 the folder cannot be used
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the two actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="info|clear")
    for name, what in (
        ("info", "count the entries and check each of them"),
        ("clear", "remove all entries"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("--cache-dir", metavar="DIR", help="the folder of the cache")
        action.add_argument("--format", choices=("text", "json"), default="text")
        add_output_option(action)


def run(arguments: Namespace) -> int:
    """Do what the action says."""
    folder = cache_folder(arguments.cache_dir)
    if not folder:
        raise OptionError("no home folder is known; name the cache's with --cache-dir")
    render = _info if arguments.action == "info" else _clear
    write_result(render(folder, as_text=arguments.format == "text"), arguments.out)
    return 0


def _info(folder: str, *, as_text: bool) -> str:
    found = cache_info(folder)
    if not as_text:
        return as_json(
            {
                "folder": shown_name(folder),
                "entries": found.entries,
                "damaged": found.damaged,
                "unfinished": found.unfinished,
                "bytes": found.bytes,
            }
        )
    counts = [counted(found.entries, "entry", "entries")]
    counts += [f"{found.damaged} damaged"] if found.damaged else []
    counts += [counted(found.unfinished, "unfinished write")] if found.unfinished else []
    counts.append(counted(found.bytes, "byte"))
    return f"{printable(shown_name(folder))}: {', '.join(counts)}\n"


def _clear(folder: str, *, as_text: bool) -> str:
    removed = clear_cache(folder)
    if not as_text:
        return as_json({"folder": shown_name(folder), "removed": removed})
    entries = counted(removed, "entry", "entries")
    return f"{printable(shown_name(folder))}: {entries} removed\n"
