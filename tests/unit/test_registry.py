"""Names with options → backends."""

import pytest

from sceneprobe.backends.base import Part
from sceneprobe.backends.bm25 import Bm25
from sceneprobe.backends.bow import BagOfWords
from sceneprobe.backends.hybrid import Hybrid
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.rerank import Rerank
from sceneprobe.backends.rich import Rich
from sceneprobe.backends.tfidf import Tfidf
from sceneprobe.backends.vsa import Vsa
from sceneprobe.backends.vsa_rich import VsaRich
from sceneprobe.errors import OptionError

KNOWN = "basic, bm25, bow, dense, hybrid, rerank, rich, splade, tfidf, vsa, vsa-rich"


@pytest.mark.parametrize(
    ("profile", "backend"),
    [
        pytest.param("vsa", Vsa(), id="vsa"),
        pytest.param("bow", BagOfWords(), id="bow"),
        pytest.param("basic", BagOfWords(), id="another-name"),
        pytest.param("vsa:dim=2000,seed=7", Vsa(2_000, 7), id="options"),
        pytest.param("vsa:seed=0", Vsa(seed=0), id="one-option"),
        pytest.param("vsa: dim = 64 , seed = 1 ", Vsa(64, 1), id="blanks"),
        pytest.param("vsa:", Vsa(), id="no-option-after-all"),
        pytest.param("tfidf", Tfidf(), id="tfidf"),
        pytest.param("bm25:k1=2,b=.5", Bm25(2.0, 0.5), id="bm25"),
        pytest.param("rich:window=0", Rich(0), id="rich"),
        pytest.param("vsa-rich:seed=7", VsaRich(seed=7), id="vsa-rich"),
        pytest.param(
            "hybrid:rrf(bm25,basic),rrf_k=9",
            Hybrid("rrf", (Part(Bm25()), Part(BagOfWords())), 9),
            id="hybrid",
        ),
        pytest.param(
            "rerank:window(bow),n=3", Rerank("window", (Part(BagOfWords()),), 3), id="rerank"
        ),
        pytest.param("vsa:dim=1000000", Vsa(1_000_000), id="largest"),
    ],
)
def test_profile_names_a_backend(profile: str, backend: object) -> None:
    assert backend_of(profile) == backend


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        pytest.param("bwo", f'no backend is called "bwo"; known: {KNOWN}', id="unknown"),
        pytest.param("", f'no backend is called ""; known: {KNOWN}', id="empty"),
        pytest.param("bsaic", 'no backend is called "bsaic"; did you mean "basic"?', id="misspelt"),
        pytest.param("VSA", 'no backend is called "VSA"; did you mean "vsa"?', id="upper-case"),
        pytest.param(
            "vsa:size=5",
            'vsa has no option "size"; it takes dim, seed, engine, model, device',
            id="unknown-option",
        ),
        pytest.param(
            "vsa:dims=5", 'vsa has no option "dims"; did you mean "dim"?', id="misspelt-option"
        ),
        pytest.param(
            "basic:dim=5", 'bow has no option "dim"; it takes no options', id="takes-no-options"
        ),
    ],
)
def test_unknown_name_is_refused_in_one_line(profile: str, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        backend_of(profile)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    "written",
    ["dim=0", "dim=-1", "dim=1000001", "dim=1e3", "dim=5.0", "dim=", "dim", "dim=" + "9" * 5_000],
    ids=["zero", "negative", "too-large", "exponent", "fraction", "empty", "no-value", "giant"],
)
def test_wrong_value_is_refused(written: str) -> None:
    with pytest.raises(OptionError, match=r"vsa:dim takes a whole number from 1 to 1,000,000, not"):
        backend_of(f"vsa:{written}")


def test_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="dim"):
        backend_of("vsa:dim=64,dim=65")
