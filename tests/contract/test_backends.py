"""What holds for every backend in the registry."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sceneprobe.backends.base import Backend, Scores
from sceneprobe.backends.registry import ALIASES, BACKENDS, backend_of

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

pytestmark = pytest.mark.parametrize("profile", [*BACKENDS, *ALIASES, "vsa:dim=65,seed=7"])


@pytest.fixture
def backend(profile: str) -> Backend:
    return backend_of(profile)


def scores_of(backend: Backend) -> Scores:
    return backend.index(TEXTS).scores(QUERIES)


def test_scores_have_a_row_a_query_and_a_column_a_text(backend: Backend) -> None:
    scores = scores_of(backend)

    assert scores.shape == (len(QUERIES), len(TEXTS))
    assert scores.dtype == np.float64


def test_scores_are_the_same_every_time(backend: Backend, profile: str) -> None:
    assert scores_of(backend).tobytes() == scores_of(backend_of(profile)).tobytes()


def test_index_gives_the_same_scores_when_asked_again(backend: Backend) -> None:
    index = backend.index(TEXTS)

    assert index.scores(QUERIES).tobytes() == index.scores(QUERIES).tobytes()


def test_scores_lie_between_minus_1_and_1(backend: Backend) -> None:
    scores = scores_of(backend)

    assert np.isfinite(scores).all()
    assert np.abs(scores).max() <= 1


def test_text_without_words_scores_0(backend: Backend) -> None:
    assert not scores_of(backend)[:, WITHOUT_WORDS].any()


def test_query_without_words_scores_0(backend: Backend) -> None:
    scores = scores_of(backend)

    assert not scores[[1, 5]].any()


def test_no_score_is_minus_0(backend: Backend) -> None:
    scores = scores_of(backend)

    assert not np.signbit(scores[scores == 0]).any()


def test_equal_texts_have_equal_scores(backend: Backend) -> None:
    scores = scores_of(backend)

    assert scores[:, 1].tobytes() == scores[:, 6].tobytes()


def test_order_of_texts_changes_no_score(backend: Backend) -> None:
    order = [4, 2, 6, 0, 3, 5, 1]
    shuffled = backend.index([TEXTS[place] for place in order]).scores(QUERIES)

    assert shuffled.tobytes() == scores_of(backend)[:, order].tobytes()


def test_other_texts_change_no_score(backend: Backend) -> None:
    alone = [backend.index([text]).scores(QUERIES) for text in TEXTS]

    assert np.hstack(alone).tobytes() == scores_of(backend).tobytes()


def test_other_queries_change_no_score(backend: Backend) -> None:
    index = backend.index(TEXTS)
    alone = [index.scores([query]) for query in QUERIES]

    assert np.vstack(alone).tobytes() == scores_of(backend).tobytes()


def test_text_scores_1_for_itself_and_none_scores_more(backend: Backend) -> None:
    with_words = [text for place, text in enumerate(TEXTS) if place not in WITHOUT_WORDS]
    scores = backend.index(with_words).scores(with_words)

    assert scores.diagonal().tolist() == [1.0] * len(with_words)


def test_case_and_marks_do_not_matter(backend: Backend) -> None:
    (scores,) = backend.index(TEXTS).scores(["LAMP, (Storm)!"])

    assert scores.tobytes() == scores_of(backend)[0].tobytes()


def test_words_beyond_ascii_are_found(backend: Backend) -> None:
    row = scores_of(backend)[QUERIES.index("ÉCOLE 夜の海")]

    assert int(row.argmax()) == 4


def test_text_of_50_000_words_is_searched(backend: Backend) -> None:
    long = " ".join(f"word{number % 5_000}" for number in range(50_000))
    scores = backend.index([long, "lamp"]).scores([long, "lamp"])

    assert scores.diagonal().tolist() == [1.0, 1.0]
    assert abs(scores[0, 1]) < 0.5


def test_no_texts_have_no_scores(backend: Backend) -> None:
    assert backend.index([]).scores(QUERIES).shape == (len(QUERIES), 0)


def test_no_queries_have_no_scores(backend: Backend) -> None:
    assert backend.index(TEXTS).scores([]).shape == (0, len(TEXTS))


def test_nothing_at_all_has_no_scores(backend: Backend) -> None:
    assert backend.index([]).scores([]).shape == (0, 0)


def test_given_texts_stay_as_they_are(backend: Backend) -> None:
    texts, queries = list(TEXTS), list(QUERIES)
    backend.index(texts).scores(queries)

    assert (texts, queries) == (list(TEXTS), list(QUERIES))


def test_backend_names_itself_and_its_settings(backend: Backend, profile: str) -> None:
    name = profile.partition(":")[0]

    assert backend.name == ALIASES.get(name, name)
    assert all(isinstance(value, int | float | str) for value in backend.settings.values())


def in_a_process(script: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        cwd=EXAMPLE,
        capture_output=True,
        check=True,
    )


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
