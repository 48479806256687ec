"""Settings → the digest that tells whether two results were made alike."""

import json
from collections.abc import Mapping
from hashlib import sha256


def settings_digest(settings: Mapping[str, object]) -> str:
    """Digest resolved settings: SHA-256 of their canonical JSON."""
    canonical = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(canonical.encode()).hexdigest()}"
