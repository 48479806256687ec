"""What holds for any hypervectors, any ranking, any query and any query file."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sceneprobe.backends.hypervectors import (
    Hypervector,
    bind,
    bundle,
    permute,
    similarity,
    unbind,
    word_vector,
)
from sceneprobe.backends.registry import backend_of
from sceneprobe.formats.queries import read_queries
from sceneprobe.judging.model import QrelRow, Qrels, Query
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.rq import retrieval_quality
from sceneprobe.measures.ties import bounds
from sceneprobe.ranking.model import Ranking, Run, TieRule
from sceneprobe.ranking.rank import rank
from sceneprobe.report.check_markdown import search_as_markdown
from sceneprobe.report.check_text import search_as_text
from sceneprobe.report.search_json import search_as_json
from sceneprobe.search.lexicon import lexicon_of
from sceneprobe.search.snippets import Snippets
from sceneprobe.text.source import decode, from_text
from sceneprobe.text.words import words
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.search import search
from tests.queries import WEATHER
from tests.rankings import places

steady = settings(deadline=None, derandomize=True, max_examples=100)

DIMENSIONS = 257


def vectors(*, zeros: bool) -> st.SearchStrategy[Hypervector]:
    """Draw hypervectors: those of words, and with zeros also bundles of two words."""
    alone = st.text(max_size=4).map(from_word)
    return alone | st.tuples(alone, alone).map(bundle) if zeros else alone


def from_word(word: str) -> Hypervector:
    return word_vector(word.encode("utf-8", "replace").decode(), DIMENSIONS)


bipolar = vectors(zeros=False)
ternary = vectors(zeros=True)


def same(first: Hypervector, second: Hypervector) -> bool:
    return first.dtype == second.dtype and bool(np.array_equal(first, second))


@steady
@given(ternary, ternary)
def test_bind_is_commutative(first: Hypervector, second: Hypervector) -> None:
    assert same(bind(first, second), bind(second, first))


@steady
@given(ternary, ternary, ternary)
def test_bind_is_associative(first: Hypervector, second: Hypervector, third: Hypervector) -> None:
    assert same(bind(bind(first, second), third), bind(first, bind(second, third)))


@steady
@given(ternary, bipolar)
def test_bind_is_its_own_inverse(first: Hypervector, key: Hypervector) -> None:
    assert same(bind(bind(first, key), key), first)


@steady
@given(ternary, bipolar)
def test_unbind_undoes_bind(first: Hypervector, key: Hypervector) -> None:
    assert same(unbind(bind(first, key), key), first)


@steady
@given(ternary, ternary, bipolar)
def test_bind_preserves_similarity(
    first: Hypervector, second: Hypervector, key: Hypervector
) -> None:
    assert similarity(bind(first, key), bind(second, key)) == similarity(first, second)


@steady
@given(st.lists(ternary, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_bundle_is_order_free(several: list[Hypervector], random: Random) -> None:
    shuffled = list(several)
    random.shuffle(shuffled)

    assert same(bundle(shuffled), bundle(several))


@steady
@given(ternary)
def test_bundle_of_one_is_itself(vector: Hypervector) -> None:
    assert same(bundle([vector]), vector)


@steady
@given(st.lists(ternary, min_size=1, max_size=5), bipolar)
def test_bind_distributes_over_bundle(several: list[Hypervector], key: Hypervector) -> None:
    assert same(bind(bundle(several), key), bundle([bind(vector, key) for vector in several]))


@steady
@given(ternary, st.integers(-1_000, 1_000))
def test_permute_is_undone_by_shifting_back(vector: Hypervector, shift: int) -> None:
    assert same(permute(permute(vector, shift), -shift), vector)


@steady
@given(ternary, ternary, st.integers(-1_000, 1_000))
def test_permute_preserves_similarity(first: Hypervector, second: Hypervector, shift: int) -> None:
    assert similarity(permute(first, shift), permute(second, shift)) == similarity(first, second)


@steady
@given(ternary, ternary)
def test_similarity_is_symmetric_and_bounded(first: Hypervector, second: Hypervector) -> None:
    assert similarity(first, second) == similarity(second, first)
    assert -1 <= similarity(first, second) <= 1


@steady
@given(bipolar)
def test_vector_is_like_itself_and_unlike_its_opposite(vector: Hypervector) -> None:
    assert (similarity(vector, vector), similarity(vector, -vector)) == (1.0, -1.0)


IDS = [f"Sc{number}" for number in range(8)]
score_rows = st.lists(st.sampled_from([-0.5, 0.0, 0.25, 0.5, 1.0]), min_size=8, max_size=8)
relevant_sets = st.sets(st.sampled_from([*IDS, "Nowhere"]), min_size=1)


@steady
@given(score_rows, relevant_sets, st.integers(1, 12))
def test_measures_lie_between_0_and_1_and_within_their_bounds(
    scores: list[float], relevant: set[str], k: int
) -> None:
    grades = dict.fromkeys(relevant, 1)
    found = places(IDS, relevant, scores)

    for measure in (RR(), Recall(k)):
        limits = bounds(measure, found, grades)
        assert 0 <= limits.worst <= measure.value(found, grades) <= limits.best <= 1


@steady
@given(st.permutations(IDS), st.integers(1, 8))
def test_perfect_ranking_scores_1(ids: list[str], count: int) -> None:
    grades = dict.fromkeys(ids[:count], 1)
    found = places(ids, grades)

    assert (RR().value(found, grades), Recall(count).value(found, grades)) == (1.0, 1.0)


@steady
@given(score_rows, st.sampled_from(TieRule))
def test_ranking_is_an_order_of_all_ids_with_falling_scores(
    scores: list[float], ties: TieRule
) -> None:
    ranking = rank(IDS, scores, ties)

    assert sorted(ranking.ids) == IDS
    assert list(ranking.scores) == sorted(scores, reverse=True)
    assert all(scores[IDS.index(id_)] == s for id_, s in zip(*_parts(ranking), strict=True))


def _parts(ranking: Ranking) -> tuple[Sequence[str], Sequence[float]]:
    return ranking.ids, ranking.scores


@steady
@given(st.lists(st.tuples(score_rows, relevant_sets), min_size=1, max_size=9), st.data())
def test_order_of_queries_changes_no_mean(
    judged: list[tuple[list[float], set[str]]], data: st.DataObject
) -> None:
    queries = [Query(f"q{number}", "") for number in range(len(judged))]
    rankings = {
        query.id: rank(IDS, scores, TieRule.STORY_ORDER, wanted=relevant)
        for query, (scores, relevant) in zip(queries, judged, strict=True)
    }
    rows = tuple(
        QrelRow(query.id, scene, 1)
        for query, (_, relevant) in zip(queries, judged, strict=True)
        for scene in sorted(relevant)
    )
    first, second = (
        retrieval_quality(
            order,
            Run(rankings, TieRule.STORY_ORDER),
            Qrels(rows),
            k=5,
            threshold=0.6,
            scene_count=len(IDS),
            without_evidence={"q0"},
        )
        for order in (queries, data.draw(st.permutations(queries)))
    )

    assert (first.value, first.recall, first.value_by_evidence, first.bounds) == (
        second.value,
        second.recall,
        second.value_by_evidence,
        second.bounds,
    )


PARTS = (
    *("- ", "query", "q: ", "relevant: ", "[Sc1]", "[", "]", "{", "}", ", ", ": ", "id", "k: 0"),
    *('"', "'", "\\", "&a ", "*a", "!!str ", "|\n", ">\n", "---\n", "...\n", "# x", "%YAML", "? "),
    *("\n", "\n  ", "\t", "\r", "\x00", "\x85", "\u2028", "\ufeff", "é", "船", "null", "~", "1e9"),
    *('{"query": "a"}', '["a"]', '"\\ud800"', "NaN", "topK", "grade: x", "queries:\n", "<<: "),
)
file_texts = st.text() | st.lists(st.sampled_from(PARTS), max_size=14).map("".join)
ENDINGS = ("yaml", "json", "jsonl", "tsv", "txt")


@pytest.mark.parametrize("ending", ENDINGS)
@settings(deadline=None, derandomize=True, max_examples=250)
@given(text=file_texts)
def test_any_text_is_read_as_queries_with_findings_inside_it(ending: str, text: str) -> None:
    source = from_text(f"queries.{ending}", text)
    read = read_queries(source)

    assert len({query.id for query in read.queries}) == len(read.queries)
    assert {row.topic_id for row in read.qrels.rows} <= {query.id for query in read.queries}
    for finding in read.diagnostics:
        assert 1 <= finding.span.line <= len(source.lines)
        assert 1 <= finding.span.column <= len(source.line(finding.span.line)) + 1


@pytest.mark.parametrize("ending", ENDINGS)
@steady
@given(content=st.binary() | file_texts.map(lambda text: text.encode("utf-16", "replace")))
def test_any_bytes_are_read_as_queries(ending: str, content: bytes) -> None:
    source = decode(f"queries.{ending}", content)
    read = read_queries(source)

    assert len(read.diagnostics) >= min(1, len(source.wrong_bytes))


@pytest.mark.parametrize("profile", ["bow", "vsa:dim=100"])
@steady
@given(query=st.text() | st.text("storm lamp.½é\u0301\ud800"))
def test_any_query_searches(
    profile: str, query: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = _story(tmp_path_factory)
    report = search(path, query, CheckOptions(profile=profile))

    assert sorted(report.ranking.ids) == ["Sc1", "Sc2", "Sc3"]
    for render in (search_as_text, search_as_json, search_as_markdown):
        assert render(report).endswith("\n")


def _story(factory: pytest.TempPathFactory) -> Path:
    path = factory.getbasetemp() / "weather.cnl"
    if not path.exists():
        path.write_text(WEATHER, "utf-8")
    return path


@steady
@given(st.text("ab ½é\u0301\u0345ﬁ㎏.ŉ") | st.text(), st.text("ab ½é\u0301\u0345ﬁ㎏.ŉ") | st.text())
def test_snippet_names_the_words_that_query_and_text_share(query: str, text: str) -> None:
    found = Snippets([query], lexicon_of([text])).snippet(query, text)

    assert set(found.matched) == set(words(query)) & set(words(text))


@steady
@given(st.text("ab ½é\u0301ﬁ㎏.", max_size=300), st.text("ab ½é\u0301ﬁ㎏.", max_size=300))
def test_marks_of_a_snippet_come_in_order_and_do_not_overlap(query: str, text: str) -> None:
    found = Snippets([query], lexicon_of([text])).snippet(query, text)
    pairs = zip(found.marks, found.marks[1:], strict=False)

    assert all(first[1] <= second[0] for first, second in pairs)
    assert all(0 <= start < end <= len(found.text) for start, end in found.marks)


@pytest.mark.parametrize("profile", ["bow", "vsa:dim=100"])
@steady
@given(texts=st.lists(st.text("ab é", max_size=12), max_size=5), query=st.text("ab é", max_size=8))
def test_scores_of_any_texts_are_bounded_and_1_for_the_text_itself(
    profile: str, texts: list[str], query: str
) -> None:
    scores = backend_of(profile).index([*texts, query]).scores([query])

    assert np.abs(scores).max() <= 1
    assert scores[0, -1] == (1.0 if words(query) else 0.0)
