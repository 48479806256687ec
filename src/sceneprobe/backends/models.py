"""A model's local folder → the model; nothing is ever downloaded, and no pickled file is read."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, version
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
TRANSFORMERS = ("transformers", "torch")
SENTENCES = ("sentence-transformers", *TRANSFORMERS)
"""The libraries that compute, by the names of their packages."""
_ASIDE = (".md", ".gitattributes", ".lock")


class LocalModel:
    """A model in a folder: looked for when it is named, read and loaded when it is first needed."""

    def __init__(
        self,
        folder: str,
        option: str,
        needed: Sequence[str],
        libraries: Sequence[str],
        load: Callable[[str], Model],
    ) -> None:
        self._folder = os.path.expanduser(folder)
        self._option = option
        self._load = load
        check_folder(self._folder, option, needed)
        self._versions = {name: self._version(name) for name in libraries}

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """The model by its content, and the versions of the libraries that compute with it."""
        return MappingProxyType({"model": fingerprint(self._folder), **self._versions})

    @cached_property
    def loaded(self) -> Model:
        """The model; one that cannot be loaded is the caller's mistake.

        The libraries are told to stay offline and quiet before they are imported: later is too
        late.
        """
        os.environ.update(_QUIET)
        try:
            from transformers.utils.logging import disable_progress_bar

            disable_progress_bar()
            return self._load(self._folder)
        except ImportError as missing:
            raise self._needs(missing.name or "a library") from missing
        except Exception as error:  # a broken model makes its reader raise anything
            reason = " ".join(str(error).split())[:200]
            message = f'{self._option}="{self._folder}" cannot be loaded: {reason}'
            raise OptionError(message) from error

    def _version(self, library: str) -> str:
        try:
            return version(library)
        except PackageNotFoundError as missing:
            raise self._needs(library) from missing

    def _needs(self, library: str) -> OptionError:
        name = self._option.partition(":")[0]
        return OptionError(
            f'{name} needs {library}, which is not here: pip install "sceneprobe[dense]"'
        )


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


def fingerprint(folder: str) -> str:
    """Name a model by its content, wherever its folder stands and whatever it is called."""
    digest = sha256()
    root = Path(folder)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.name.endswith(_ASIDE):
            digest.update(path.relative_to(root).as_posix().encode())
            with path.open("rb") as content:
                digest.update(file_digest(content, "sha256").digest())
    return f"sha256-{digest.hexdigest()[:16]}"
