"""Folders of models, and what is no model; nothing is downloaded."""

import socket
import sys
from pathlib import Path

import numpy as np
import pytest

from sceneprobe.backends.models import fingerprint
from sceneprobe.backends.registry import backend_of
from sceneprobe.errors import OptionError
from tests.models import make_model

LOOKED_FOR = {
    "dense:model={}": "modules.json",
    "splade:model={}": "config.json",
    "rerank:cross(bm25),model={}": "config.json",
}
KINDS = {"dense:model={}": "dense", "splade:model={}": "splade"}
TEXTS = ("the storm at sea", "a lamp " * 100 + "the key", "")

profiles = pytest.mark.parametrize("profile", LOOKED_FOR)


@profiles
def test_missing_folder_is_named_with_what_was_looked_for(profile: str) -> None:
    with pytest.raises(OptionError, match='="no/such" is no folder; it must be one with') as error:
        backend_of(profile.format("no/such"))

    assert LOOKED_FOR[profile] in str(error.value)
    assert "nothing is downloaded" in str(error.value)


@profiles
def test_folder_without_a_model_is_named(profile: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"has no {LOOKED_FOR[profile]}"):
        backend_of(profile.format(tmp_path))


@profiles
def test_damaged_model_is_refused_in_one_line(profile: str, tmp_path: Path) -> None:
    make_model(KINDS.get(profile, "cross"), tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"damaged")

    with pytest.raises(OptionError, match="cannot be loaded") as error:
        backend_of(profile.format(tmp_path))

    assert "\n" not in str(error.value)


@profiles
def test_loading_asks_no_network(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_model(KINDS.get(profile, "cross"), tmp_path)
    monkeypatch.setattr(socket, "getaddrinfo", pytest.fail)
    monkeypatch.setattr(socket.socket, "connect", pytest.fail)
    scores = backend_of(profile.format(tmp_path)).index(TEXTS).scores(["the lamp"])

    assert scores.shape == (1, 3)


@profiles
def test_missing_libraries_are_named(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("modules.json", "config.json", "vocab.txt", "model.safetensors"):
        (tmp_path / name).write_text("{}", "utf-8")
    for name in [name for name in sys.modules if name.startswith("transformers")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "transformers", None)

    with pytest.raises(OptionError, match=r'pip install "sceneprobe\[dense\]"'):
        backend_of(profile.format(tmp_path))


def test_model_that_names_other_code_is_refused(tmp_path: Path) -> None:
    make_model("dense", tmp_path)
    modules = (tmp_path / "modules.json").read_text("utf-8")
    (tmp_path / "modules.json").write_text(
        modules.replace("sentence_transformers.models.Pooling", "os.system"), "utf-8"
    )

    with pytest.raises(OptionError, match=r'names "os\.system", which is not run'):
        backend_of(f"dense:model={tmp_path}")


@pytest.mark.parametrize("name", ["dense", "splade"])
def test_folder_must_be_given(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} needs the folder of a model"):
        backend_of(name)


def test_model_is_named_by_its_content(tmp_path: Path) -> None:
    for folder in ("here", "there", "other"):
        (tmp_path / folder / "m").mkdir(parents=True)
        (tmp_path / folder / "m" / "config.json").write_text(folder[-3:], "utf-8")
        (tmp_path / folder / "m" / "README.md").write_text(folder, "utf-8")
    here, there, other = (fingerprint(str(tmp_path / f / "m")) for f in ("here", "there", "other"))

    assert here == there
    assert here != other
    assert here.startswith("m@")


def test_splade_weighs_a_vocabulary(tmp_path: Path) -> None:
    make_model("splade", tmp_path)
    index = backend_of(f"splade:model={tmp_path},window=8").index(TEXTS)
    (row,) = index.scores(["the lamp"])

    assert (row[:2] > 0).all()
    assert row[2] == 0


def test_cross_encoder_changes_an_order(tmp_path: Path) -> None:
    make_model("cross", tmp_path)
    texts = [f"the lamp {word}" for word in ("storm", "sea", "key", "bell", "rope")]
    first = backend_of("bow").index(texts).scores(["the lamp storm"])[0]
    second = (
        backend_of(f"rerank:cross(bow),model={tmp_path}").index(texts).scores(["the lamp storm"])[0]
    )

    assert np.argsort(-first, kind="stable").tolist() != np.argsort(-second, kind="stable").tolist()
