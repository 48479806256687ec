"""A configuration as it is written, and the settings that come of it."""

from dataclasses import dataclass
from enum import StrEnum

from sceneprobe.text.model import Span


class FusionMethod(StrEnum):
    """How several backends are made one: by places, or by weights."""

    RRF = "rrf"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class Component:
    """A backend as a configuration writes it: its name there, its profile, and its weight."""

    name: str
    profile: str
    span: Span
    weight: str | None = None


@dataclass(frozen=True, slots=True)
class Fusion:
    """Several backends to be made one; ``rrf_k`` matters to fusion by places only."""

    method: FusionMethod
    components: tuple[Component, ...]
    span: Span
    rrf_k: str | None = None


@dataclass(frozen=True, slots=True)
class Reranking:
    """A second look at the first places, with the options of the backend ``rerank``."""

    form: str
    options: tuple[tuple[str, str], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Alias:
    """A name, and the phrases that mean it, each as its words."""

    name: str
    phrases: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Mmr:
    """Maximal marginal relevance: λ, the share of relevance, over the first n places."""

    balance: float = 0.7
    n: int = 20


@dataclass(frozen=True, slots=True)
class Switches:
    """What is turned on; ``quality`` and ``shadow`` are those of t2, the others those of perf."""

    quality: bool = True
    shadow: bool = False
    perf: bool = False
    report_memory: bool = False

    @property
    def needs_quality(self) -> bool:
        """Whether fusion, aliases, stop words and diversity are computed at all."""
        return self.quality or self.shadow

    @property
    def shows_quality(self) -> bool:
        """Whether they change the order that is given back."""
        return self.quality and not self.shadow

    @property
    def closed_gate(self) -> str | None:
        """Why no traces may be written; None where they may."""
        if not self.perf:
            return "perf.enabled is false"
        if not self.report_memory:
            return "perf.metrics.report_memory is false"
        if not self.needs_quality:
            return "t2.quality.enabled and t2.quality.shadow are false"
        return None


@dataclass(frozen=True, slots=True)
class Config:
    """What a file asks for; nothing of it has been looked up yet.

    ``corpus`` is a path that can be opened from where the program runs.
    """

    name: str
    backend: Component | None = None
    fusion: Fusion | None = None
    rerank: Reranking | None = None
    text: str = "canonical"
    corpus: str | None = None
    aliases: tuple[Alias, ...] = ()
    stopwords: tuple[str, ...] = ()
    mmr: Mmr | None = None
    switches: Switches = Switches()


@dataclass(frozen=True, slots=True)
class Settings:
    """What a configuration means: the backend without and with fusion, and the rest.

    Both profiles are in the syntax of ``--profile``; where nothing needs the second, it is the
    first.
    """

    plain: str
    quality: str
    text: str
    corpus: str | None
    aliases: tuple[Alias, ...]
    stopwords: tuple[str, ...]
    mmr: Mmr | None
    switches: Switches
