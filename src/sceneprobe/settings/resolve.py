"""A configuration as it is written → settings, defaults filled in and backends looked up."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sceneprobe.backends.base import described
from sceneprobe.backends.profiles import Profile, WrittenPart, parse_profile, written
from sceneprobe.backends.registry import DEFAULT, backend_of
from sceneprobe.errors import OptionError
from sceneprobe.settings import findings as rules
from sceneprobe.settings.model import Alias, Component, Config, Fusion, FusionMethod, Mmr, Settings
from sceneprobe.text.model import Diagnostic, RefusedError, Span, in_order

ADVICE = "the configuration cannot be used as it is"
_NEED_MODELS = ("dense", "splade")


def resolve(config: Config) -> Settings:
    """Look up what a configuration names; what cannot be made raises RefusedError with its place.

    Without a backend of its own the plain order is that of the first component, or of the default
    backend. Fusion that is turned off is not looked up, so that it needs no models.
    """
    found = _Lookup()
    plain = config.backend
    if plain is None and config.fusion is not None:
        plain = config.fusion.components[0]
    backend = found.backend(plain) if plain else Profile(DEFAULT)
    fused = backend
    if config.fusion is not None and config.switches.needs_quality:
        fused = found.fused(config.fusion)
    profiles = [found.reranked(profile, config) for profile in (backend, fused)]
    if found.wrong:
        raise RefusedError(in_order(found.wrong), ADVICE)
    return Settings(
        plain=written(profiles[0]),
        quality=written(profiles[1]),
        text=config.text,
        corpus=config.corpus,
        aliases=_joined(config.aliases),
        stopwords=tuple(sorted(set(config.stopwords))),
        mmr=_effective(config.mmr),
        switches=config.switches,
    )


class _Lookup:
    """Makes backends to see whether they can be made, and collects why some cannot."""

    def __init__(self) -> None:
        self.wrong: list[Diagnostic] = []

    def backend(self, component: Component) -> Profile:
        try:
            backend_of(component.profile)
        except OptionError as error:
            self._note(component.span, str(error), _hint(component))
            return Profile(DEFAULT)
        return parse_profile(component.profile)

    def fused(self, fusion: Fusion) -> Profile:
        parts = [WrittenPart(self.backend(part), part.weight) for part in fusion.components]
        options = () if fusion.rrf_k is None else (("rrf_k", fusion.rrf_k),)
        # The order of components changes no score; ordered, it changes no digest either.
        ordered = () if self.wrong else sorted(parts, key=_order)
        profile = Profile("hybrid", options, fusion.method.value, tuple(ordered))
        if fusion.method is FusionMethod.RRF:
            profile = replace(profile, parts=tuple(replace(p, weight=None) for p in profile.parts))
        return self._made(profile, fusion.span)

    def reranked(self, profile: Profile, config: Config) -> Profile:
        if config.rerank is None:
            return profile
        form, options = config.rerank.form, config.rerank.options
        made = Profile("rerank", options, form, (WrittenPart(profile, None),))
        return self._made(made, config.rerank.span)

    def _made(self, profile: Profile, span: Span) -> Profile:
        try:
            if not self.wrong:
                backend_of(written(profile))
        except OptionError as error:
            self._note(span, str(error), None)
        return profile

    def _note(self, span: Span, message: str, hint: str | None) -> None:
        finding = rules.WRONG_BACKEND.at(span, message, hint)
        if finding not in self.wrong:
            self.wrong.append(finding)


def _order(part: WrittenPart) -> tuple[str, str]:
    return described(backend_of(written(part.profile))), part.weight or ""


def _hint(component: Component) -> str | None:
    name = component.profile
    if name not in _NEED_MODELS:
        return None
    return (
        f'write components: {{{component.name}: "{name}:model=FOLDER"}}, '
        f"or components: {{{component.name}: rich}} for a backend without a model"
    )


def _joined(aliases: Iterable[Alias]) -> tuple[Alias, ...]:
    """Order aliases and their phrases, each once: how a file orders them changes nothing."""
    phrases: dict[str, set[tuple[str, ...]]] = {}
    for alias in aliases:
        phrases.setdefault(alias.name, set()).update(alias.phrases)
    return tuple(_ordered(phrases))


def _ordered(phrases: dict[str, set[tuple[str, ...]]]) -> Iterator[Alias]:
    for name in sorted(phrases):
        if phrases[name]:
            yield Alias(name, tuple(sorted(phrases[name])))


def _effective(mmr: Mmr | None) -> Mmr | None:
    """Give None where diversity would leave every order as it is."""
    return None if mmr is None or mmr.balance == 1 or mmr.n == 1 else mmr
