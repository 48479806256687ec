"""What the service is started with."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from sceneprobe.backends.registry import BACKENDS, DEFAULT
from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT
from sceneprobe.measures.rq import THRESHOLD, K
from sceneprobe.report.prometheus import PREFIX, metrics_prefix
from sceneprobe.workflows.evaluate import CheckOptions

LOOPBACK = "127.0.0.1"
_NEED_MODELS = frozenset({"dense", "splade"})


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """The story to serve, how it is searched, and what requests may ask of the machine.

    The first profile is the one served; ``hosts`` are further names that requests may call the
    service by. Labels are saved to ``judgments``, or else to ``queries``. ``max_body`` is in bytes,
    ``timeout`` in seconds.
    """

    story: str
    queries: str | None = None
    judgments: str | None = None
    profiles: Sequence[str] = (DEFAULT,)
    k: int = K
    threshold: float = THRESHOLD
    scene_pattern: str | None = None
    host: str = LOOPBACK
    hosts: Sequence[str] = ()
    token: str | None = None
    no_auth: bool = False
    query_log: str | None = None
    prefix: str = PREFIX
    max_body: int = 16 * 1024 * 1024
    timeout: float = 60.0
    workers: int = 2

    def __post_init__(self) -> None:
        for path in (self.story, self.queries, self.judgments, self.query_log):
            if path == STANDARD_INPUT:
                raise OptionError("the service reads its files again, so none can be -")
        for profile in self.profiles:
            self.check_options(profile)
        metrics_prefix(self.prefix)
        if self.token is not None and (len(self.token) < 8 or not self.token.isascii()):
            raise OptionError("a token needs at least 8 characters, all of them ASCII")
        if not is_loopback(self.host) and self.token is None and not self.no_auth:
            raise OptionError(
                f"--host {self.host} lets other machines in: give --token, or --no-auth if all of"
                " them may read and label the story"
            )

    @property
    def labels_path(self) -> str | None:
        """Where labels are saved; None where they cannot be."""
        return self.judgments or self.queries

    @property
    def components(self) -> tuple[str, ...]:
        """The profiles that requests may name: those given, then all that need no model.

        A request cannot bring options of its own: some of them name folders.
        """
        plain = sorted(name for name in BACKENDS if name not in _NEED_MODELS)
        return tuple(dict.fromkeys((*self.profiles, *plain)))

    def check_options(self, profile: str | None = None) -> CheckOptions:
        """Give the options of a check with the served profile, or with another."""
        return CheckOptions(
            profile=profile or self.profiles[0],
            k=self.k,
            threshold=self.threshold,
            scene_pattern=self.scene_pattern,
        )

    def component(self, name: str) -> str:
        """Give a profile that a request names, or refuse it with those that are known."""
        if name not in self.components:
            known = ", ".join(self.components)
            raise OptionError(f'no component is called "{name}"; known: {known}')
        return name


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
