"""Names with options, such as ``vsa:dim=2000,seed=7`` → backends."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from sceneprobe.backends.base import Backend, BackendClass, CombinationClass, Part
from sceneprobe.backends.options import Number, Option, OptionValue
from sceneprobe.backends.profiles import Profile, WrittenPart, parse_profile
from sceneprobe.errors import OptionError
from sceneprobe.text.names import NearNames, did_you_mean

DEFAULT = "vsa"
ALIASES: Mapping[str, str] = MappingProxyType({"basic": "bow"})
BACKENDS: Mapping[str, str] = MappingProxyType(
    {
        "bow": "BagOfWords",
        "vsa": "Vsa",
        "tfidf": "Tfidf",
        "bm25": "Bm25",
        "rich": "Rich",
        "vsa-rich": "VsaRich",
        "dense": "Dense",
        "splade": "Splade",
    }
)
"""Every backend and its class, in the module of its name; imported only when it is asked for."""
COMBINATIONS: Mapping[str, str] = MappingProxyType({"hybrid": "Hybrid", "rerank": "Rerank"})
"""The same for those that combine others."""
_WEIGHT = Number(0, 1_000_000)


def backend_of(profile: str) -> Backend:
    """Make the backend that a name with options describes; ``profiles`` has the syntax."""
    return _made(parse_profile(profile))


def _made(profile: Profile) -> Backend:
    name = ALIASES.get(profile.name, profile.name)
    if name in COMBINATIONS:
        return _combined(name, profile)
    if name not in BACKENDS:
        known = (*BACKENDS, *ALIASES, *COMBINATIONS)
        raise OptionError(f'no backend is called "{profile.name}"; {_hint(profile.name, known)}')
    if profile.form is not None:
        raise OptionError(f"{name} combines no others; {' and '.join(COMBINATIONS)} do")
    made: BackendClass = _class_of(name, BACKENDS[name])
    return made(**_values(name, made.OPTIONS, profile))


def _combined(name: str, profile: Profile) -> Backend:
    made: CombinationClass = _class_of(name, COMBINATIONS[name])
    forms = ", ".join(f"{name}:{form}(…)" for form in made.FORMS)
    if profile.form is None:
        raise OptionError(f"{name} needs a form and parts: {forms}")
    if profile.form not in made.FORMS:
        raise OptionError(f'{name} has no form "{profile.form}"; it has {forms}')
    written = f"{name}:{profile.form}"
    parts = tuple(_part(part, written) for part in profile.parts)
    values = _values(written, made.FORMS[profile.form], profile)
    return made(profile.form, parts, **values)


def _part(part: WrittenPart, written: str) -> Part:
    weight = None if part.weight is None else _WEIGHT.read(part.weight, f"a weight in {written}")
    return Part(_made(part.profile), weight)


def _values(
    name: str, options: Mapping[str, Option], profile: Profile
) -> Mapping[str, OptionValue]:
    values: dict[str, OptionValue] = {}
    for key, text in profile.options:
        if key not in options:
            takes = f"it takes {', '.join(options) or 'no options'}"
            hint = did_you_mean(NearNames(options), key)
            raise OptionError(f'{name} has no option "{key}"; {hint or takes}')
        if key in values:
            raise OptionError(f'{name} is given the option "{key}" twice')
        values[key] = options[key].read(text, f"{name}:{key}")
    return values


def _class_of(name: str, class_name: str) -> Any:  # the class is named, not known
    return getattr(import_module(f"sceneprobe.backends.{name.replace('-', '_')}"), class_name)


def _hint(written: str, known: Iterable[str]) -> str:
    names = sorted(known)
    return did_you_mean(NearNames(names), written) or f"known: {', '.join(names)}"
