"""Settings → the digest that two configurations share when they behave alike."""

import json
from collections.abc import Mapping
from hashlib import sha256

from sceneprobe.backends.base import described
from sceneprobe.backends.registry import backend_of
from sceneprobe.settings.model import Settings


def behavioural_digest(settings: Settings) -> str:
    """Digest all that can change a result.

    Paths, perf and what is turned off are left out; a model counts by its content.
    """
    return settings_digest(behaviour(settings))


def settings_digest(settings: Mapping[str, object]) -> str:
    """Digest resolved settings: SHA-256 of their canonical JSON."""
    canonical = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(canonical.encode()).hexdigest()}"


def behaviour(settings: Settings) -> Mapping[str, object]:
    """Give all that can change a result, defaults filled in, in one way for each meaning."""
    switches = settings.switches
    found: dict[str, object] = {
        "text": settings.text,
        "t2": {"quality": {"enabled": switches.quality, "shadow": switches.shadow}},
    }
    if not switches.shows_quality:
        found["plain"] = described(backend_of(settings.plain))
    if switches.needs_quality:
        mmr = settings.mmr
        found["quality"] = {
            "backend": described(backend_of(settings.quality)),
            "aliases": {alias.name: [list(p) for p in alias.phrases] for alias in settings.aliases},
            "stopwords": list(settings.stopwords),
            "mmr": None if mmr is None else {"lambda": float(mmr.balance), "n": mmr.n},
        }
    return found
