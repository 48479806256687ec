"""Folders of models, and what is no model; nothing is downloaded."""

import socket
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from sceneprobe.backends import models
from sceneprobe.backends.models import LocalModel, fingerprint
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


def fake_model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files of a model that cannot be loaded, and feign that its libraries are there."""
    folder.mkdir(exist_ok=True)
    for name in ("modules.json", "config.json", "vocab.txt", "model.safetensors"):
        (folder / name).write_text("{}", "utf-8")
    monkeypatch.setattr(models, "version", lambda _: "1.2.3")


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

    backend = backend_of(profile.format(tmp_path))

    with pytest.raises(OptionError, match="cannot be loaded") as error:
        backend.index(TEXTS)

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
    fake_model(tmp_path, monkeypatch)
    for name in [name for name in sys.modules if name.startswith("transformers")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "transformers", None)

    with pytest.raises(OptionError, match=r'pip install "sceneprobe\[dense\]"'):
        backend_of(profile.format(tmp_path)).index(TEXTS)


@profiles
def test_model_is_loaded_when_texts_are_indexed(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_model(tmp_path, monkeypatch)
    monkeypatch.setattr(LocalModel, "loaded", property(lambda _: pytest.fail("loaded")))
    backend = backend_of(profile.format(tmp_path))

    assert backend.settings["torch"] == "1.2.3"
    with pytest.raises(pytest.fail.Exception, match="loaded"):
        backend.index(TEXTS)


@profiles
def test_settings_hold_content_and_versions_but_no_name(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_model(tmp_path, monkeypatch)
    before = backend_of(profile.format(tmp_path)).settings
    (tmp_path / "config.json").write_text("{ }", "utf-8")
    after = backend_of(profile.format(tmp_path)).settings

    assert before["model"] != after["model"]
    assert str(before["model"]).startswith("sha256-")
    assert before["transformers"] == "1.2.3"
    assert ("sentence-transformers" in before) == (not profile.startswith("splade"))


@profiles
def test_home_folder_is_written_with_a_tilde(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_model(tmp_path / "m", monkeypatch)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    written, whole = (backend_of(profile.format(path)) for path in ("~/m", tmp_path / "m"))

    assert dict(written.settings) == dict(whole.settings)


def test_settings_of_tfidf_hold_the_release_of_its_library() -> None:
    assert backend_of("tfidf").settings["scikit-learn"] == version("scikit-learn")


def test_model_that_names_other_code_is_refused(tmp_path: Path) -> None:
    make_model("dense", tmp_path)
    modules = (tmp_path / "modules.json").read_text("utf-8")
    (tmp_path / "modules.json").write_text(
        modules.replace("sentence_transformers.models.Pooling", "os.system"), "utf-8"
    )

    backend = backend_of(f"dense:model={tmp_path}")

    with pytest.raises(OptionError, match=r'names "os\.system", which is not run'):
        backend.index(TEXTS)


@pytest.mark.parametrize("name", ["dense", "splade"])
def test_folder_must_be_given(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} needs the folder of a model"):
        backend_of(name)


def test_model_is_named_by_its_content(tmp_path: Path) -> None:
    contents = {"here": "one", "there": "one", "other": "two"}
    for folder, content in contents.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "config.json").write_text(content, "utf-8")
        (tmp_path / folder / "README.md").write_text(folder, "utf-8")
    here, there, other = (fingerprint(str(tmp_path / folder)) for folder in contents)

    assert here == there
    assert here != other


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
