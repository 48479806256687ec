"""Names with parameters, such as ``nDCG(gain=linear)@10`` → measures."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from sceneprobe.errors import OptionError
from sceneprobe.measures.base import Measure
from sceneprobe.measures.parameters import read_parameter
from sceneprobe.text.names import NearNames, did_you_mean


@dataclass(frozen=True, slots=True)
class Kind:
    """The module and class of a measure, which parameters it takes, and whether it needs a cutoff.

    A measure is imported when it is asked for: start-up counts.
    """

    module: str
    class_name: str
    parameters: tuple[str, ...] = ("rel",)
    needs_cutoff: bool = False

    def make(self, **parameters: int | str) -> Measure:
        """Make the measure."""
        made: Callable[..., Measure] = getattr(
            import_module(f"sceneprobe.measures.{self.module}"), self.class_name
        )
        return made(**parameters)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "RR": Kind("reciprocal_rank", "RR"),
        "R": Kind("recall", "Recall"),
        "P": Kind("precision", "Precision", needs_cutoff=True),
        "nDCG": Kind("ndcg", "NDCG", parameters=("gain",)),
        "AP": Kind("average_precision", "AveragePrecision"),
        "Success": Kind("success", "Success", needs_cutoff=True),
        "Judged": Kind("judged", "Judged", parameters=(), needs_cutoff=True),
    }
)
"""Every measure, by its canonical name."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {"MRR": "RR", "Recall": "R", "Precision": "P", "MAP": "AP"}
)

_KNOWN = MappingProxyType(
    {name.casefold(): name for name in KINDS}
    | {alias.casefold(): name for alias, name in ALIASES.items()}
)
_FORM = re.compile(r"([^\s(@)]+)\s*(?:\(([^()]*)\)\s*)?(?:@\s*([^\s()]*))?")
_SEVERAL = re.compile(r"(?:\([^()]*\)|[^\s,])+")


def measure_of(written: str) -> Measure:
    """Make the measure that a name describes; case does not matter, and usual names are known.

    >>> measure_of("mrr@10").name, measure_of("nDCG(gain=exponential)").name
    ('RR@10', 'nDCG')
    """
    form = _FORM.fullmatch(written.strip())
    if form is None:
        raise OptionError(f'"{written}" is no measure; write it like R(rel=2)@5')
    called, inside, cut = form.groups()
    name = _KNOWN.get(called.casefold())
    if name is None:
        known = f"known: {', '.join(KINDS)}"
        hint = did_you_mean(NearNames((*KINDS, *ALIASES)), called)
        raise OptionError(f'no measure is called "{called}"; {hint or known}')
    values = _parameters(name, inside or "")
    if cut is not None:
        values["cutoff"] = read_parameter(f"{name}@k", cut)
    elif KINDS[name].needs_cutoff:
        raise OptionError(f"{name} needs a cutoff, such as {name}@10")
    return KINDS[name].make(**values)


def measures_of(written: str | Sequence[str]) -> tuple[Measure, ...]:
    """Make the measures that names, separated by blanks or commas, describe; each is given once.

    >>> [measure.name for measure in measures_of("RR nDCG@10 MRR R@100")]
    ['RR', 'nDCG@10', 'R@100']
    """
    names = written if isinstance(written, str) else " ".join(written)
    measures = dict.fromkeys(measure_of(name) for name in _SEVERAL.findall(names))
    if not measures:
        raise OptionError(f"no measure is named; known: {', '.join(KINDS)}")
    return tuple(measures)


def _parameters(name: str, inside: str) -> dict[str, int | str]:
    values: dict[str, int | str] = {}
    for part in inside.split(",") if inside.strip() else ():
        key, _, text = (side.strip() for side in part.partition("="))
        if key not in KINDS[name].parameters:
            takes = ", ".join(KINDS[name].parameters) or "no parameters"
            raise OptionError(f'{name} has no parameter "{key}"; it takes {takes}')
        if key in values:
            raise OptionError(f'{name} is given the parameter "{key}" twice')
        values[key] = read_parameter(f"{name}(rel)", text) if key == "rel" else text
    return values
