"""What ``--profile`` is given → a profile in one string."""

from sceneprobe.backends.profiles import written
from sceneprobe.backends.registry import ALIASES, BACKENDS, COMBINATIONS
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.text.model import RefusedError
from sceneprobe.text.source import decode

_LARGEST_FILE = 1024 * 1024


def profile_named(text: str) -> str:
    """Give a profile as it is, or in one string the profile of a YAML file that is named."""
    if not names_file(text):
        return text
    from sceneprobe.formats.fields import Findings
    from sceneprobe.formats.profile_files import read_profile

    findings = Findings()
    profile = read_profile(decode(shown_name(text), read_bytes(text, _LARGEST_FILE)), findings)
    if profile is None:
        raise RefusedError(findings.found, "the profile cannot be used as it is")
    return written(profile)


def names_file(text: str) -> bool:
    """Tell whether a profile is the name of a YAML file, which JSON is, too: an input then."""
    is_backend = text.partition(":")[0].strip() in {*BACKENDS, *COMBINATIONS, *ALIASES}
    return not is_backend and text.lower().endswith((".yaml", ".yml", ".json"))
