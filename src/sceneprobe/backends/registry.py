"""Names with options, such as ``vsa:dim=2000,seed=7`` → backends."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from sceneprobe.backends.base import Backend, BackendClass
from sceneprobe.backends.options import OptionValue
from sceneprobe.errors import OptionError
from sceneprobe.text.names import NearNames, did_you_mean

DEFAULT = "vsa"
ALIASES: Mapping[str, str] = MappingProxyType({"basic": "bow"})
BACKENDS: Mapping[str, str] = MappingProxyType({"bow": "BagOfWords", "vsa": "Vsa"})
"""Every backend and its class, in the module of its name; imported only when it is asked for."""


def backend_of(profile: str) -> Backend:
    """Make the backend that a name with options describes; options are ``key=value,key=value``."""
    written, _, tail = profile.partition(":")
    name = ALIASES.get(written, written)
    if name not in BACKENDS:
        known = f"known: {', '.join(sorted((*BACKENDS, *ALIASES)))}"
        hint = did_you_mean(NearNames((*BACKENDS, *ALIASES)), written)
        raise OptionError(f'no backend is called "{written}"; {hint or known}')
    made: BackendClass = getattr(import_module(f"sceneprobe.backends.{name}"), BACKENDS[name])
    values: dict[str, OptionValue] = {}
    for part in tail.split(",") if tail else ():
        key, _, text = (side.strip() for side in part.partition("="))
        if key not in made.OPTIONS:
            takes = ", ".join(made.OPTIONS) or "no options"
            raise OptionError(f'{name} has no option "{key}"; it takes {takes}')
        if key in values:
            raise OptionError(f'{name} is given the option "{key}" twice')
        values[key] = made.OPTIONS[key].read(text, f"{name}:{key}")
    return made(**values)
