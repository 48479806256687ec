"""An app and an address → a server that runs until it is told to stop, and then finishes."""

import gc
import signal
import socket
from collections.abc import Callable, Sequence

import uvicorn
from fastapi import FastAPI

from sceneprobe.errors import OptionError
from sceneprobe.files import reason


def bound_socket(host: str, port: int) -> socket.socket:
    """Take an address; port 0 takes any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OptionError(f"cannot serve at {host}: {reason(error)}") from None
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(1024)
    except OSError as error:
        bound.close()
        raise OptionError(
            f"cannot serve at {host} port {port}: {reason(error)}; give another --port, or 0 for"
            " any that is free"
        ) from None
    return bound


def serve(app: FastAPI, bound: socket.socket, patience: float, tell: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; what runs then may take as long as patience says."""
    # The command line does without the collector; what runs for days cannot.
    gc.enable()
    for number in (signal.SIGINT, signal.SIGTERM):
        # The server raises what it caught once more after it has stopped.
        signal.signal(number, lambda *_: None)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=int(patience) + 1,
        lifespan="on",
    )
    _Server(config, lambda: tell(url_of(bound))).run(sockets=[bound])


def url_of(bound: socket.socket) -> str:
    """Give the URL of an address that is taken."""
    host, port = bound.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets=None if sockets is None else list(sockets))
        if self.started:
            self._ready()
