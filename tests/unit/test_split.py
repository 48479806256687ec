"""Splits: exact, stratified, stable; and shares by largest remainder."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.cli.main import run
from sceneprobe.curation.shares import shares
from sceneprobe.curation.split import split
from sceneprobe.curation.validate_set import validate_set
from sceneprobe.errors import OptionError
from sceneprobe.judging.model import Qrels, Query, QuerySet
from sceneprobe.text.model import errors_in
from sceneprobe.workflows.check import read_query_set

PINNED = "e02 e04 e07 e12 p06 p11 p14 c05 c06 c13".split()
V1 = Path(__file__).parents[2] / "fixtures" / "testsets" / "test_set_v1.yaml"


def ids(part: QuerySet) -> list[str]:
    return [query.id for query in part.queries]


def types(part: QuerySet) -> dict[str, int | None]:
    return {stratum.type: stratum.count for stratum in part.strata}


def test_fifty_queries_become_forty_and_ten() -> None:
    parts = split(read_query_set(V1))

    assert types(parts.evaluation) == {"exact_term": 16, "paraphrase": 12, "complex_clinical": 12}
    assert types(parts.held_out) == {"exact_term": 4, "paraphrase": 3, "complex_clinical": 3}
    assert [len(part.queries) for part in (parts.evaluation, parts.held_out)] == [40, 10]


def test_parts_are_valid_and_apart_and_whole() -> None:
    whole = read_query_set(V1)
    parts = split(whole)

    assert set(ids(parts.evaluation)).isdisjoint(ids(parts.held_out))
    assert set(ids(parts.evaluation)) | set(ids(parts.held_out)) == set(ids(whole))
    for part in (parts.evaluation, parts.held_out):
        assert errors_in(validate_set(part, None)) == ()
    labels = [*parts.evaluation.qrels.rows, *parts.held_out.qrels.rows]
    assert sorted(labels, key=repr) == sorted(whole.qrels.rows, key=repr)


def test_order_of_the_file_does_not_matter() -> None:
    whole = read_query_set(V1)
    turned = replace(whole, queries=whole.queries[::-1], places=())

    assert set(ids(split(turned).held_out)) == set(ids(split(whole).held_out))


def test_draw_is_pinned_and_the_seed_changes_it() -> None:
    whole = read_query_set(V1)

    assert ids(split(whole).held_out) == PINNED
    assert ids(split(whole, seed=7).held_out) != PINNED


@pytest.mark.parametrize(
    ("count", "share", "held"),
    [(5, "1/5", 1), (10, "1/4", 2), (10, "1/2", 5), (2, "1/3", 1), (7, "1/5", 1), (8, "1/5", 2)],
)
def test_nearest_whole_number_is_held_out(count: int, share: str, held: int) -> None:
    queries = tuple(Query(f"q{n}", "sea") for n in range(count))

    parts = split(QuerySet("a", None, queries, Qrels()), Fraction(share))

    assert len(parts.held_out.queries) == held


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_queries_cannot_be_split(count: int) -> None:
    queries = tuple(Query(f"q{n}", "sea") for n in range(count))

    with pytest.raises(OptionError, match="cannot be split"):
        split(QuerySet("a", None, queries, Qrels()))


@given(st.dictionaries(st.text(max_size=3), st.integers(1, 50), min_size=1, max_size=6), st.data())
def test_shares_are_whole_exact_and_nearly_in_proportion(
    sizes: dict[str, int], data: st.DataObject
) -> None:
    whole = sum(sizes.values())
    total = data.draw(st.integers(0, whole))

    given_out = shares(sizes, total)

    assert sum(given_out.values()) == total
    for name, size in sizes.items():
        assert abs(given_out[name] - Fraction(size * total, whole)) < 1
        assert given_out[name] <= size
    assert given_out == shares(dict(reversed(sizes.items())), total)


def test_neither_part_is_written_where_one_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held_out = tmp_path / "no-such-folder" / "held-out.yaml"
    command = ["testset", "split", str(V1), "-o", f"{tmp_path}/work.yaml", "--held-out"]

    assert run([*command, str(held_out)]) == 2
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err.startswith("sceneprobe: cannot write ")


def test_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "work.yaml").write_text("mine", "utf-8")
    paths = ["-o", f"{tmp_path}/work.yaml", "--held-out", f"{tmp_path}/held-out.yaml"]

    assert run(["testset", "split", str(V1), *paths]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["work.yaml"]
    assert (tmp_path / "work.yaml").read_text("utf-8") == "mine"
