"""Places in runs against pytrec_eval: reciprocal rank, recall and nDCG of the same files."""

import io

import pytest

from sceneprobe.formats.runs.model import RunReading, ScoreOrder, Ties
from sceneprobe.measures.names import measures_of
from tests.runs import Judgments, by_blocks, by_lines

pytrec_eval = pytest.importorskip("pytrec_eval")

MEASURES = measures_of("nDCG@10 R@100 RR")
READING = RunReading(Ties.TREC, float32=True, score_order=ScoreOrder.DESCENDING)


def _run(seed: int) -> tuple[str, Judgments]:
    """Write a run with ties, in single precision and without, unsorted, its topics scattered."""
    rows = []
    for number in range(600):
        mixed = (number * 2654435761 + seed * 40503) % 2**32
        score = f"{(mixed >> 8) % 97 / 7:.{mixed % 9}f}" if seed % 2 else f"{mixed / 2**20:.9f}"
        rows.append((mixed, f"q{number % 7} Q0 d{number // 7} {number % 5} {score} t\n"))
    text = "".join(line for _, line in sorted(rows))
    judged = {
        f"q{topic}": {f"d{name}": float((name * topic) % 4) for name in range(0, 120, 3)}
        for topic in range(1, 9)
    }
    return text, judged


@pytest.mark.parametrize("seed", range(6))
def test_values_are_those_of_pytrec_eval(seed: int) -> None:
    text, judged = _run(seed)
    gains = {q: {name: int(2**g - 1) for name, g in ids.items()} for q, ids in judged.items()}
    names = ("ndcg_cut_10", "recall_100", "recip_rank")
    evaluator = pytrec_eval.RelevanceEvaluator(gains, set(names))
    theirs = evaluator.evaluate(pytrec_eval.parse_run(io.StringIO(text)))
    expected = {q: pytest.approx([v[n] for n in names], abs=1e-12) for q, v in theirs.items()}

    for read in (by_lines, by_blocks):
        topics, _ = read(text.encode(), judged, READING)
        known = {topic.topic_id: topic for topic in topics if topic.topic_id in judged}
        values = {
            q: [measure.value(topic.places, judged[q]) for measure in MEASURES]
            for q, topic in known.items()
        }
        assert values == expected
