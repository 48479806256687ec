"""The options that every command shares which reads a story."""

from argparse import ArgumentParser


def add_scene_pattern(parser: ArgumentParser) -> None:
    """Add ``--scene-pattern``."""
    parser.add_argument(
        "--scene-pattern",
        metavar="REGEX",
        help="groups whose name matches REGEX anywhere are scenes, too",
    )
