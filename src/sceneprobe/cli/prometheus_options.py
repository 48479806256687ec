"""The options of commands that can write their means for Prometheus."""

from argparse import ArgumentParser


def add_prometheus_options(parser: ArgumentParser) -> None:
    """Add ``--prometheus`` and ``--metrics-prefix``."""
    parser.add_argument(
        "--prometheus",
        metavar="FILE",
        help="also write the means to FILE (.prom) for the textfile collector of Prometheus",
    )
    parser.add_argument(
        "--metrics-prefix",
        default="sceneprobe",
        metavar="NAME",
        help="how their names begin (default sceneprobe)",
    )
