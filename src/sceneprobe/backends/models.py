"""A model's local folder → the model; nothing is ever downloaded, and no pickled file is read."""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import file_digest, sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sceneprobe.errors import OptionError

Model = Any  # torch's types are not read: that would take longer than all the rest of mypy
_QUIET = MappingProxyType(
    {
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "TOKENIZERS_PARALLELISM": "false",
    }
)
_ASIDE = (".md", ".gitattributes", ".lock")


def load_model(
    folder: str, option: str, needed: Sequence[str], load: Callable[[str], Model]
) -> Model:
    """Load the model of a folder that has the needed files; anything else is the caller's mistake.

    The libraries are told to stay offline and quiet before they are imported: later is too late.
    """
    check_folder(folder, option, needed)
    os.environ.update(_QUIET)
    try:
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()
        return load(folder)
    except ImportError as missing:
        name, library = option.partition(":")[0], missing.name or "a library"
        raise OptionError(
            f'{name} needs {library}, which is not here: pip install "sceneprobe[dense]"'
        ) from missing
    except Exception as error:  # a broken model makes its reader raise anything
        reason = " ".join(str(error).split())[:200]
        raise OptionError(f'{option}="{folder}" cannot be loaded: {reason}') from error


def check_folder(folder: str, option: str, needed: Sequence[str]) -> None:
    """Refuse what is no folder, or a folder without the needed files; ``a|b`` is one of two."""
    looked_for = ", ".join(name.replace("|", " or ") for name in needed)
    if not Path(folder).is_dir():
        raise OptionError(
            f'{option}="{folder}" is no folder; it must be one with {looked_for}'
            " (nothing is downloaded)"
        )
    for names in needed:
        if not any((Path(folder) / name).is_file() for name in names.split("|")):
            missing = names.replace("|", " or ")
            raise OptionError(
                f'{option}="{folder}" is no model of this kind: it has no {missing}'
                f" (looked for: {looked_for})"
            )


@lru_cache(maxsize=16)
def fingerprint(folder: str) -> str:
    """Name a model by its folder and its content, wherever the folder stands."""
    digest = sha256()
    root = Path(folder)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.name.endswith(_ASIDE):
            digest.update(path.relative_to(root).as_posix().encode())
            with path.open("rb") as content:
                digest.update(file_digest(content, "sha256").digest())
    return f"{root.resolve().name}@{digest.hexdigest()[:16]}"
