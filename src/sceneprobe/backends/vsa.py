"""Vector symbolic architecture (DS05): a text is the majority of its words' hypervectors."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from types import MappingProxyType
from typing import ClassVar

from sceneprobe.backends.base import Index, Scores
from sceneprobe.backends.cosine import WholeNumbers, cosines
from sceneprobe.backends.hypervectors import DIMENSIONS, SEED, word_bits
from sceneprobe.backends.majority import majorities
from sceneprobe.backends.options import Choice, Option, OptionValue, Text, WholeNumber
from sceneprobe.backends.planes import Planes, packed_rows
from sceneprobe.errors import OptionError
from sceneprobe.text.words import words

_WITHOUT_TORCHHD = (
    'vsa:engine=torchhd needs torchhd, which is not here: pip install "sceneprobe[torchhd]"'
)


@dataclass(frozen=True, slots=True)
class Vsa:
    """The backend: ``encode(text) = sign(Σ count(word) · hv(word))`` with ``sign(0) = 0``."""

    dim: int = DIMENSIONS
    seed: int = SEED
    engine: str = "numpy"
    model: str = "MAP"
    device: str = "cpu"

    OPTIONS: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "dim": WholeNumber(1, 1_000_000),
            "seed": WholeNumber(0, 2**63 - 1),
            "engine": Choice(("numpy", "torchhd")),
            "model": Choice(("MAP", "BSC", "HRR", "VTB", "FHRR", "BSBC", "CGR", "MCR")),
            "device": Text(),
        }
    )

    def __post_init__(self) -> None:
        for key, option in self.OPTIONS.items():
            if option.read(str(getattr(self, key)), f"vsa:{key}") != getattr(self, key):
                raise OptionError(f"vsa:{key} is not written {getattr(self, key)!r}")
        if self.engine == "torchhd" and find_spec("torchhd") is None:
            raise OptionError(_WITHOUT_TORCHHD)
        for key, only in (("model", "MAP"), ("device", "cpu")):
            if self.engine == "numpy" and getattr(self, key) != only:
                wanted = f"vsa:engine=torchhd,{key}={getattr(self, key)}"
                raise OptionError(f"vsa:{key}={getattr(self, key)} needs torchhd: {wanted}")

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "vsa"

    @property
    def normative(self) -> bool:
        """DS05 fixes dimension, seed and model."""
        return (self.dim, self.seed, self.model) == (DIMENSIONS, SEED, "MAP")

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """Dimension and seed, and the model where it is another; no engine changes a score."""
        model = {} if self.model == "MAP" else {"model": self.model}
        return MappingProxyType({"dim": self.dim, "seed": self.seed, **model})

    def encode(self, texts: Sequence[str]) -> Planes:
        """Give the hypervector of every text; one without words is all zeros."""
        rows: defaultdict[str, int] = defaultdict(count(1).__next__)
        bags = []
        for text in texts:
            bag = Counter(words(text))
            bags.append((array("i", map(rows.__getitem__, bag)), array("i", bag.values())))
        streams = (word_bits(word, self.dim, self.seed) for word in rows)
        codebook = packed_rows(streams, len(rows), self.dim)
        return majorities(codebook, bags, self.dim)

    def index(self, texts: Sequence[str]) -> Index:
        """Encode the texts."""
        if self.engine == "torchhd":
            from sceneprobe.backends.torchhd_engine import TorchhdEngine

            return TorchhdEngine(self.dim, self.seed, self.model, self.device).index(texts)
        planes = self.encode(texts)
        return VsaIndex(self, planes, planes.squared_norms())


@dataclass(frozen=True, slots=True)
class VsaIndex:
    """Encoded texts with their squared norms."""

    backend: Vsa
    planes: Planes
    norms: WholeNumbers

    def scores(self, queries: Sequence[str]) -> Scores:
        """Score by cosine of hypervectors; queries are encoded as texts are."""
        encoded = self.backend.encode(queries)
        return cosines(encoded.dots(self.planes), encoded.squared_norms(), self.norms)
