"""Who may ask what: Host and Origin, the token, and headers that keep a browser careful."""

import hmac
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from types import MappingProxyType

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sceneprobe.service.options import ServiceOptions, is_loopback
from sceneprobe.service.problems import problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
)
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


class Careful:
    """Lets requests through that may pass, and puts the headers on every answer.

    ``public`` are the paths that need no token: they tell nothing of the story.
    """

    def __init__(self, app: ASGIApp, options: ServiceOptions, public: Iterable[str]) -> None:
        self._app = app
        self._options = options
        self._public = frozenset(public)
        self._names = frozenset(map(str.lower, ("localhost", options.host, *options.hosts)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if not self._is_ours(headers.get("host", "")):
            answer = problem(421, "the Host header names another machine; see --allow-host")
            await answer(scope, receive, sending)
        elif scope["method"] not in _READING and is_foreign(headers):
            answer = problem(403, "another site may not write here")
            await answer(scope, receive, sending)
        elif not self._is_let_in(scope["path"], headers.get("authorization", "")):
            asked = {"WWW-Authenticate": "Bearer"}
            answer = problem(401, "send the token as Authorization: Bearer TOKEN", headers=asked)
            await answer(scope, receive, sending)
        else:
            await self._app(scope, receive, sending)

    def _is_ours(self, host: str) -> bool:
        """Tell whether a Host header can be honest.

        A site that lets its own name point here (DNS rebinding) cannot hide that name; a number
        cannot be made to point elsewhere.
        """
        name = _without_port(host).lower()
        if name in self._names:
            return True
        try:
            address = ip_address(name.strip("[]"))
        except ValueError:
            return False
        return address.is_loopback or not is_loopback(self._options.host)

    def _is_let_in(self, path: str, authorization: str) -> bool:
        token = self._options.token
        if token is None or path in self._public:
            return True
        scheme, _, given = authorization.partition(" ")
        same = hmac.compare_digest(given.strip().encode(), token.encode())
        return scheme.lower() == "bearer" and same


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def is_foreign(headers: Headers) -> bool:
    """Tell whether a browser says that another site has sent a request."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
        return True
    return (
        origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower()
    )
