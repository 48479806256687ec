"""What holds for every backend in the registry."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sceneprobe.backends.base import Backend, Scores, described
from sceneprobe.backends.registry import ALIASES, BACKENDS, COMBINATIONS, backend_of
from tests.models import make_model

EXAMPLE = Path(__file__).parents[2] / "examples" / "tidewater"
TEXTS = (
    "A storm at sea; the lamp went out.",
    "the lamp and the key",
    "",
    "storm storm storm",
    "École — l'été à Łódź, 夜の海, हिन्दी, \U0001f30a ﬁre",
    "... !",
    "the lamp and the key",
)
QUERIES = ("storm lamp", "", "key", "ÉCOLE 夜の海", "whale", "?!", "the the the lamp")
WITHOUT_WORDS = [place for place, text in enumerate(TEXTS) if text in {"", "... !"}]

NORMATIVE = ("bow", "vsa", "basic", "vsa:dim=65,seed=7")
EXACT = (
    *NORMATIVE,
    *("bm25", "bm25:terms=stems,k1=0.9", "rich", "rich:window=3"),
    *("vsa-rich", "vsa-rich:dim=513,seed=7,window=3"),
    *("hybrid:rrf(bm25,vsa-rich)", "hybrid:weighted(rich*0.6,bm25*0.4)"),
    *("rerank:window(bm25),n=2,window=4", "rerank:window(hybrid:rrf(bm25,rich))"),
)
"""Those that give the same bytes on every machine."""
NEURAL = ("dense", "splade", "rerank:cross")
PROFILES = (*EXACT, "tfidf", "tfidf:tf=raw", *NEURAL)

every = pytest.mark.parametrize("profile", PROFILES)
exact = pytest.mark.parametrize("profile", EXACT)
normative = pytest.mark.parametrize("profile", NORMATIVE)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Make the folder of a tiny model of a kind, or skip where its libraries are not installed."""
    return cache(lambda kind: make_model(kind, tmp_path_factory.mktemp(kind)))


@pytest.fixture
def written(profile: str, folders: Callable[[str], Path]) -> str:
    """Give the profile as a user would write it, with the folder of its model."""
    if profile == "rerank:cross":
        return f"rerank:cross(bm25),n=2,model={folders('cross')}"
    return f"{profile}:model={folders(profile)}" if profile in NEURAL else profile


@pytest.fixture
def backend(written: str) -> Backend:
    return backend_of(written)


def test_every_backend_is_under_contract() -> None:
    names = {profile.partition(":")[0] for profile in PROFILES}

    assert names == {*BACKENDS, *ALIASES, *COMBINATIONS}


def scores_of(backend: Backend) -> Scores:
    return backend.index(TEXTS).scores(QUERIES)


@every
def test_scores_have_a_row_a_query_and_a_column_a_text(backend: Backend) -> None:
    scores = scores_of(backend)

    assert scores.shape == (len(QUERIES), len(TEXTS))
    assert scores.dtype == np.float64


@every
def test_scores_are_the_same_every_time(backend: Backend, written: str) -> None:
    assert scores_of(backend).tobytes() == scores_of(backend_of(written)).tobytes()


@every
def test_index_gives_the_same_scores_when_asked_again(backend: Backend) -> None:
    index = backend.index(TEXTS)

    assert index.scores(QUERIES).tobytes() == index.scores(QUERIES).tobytes()


@every
def test_scores_are_numbers_and_cosines_at_most_1(backend: Backend) -> None:
    scores = scores_of(backend)

    assert np.isfinite(scores).all()
    assert np.abs(scores).max() <= 1 or backend.name in {"bm25", "splade"}


@every
def test_text_without_words_scores_0(backend: Backend) -> None:
    assert not scores_of(backend)[:, WITHOUT_WORDS].any()


@every
def test_query_without_words_scores_0(backend: Backend) -> None:
    scores = scores_of(backend)

    assert not scores[[1, 5]].any()


@every
def test_no_score_is_minus_0(backend: Backend) -> None:
    scores = scores_of(backend)

    assert not np.signbit(scores[scores == 0]).any()


@every
def test_equal_texts_have_equal_scores(backend: Backend) -> None:
    scores = scores_of(backend)

    assert scores[:, 1].tobytes() == scores[:, 6].tobytes()


@exact
def test_order_of_texts_changes_no_score(backend: Backend) -> None:
    order = [4, 2, 6, 0, 3, 5, 1]
    shuffled = backend.index([TEXTS[place] for place in order]).scores(QUERIES)

    assert shuffled.tobytes() == scores_of(backend)[:, order].tobytes()


@normative
def test_other_texts_change_no_score(backend: Backend) -> None:
    alone = [backend.index([text]).scores(QUERIES) for text in TEXTS]

    assert np.hstack(alone).tobytes() == scores_of(backend).tobytes()


@exact
def test_other_queries_change_no_score(backend: Backend) -> None:
    index = backend.index(TEXTS)
    alone = [index.scores([query]) for query in QUERIES]

    assert np.vstack(alone).tobytes() == scores_of(backend).tobytes()


@normative
def test_text_scores_1_for_itself_and_none_scores_more(backend: Backend) -> None:
    with_words = [text for place, text in enumerate(TEXTS) if place not in WITHOUT_WORDS]
    scores = backend.index(with_words).scores(with_words)

    assert scores.diagonal().tolist() == [1.0] * len(with_words)


@exact
def test_case_and_marks_do_not_matter(backend: Backend) -> None:
    (scores,) = backend.index(TEXTS).scores(["LAMP, (Storm)!"])

    assert scores.tobytes() == scores_of(backend)[0].tobytes()


@exact
def test_words_beyond_ascii_are_found(backend: Backend) -> None:
    row = scores_of(backend)[QUERIES.index("ÉCOLE 夜の海")]

    assert int(row.argmax()) == 4


@exact
def test_text_of_50_000_words_is_searched(backend: Backend) -> None:
    long = " ".join(f"word{number % 5_000}" for number in range(50_000))
    scores = backend.index([long, "lamp"]).scores([long, "lamp"])

    assert scores.argmax(axis=1).tolist() == [0, 1]
    assert backend.name not in {"bow", "vsa"} or scores.diagonal().tolist() == [1.0, 1.0]


@exact
def test_text_is_found_by_its_own_words(backend: Backend) -> None:
    texts = ["the storm took the lamp", "a key lay by the bell", "the rope and the sail"]

    assert backend.index(texts).scores(texts).argmax(axis=1).tolist() == [0, 1, 2]


@every
def test_no_texts_have_no_scores(backend: Backend) -> None:
    assert backend.index([]).scores(QUERIES).shape == (len(QUERIES), 0)


@every
def test_no_queries_have_no_scores(backend: Backend) -> None:
    assert backend.index(TEXTS).scores([]).shape == (0, len(TEXTS))


@every
def test_nothing_at_all_has_no_scores(backend: Backend) -> None:
    assert backend.index([]).scores([]).shape == (0, 0)


@every
def test_given_texts_stay_as_they_are(backend: Backend) -> None:
    texts, queries = list(TEXTS), list(QUERIES)
    backend.index(texts).scores(queries)

    assert (texts, queries) == (list(TEXTS), list(QUERIES))


@every
def test_backend_names_itself_and_its_settings(backend: Backend, profile: str) -> None:
    name = profile.partition(":")[0]

    assert backend.name == ALIASES.get(name, name)
    assert all(isinstance(value, int | float | str) for value in backend.settings.values())
    assert not backend.normative or name in {"bow", "basic", "vsa"}


@exact
def test_settings_make_the_same_backend_again(backend: Backend) -> None:
    assert dict(backend_of(described(backend)).settings) == dict(backend.settings)


def in_a_process(script: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        cwd=EXAMPLE,
        capture_output=True,
        check=True,
    )


@exact
def test_check_gives_the_same_bytes_whatever_threads_and_hashes(profile: str) -> None:
    script = (
        "from sceneprobe.cli.main import run; raise SystemExit(run(['check', 'story.cnl',"
        f" '--queries', 'queries.yaml', '--profile', {profile!r}, '--threshold', '0',"
        " '--format', 'json']))"
    )
    first = in_a_process(script, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", PYTHONHASHSEED="0")
    second = in_a_process(script, OMP_NUM_THREADS="4", OPENBLAS_NUM_THREADS="4", PYTHONHASHSEED="9")

    assert first.stdout.startswith(b"{\n")
    assert first.stdout == second.stdout


@normative
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_check_imports_only_what_it_needs(form: str, profile: str) -> None:
    script = (
        "import sys; from sceneprobe.cli.main import run; "
        f"run(['check', 'story.cnl', '--queries', 'queries.yaml', '--profile', {profile!r},"
        f" '--format', {form!r}]); "
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    imported = {name.partition(".")[0] for name in in_a_process(script).stderr.decode().split()}

    assert "numpy" in imported
    assert imported.isdisjoint({"scipy", "sklearn", "pandas", "torch", "torchhd", "rich"})
