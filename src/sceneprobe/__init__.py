"""sceneprobe reads a story and tells whether the right scene can be found again."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sceneprobe.errors import FileError, OptionError, SceneprobeError
    from sceneprobe.story.model import Chapter, Entity, Scene, Story
    from sceneprobe.text.model import Diagnostic, Severity, Span
    from sceneprobe.version import __version__
    from sceneprobe.workflows.check import check, check_story
    from sceneprobe.workflows.evaluate import CheckOptions
    from sceneprobe.workflows.read import read_story
    from sceneprobe.workflows.retrieval import evaluate, load_test_set

# Imported when first used, so that importing one name does not import all.
_HOMES = {
    "CheckOptions": "sceneprobe.workflows.evaluate",
    "Chapter": "sceneprobe.story.model",
    "Diagnostic": "sceneprobe.text.model",
    "Entity": "sceneprobe.story.model",
    "FileError": "sceneprobe.errors",
    "OptionError": "sceneprobe.errors",
    "Scene": "sceneprobe.story.model",
    "SceneprobeError": "sceneprobe.errors",
    "Severity": "sceneprobe.text.model",
    "Span": "sceneprobe.text.model",
    "Story": "sceneprobe.story.model",
    "__version__": "sceneprobe.version",
    "check": "sceneprobe.workflows.check",
    "check_story": "sceneprobe.workflows.check",
    "evaluate": "sceneprobe.workflows.retrieval",
    "load_test_set": "sceneprobe.workflows.retrieval",
    "read_story": "sceneprobe.workflows.read",
}

__all__ = [
    "Chapter",
    "CheckOptions",
    "Diagnostic",
    "Entity",
    "FileError",
    "OptionError",
    "Scene",
    "SceneprobeError",
    "Severity",
    "Span",
    "Story",
    "__version__",
    "check",
    "check_story",
    "evaluate",
    "load_test_set",
    "read_story",
]


def __getattr__(name: str) -> Any:  # Any: the exported names have nothing in common
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
