"""The options that commands share which search a story."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from sceneprobe.backends.registry import BACKENDS, COMBINATIONS, DEFAULT
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.measures.rq import THRESHOLD, K
from sceneprobe.text.numbers import whole_number
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.profiles import profile_named


def add_search_options(parser: ArgumentParser) -> None:
    """Add ``--profile``, ``-k``, ``--scene-pattern`` and ``--keep-going``."""
    parser.add_argument(
        "--profile",
        default=DEFAULT,
        help=f"how to search: {', '.join(sorted((*BACKENDS, *COMBINATIONS)))}, with options as in"
        f" vsa:dim=2000,seed=7 or hybrid:rrf(bm25,rich), or a YAML file that says the same; bow is"
        f" also called basic (default {DEFAULT})",
    )
    parser.add_argument(
        "-k", "--k", type=place, default=K, help=f"how many results count (default {K})"
    )
    add_scene_pattern(parser)
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="use what could be read even where the story has language errors",
    )


def check_options(arguments: Namespace) -> CheckOptions:
    """Gather the options of a command line."""
    return CheckOptions(
        profile=profile_named(arguments.profile),
        k=arguments.k,
        threshold=getattr(arguments, "threshold", THRESHOLD),
        scene_pattern=arguments.scene_pattern,
        whole_rankings=getattr(arguments, "emit_run", None) is not None,
        allow_unknown=getattr(arguments, "allow_unknown", False),
        keep_going=arguments.keep_going,
        require_labels=getattr(arguments, "require_labels", False),
    )


def place(text: str) -> int:
    """Read how many places count: a whole number from 1."""
    number = whole_number(text, 1, MOST_K)
    if number is None:
        raise ArgumentTypeError(f'a whole number from 1 to {MOST_K:,} is needed, not "{text}"')
    return number
