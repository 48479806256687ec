"""``sceneprobe serve``: the story as a service, with a page, a REST API and metrics."""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from sceneprobe.backends.registry import DEFAULT
from sceneprobe.cli.output import tell, tell_story_findings
from sceneprobe.cli.search_options import place
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.errors import OptionError
from sceneprobe.measures.rq import THRESHOLD, K
from sceneprobe.report.prometheus import PREFIX
from sceneprobe.text.numbers import whole_number

EXAMPLES = """\
examples:
  sceneprobe serve story.cnl --queries set.yaml
  sceneprobe serve story.cnl --judgments labels.yaml --profile bm25 --profile vsa
  SCENEPROBE_TOKEN=… sceneprobe serve story.cnl --queries set.yaml --host 0.0.0.0

needs pip install 'sceneprobe[serve]'; Ctrl-C ends it, after what runs is finished

exit code: 0 served and ended; 2 unusable input, or the port is taken
"""
TOKEN_VARIABLE = "SCENEPROBE_TOKEN"  # noqa: S105 - the name of a variable, no password


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("story", metavar="STORY", help="a story file")
    parser.add_argument("--queries", metavar="FILE", help="a test set, measured for /metrics")
    parser.add_argument(
        "--judgments",
        metavar="FILE",
        help="where labels are saved (default: the file of --queries); where it is not there yet,"
        " it begins with what --queries has",
    )
    parser.add_argument(
        "--profile",
        nargs="+",
        action="extend",
        metavar="NAME",
        help=f"how to search; the first is served, all are measured (default {DEFAULT})",
    )
    parser.add_argument("-k", "--k", type=place, default=K, help=f"results (default {K})")
    parser.add_argument(
        "--threshold",
        type=float,
        default=THRESHOLD,
        metavar="X",
        help=f"RQ passes above X (default {THRESHOLD})",
    )
    add_scene_pattern(parser)
    parser.add_argument("--host", default="127.0.0.1", help="the address (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=_port, default=8000, help="the port, 0 for any (default 8000)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name by which browsers may call the service",
    )
    parser.add_argument(
        "--token", help=f"what requests must bring, 8 letters or more (or {TOKEN_VARIABLE})"
    )
    parser.add_argument(
        "--no-auth", action="store_true", help="let everybody in who reaches the address"
    )
    parser.add_argument("--query-log", metavar="FILE", help="append searched queries to FILE")
    parser.add_argument(
        "--metrics-prefix",
        default=PREFIX,
        metavar="NAME",
        help=f"how the names of figures begin (default {PREFIX})",
    )
    parser.add_argument(
        "--max-body", type=_amount, default=16.0, metavar="MB", help="largest request (default 16)"
    )
    parser.add_argument(
        "--timeout", type=_amount, default=60.0, metavar="S", help="for an evaluation (default 60)"
    )
    parser.add_argument(
        "--workers", type=place, default=2, metavar="N", help="evaluations at once (default 2)"
    )


def run(arguments: Namespace) -> int:
    """Serve until told to stop."""
    try:
        from sceneprobe.service.app import create_app
        from sceneprobe.service.options import ServiceOptions
        from sceneprobe.service.serve import bound_socket, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sceneprobe"):
            raise
        raise OptionError(
            f"serve needs {error.name}, which is not installed; pip install 'sceneprobe[serve]'"
        ) from None
    if arguments.no_auth and arguments.token:
        raise OptionError("--token and --no-auth do not go together")
    token = arguments.token or os.environ.get(TOKEN_VARIABLE) or None
    options = ServiceOptions(
        story=arguments.story,
        queries=arguments.queries,
        judgments=arguments.judgments,
        profiles=tuple(dict.fromkeys(arguments.profile or [DEFAULT])),
        k=arguments.k,
        threshold=arguments.threshold,
        scene_pattern=arguments.scene_pattern,
        host=arguments.host,
        hosts=tuple(arguments.allow_host),
        token=None if arguments.no_auth else token,
        no_auth=arguments.no_auth,
        query_log=arguments.query_log,
        prefix=arguments.metrics_prefix,
        max_body=int(arguments.max_body * 1024 * 1024),
        timeout=arguments.timeout,
        workers=arguments.workers,
    )
    with bound_socket(options.host, arguments.port) as bound:
        app = create_app(options)
        tell_story_findings(app.state.story, arguments.story)
        serve(app, bound, options.timeout, lambda url: tell(f"serving {arguments.story} at {url}"))
    return 0


def _port(text: str) -> int:
    number = whole_number(text, 0, 65535)
    if number is None:
        raise ArgumentTypeError(f'a port is a number from 0 to 65535, not "{text}"')
    return number


def _amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.01 <= number <= 100_000:
        raise ArgumentTypeError(f'a number from 0.01 to 100,000 is needed, not "{text}"')
    return number
