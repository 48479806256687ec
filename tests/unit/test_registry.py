"""Names with options → backends."""

import pytest

from sceneprobe.backends.bow import BagOfWords
from sceneprobe.backends.registry import backend_of
from sceneprobe.backends.vsa import Vsa
from sceneprobe.errors import OptionError


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
        pytest.param("vsa:dim=1000000", Vsa(1_000_000), id="largest"),
    ],
)
def test_profile_names_a_backend(profile: str, backend: object) -> None:
    assert backend_of(profile) == backend


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        pytest.param("bwo", 'no backend is called "bwo"; known: basic, bow, vsa', id="unknown"),
        pytest.param("", 'no backend is called ""; known: basic, bow, vsa', id="empty"),
        pytest.param("bsaic", 'no backend is called "bsaic"; did you mean "basic"?', id="misspelt"),
        pytest.param("VSA", 'no backend is called "VSA"; did you mean "vsa"?', id="upper-case"),
        pytest.param(
            "vsa:dims=5",
            'vsa has no option "dims"; it takes dim, seed, engine, model, device',
            id="unknown-option",
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
