"""The keys of a configuration that say how backends are fused → Fusion."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from sceneprobe.formats.config_fields import choice_in, keys_of, number_in
from sceneprobe.formats.fields import Findings
from sceneprobe.formats.nodes import ListNode, Value
from sceneprobe.settings import findings as rules
from sceneprobe.settings.model import Component, Fusion, FusionMethod

FUSION_KEYS = ("fusion_method", "rrf_k", "weights", "components")
_DEFAULT = ("bm25", "vsa-rich")
_OF_METHOD = (("rrf_k", FusionMethod.RRF), ("weights", FusionMethod.WEIGHTED))


class ReadBackend(Protocol):
    """How a value is read as a backend; None where it is none."""

    def __call__(self, value: Value, what: str, name: str | None = None) -> Component | None:
        """Read the backend that a key has, known by this name."""
        ...


def read_fusion(
    keys: Mapping[str, Value], backend: ReadBackend, findings: Findings
) -> Fusion | None:
    """Read what is fused and how; None where nothing is.

    Fused by places, components are ``bm25`` and ``vsa-rich`` unless they are given. Fused by
    weights, they are those that have a weight, or those given, each with the weight 1.
    """
    given = keys.get("fusion_method")
    chosen = choice_in(given, "fusion_method", tuple(FusionMethod), findings)
    if given is None:
        for key in FUSION_KEYS:
            if key in keys:
                hint = "add fusion_method: rrf or fusion_method: weighted"
                findings.add(rules.AT_ODDS, keys[key].span, f"{key} needs a fusion_method", hint)
    if given is None or chosen is None:
        return None
    method = FusionMethod(chosen)
    for key, wanted in _OF_METHOD:
        if key in keys and method is not wanted:
            message = f"{key} goes with fusion_method: {wanted}, not {method}"
            findings.add(rules.AT_ODDS, keys[key].span, message)
    rrf_k = number_in(keys.get("rrf_k"), "rrf_k", (1, 1_000_000), findings)
    components = tuple(_components(keys.get("components"), backend, findings))
    if method is FusionMethod.RRF and "components" not in keys:
        components = tuple(Component(name, name, given.span) for name in _DEFAULT)
    if method is FusionMethod.WEIGHTED and "weights" in keys:
        components = tuple(_weighted(keys["weights"], components, findings))
    if len(components) < 2:
        if not findings.found:
            message = f"fusion needs two components or more, not {len(components)}"
            hint = "add components: [bm25, vsa-rich]"
            findings.add(rules.AT_ODDS, given.span, message, hint)
        return None
    return Fusion(method, components, given.span, rrf_k)


def _components(
    value: Value | None, backend: ReadBackend, findings: Findings
) -> Iterator[Component]:
    if isinstance(value, ListNode):
        found = [backend(entry, "components") for entry in value.entries]
    else:
        named = keys_of(value, "components", None, findings)
        found = [backend(inner, f"components.{name}", name) for name, inner in named.items()]
    yield from (component for component in found if component is not None)


def _weighted(
    value: Value, components: tuple[Component, ...], findings: Findings
) -> Iterator[Component]:
    """Give each name that has a weight the backend that components map it to, or that of its name.

    A component without a weight is an error: it would have no part in the result.
    """
    mapped = {component.name: component for component in components}
    weights = keys_of(value, "weights", None, findings)
    for name, inner in weights.items():
        weight = number_in(inner, f"weights.{name}", (0.0, 1_000_000.0), findings)
        yield replace(mapped.get(name, Component(name, name, inner.span)), weight=weight)
    for name, component in mapped.items():
        if name not in weights:
            message = f'the component "{name}" has no weight'
            findings.add(rules.AT_ODDS, component.span, message, f"add it to weights: {name}: 0.5")
