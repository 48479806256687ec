"""Configurations for tests."""

from sceneprobe.formats.configs import read_config
from sceneprobe.settings.digest import behavioural_digest
from sceneprobe.settings.model import Settings
from sceneprobe.settings.resolve import resolve
from sceneprobe.text.source import from_text


def settings_of(text: str, name: str = "a.yaml") -> Settings:
    """Read and resolve the text of a configuration."""
    return resolve(read_config(from_text(name, text)))


def digest_of(text: str) -> str:
    """Give the behavioural digest of the text of a configuration."""
    return behavioural_digest(settings_of(text))
