"""What holds for any results of measuring: a file of them is read as they were."""

from hypothesis import given
from hypothesis import strategies as st

from sceneprobe import evaluate
from sceneprobe.experiments.contrast import contrast
from sceneprobe.formats.measured import measured_values, read_measured
from sceneprobe.formats.queries import read_query_values
from sceneprobe.report.wording import as_json

IDS = ("d1", "d2", "d3", "d4")
RANKINGS = st.lists(st.sampled_from(IDS), unique=True)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(
    st.dictionaries(WORDS, st.tuples(st.lists(st.sampled_from(IDS), unique=True), RANKINGS)),
    st.sampled_from([None, "event", "object"]),
)
def test_results_come_back_as_they_were(
    queries: dict[str, tuple[list[str], list[str]]], kind: str | None
) -> None:
    test_set = read_query_values(
        [
            {"id": f"q{n}", "query": text, "relevant": labels, **({"type": kind} if kind else {})}
            for n, (text, (labels, _)) in enumerate(queries.items())
        ]
    )
    given_of = zip(test_set.queries, queries.values(), strict=True)
    rankings = {query.text: ranking for query, (_, ranking) in given_of}
    measured = evaluate(lambda query, _: rankings[query], test_set, measures=["RR", "R@2", "nDCG"])
    written = as_json(measured_values(measured, contrast(measured)))

    assert read_measured("result.json", written.encode()) == measured
