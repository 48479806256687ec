"""torchhd as the second engine of vsa: the same components and scores as NumPy's, bit for bit."""

import sys

import numpy as np
import pytest

from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.vsa import Vsa
from sceneprobe.cli.main import run
from sceneprobe.errors import OptionError

TEXTS = (
    "storm",
    "storm at sea",
    "the lamp went out and the sea came in",
    "bell " * 128,
    "bell " * 40_000 + "rope",
    "École l'été 夜の海",
    " ".join(f"w{number % 83}" for number in range(500)),
)


def test_components_are_those_of_numpy() -> None:
    pytest.importorskip("torchhd", reason="needs pip install 'sceneprobe[torchhd]'")
    from sceneprobe.backends.torchhd_engine import TorchhdEngine

    engine = TorchhdEngine(10_000, 42, "MAP", "cpu")
    ours = Vsa().encode(TEXTS).components()[:, :10_000]

    assert np.array_equal(engine.encode(TEXTS).numpy(), ours)
    assert {-1, 0, 1} == set(np.unique(ours).tolist())


@pytest.mark.parametrize("dim", [1, 63, 1_000])
def test_scores_are_those_of_numpy(dim: int) -> None:
    pytest.importorskip("torchhd", reason="needs pip install 'sceneprobe[torchhd]'")
    texts, queries = [*TEXTS, "", "?"], ["storm sea", "", "bell rope", "whale"]
    ours, theirs = (
        backend_of(f"vsa:engine={engine},dim={dim}").index(texts).scores(queries)
        for engine in ("numpy", "torchhd")
    )

    assert theirs.tobytes() == ours.tobytes()


@pytest.mark.parametrize("model", ["BSC", "HRR", "VTB", "FHRR", "BSBC", "CGR", "MCR"])
def test_other_models_search_as_backends_do(model: str) -> None:
    pytest.importorskip("torchhd", reason="needs pip install 'sceneprobe[torchhd]'")
    texts, queries = [*TEXTS[:4], "", TEXTS[6]], ["at SEA: storm", "", *TEXTS[:4], TEXTS[6]]
    first, second = (
        backend_of(f"vsa:engine=torchhd,model={model},dim=400").index(texts).scores(queries)
        for _ in range(2)
    )

    assert first.tobytes() == second.tobytes()
    assert first.shape == (7, 6)
    assert np.abs(first).max() <= 1
    assert not first[1].any()
    assert not first[:, 4].any()
    assert first[0].tolist() == pytest.approx(first[3].tolist())
    assert np.diag(first[2:, [0, 1, 2, 3, 5]]).tolist() == pytest.approx([1] * 5)


def test_other_models_are_not_normative() -> None:
    pytest.importorskip("torchhd", reason="needs pip install 'sceneprobe[torchhd]'")

    assert backend_of("vsa:engine=torchhd").normative
    assert not backend_of("vsa:engine=torchhd,model=hrr").normative
    assert backend_of("vsa:engine=torchhd,model=hrr").settings["model"] == "HRR"


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("vsa:engine=tensorflow", 'vsa:engine takes numpy, torchhd, not "tensorflow"'),
        ("vsa:engine=torchhd,model=HRX", "vsa:model takes MAP, BSC"),
        ("vsa:model=HRR", "vsa:model=HRR needs torchhd: vsa:engine=torchhd,model=HRR"),
        ("vsa:device=cuda", "vsa:device=cuda needs torchhd"),
        ("vsa:engine=torchhd,device=", "vsa:device needs a value"),
    ],
)
def test_unusable_options_are_named(profile: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        backend_of(profile)


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("vsa:engine=torchhd,device=toaster", 'torch has no device "toaster" here'),
        ("vsa:engine=torchhd,device=meta", 'torch has no device "meta" here'),
        ("vsa:engine=torchhd,device=hpu", 'torch has no device "hpu" here'),
        ("vsa:engine=torchhd,model=VTB,dim=99", "needs a square number as dim, not 99"),
    ],
)
def test_unusable_devices_and_dimensions_are_named(profile: str, said: str) -> None:
    pytest.importorskip("torchhd", reason="needs pip install 'sceneprobe[torchhd]'")

    with pytest.raises(OptionError, match=said):
        backend_of(profile).index(["storm"])


def test_without_torchhd_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torchhd", None)
    monkeypatch.delitem(sys.modules, "sceneprobe.backends.torchhd_engine", raising=False)

    code = run(["check", "--example", "--profile", "vsa:engine=torchhd"])

    assert code == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1].endswith('which is not here: pip install "sceneprobe[torchhd]"')
    assert len(said) == 1
