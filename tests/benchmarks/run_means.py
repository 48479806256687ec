"""A run and judgments → nDCG@10, R@100 and RR: ``python -m tests.benchmarks.run_means RUN QRELS``.

Prints the means, or with a third argument writes each query's values to that file as JSON.
"""

import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from math import fsum, inf, log2

from sceneprobe.formats.runs.model import RunReading, Ties, TopicPlaces
from sceneprobe.formats.runs.reading import run_places

Values = tuple[float, float, float]
_DISCOUNTS = tuple(1 / log2(rank + 1) for rank in range(1, 11))


def main() -> None:
    run, qrels, *output = sys.argv[1:]
    values = dict(_values(run, qrels))
    if output:
        import json

        with open(output[0], "w", encoding="utf-8") as stream:
            json.dump(values, stream)
    columns = zip(*values.values(), strict=True)
    for name, column in zip(("nDCG@10", "R@100", "RR"), columns, strict=True):
        print(name, fsum(column) / len(column))


def _values(run: str, qrels: str) -> Iterator[tuple[str, Values]]:
    judgments = _judgments(qrels)
    # As trec_eval orders equal scores, and what it takes for equal.
    reading = RunReading(ties=Ties.TREC, float32=True)
    for topic in run_places(run, judgments, reading):
        if topic.topic_id in judgments:
            yield topic.topic_id, measured(topic, judgments[topic.topic_id])


def _judgments(qrels: str) -> dict[str, dict[str, float]]:
    judgments: dict[str, dict[str, float]] = {}
    grades: dict[str, float] = {}
    with open(qrels, encoding="utf-8") as stream:
        while lines := stream.readlines(1 << 16):
            words = "".join(lines).split()
            query, found = "", {}
            for topic, name, grade in zip(words[::4], words[2::4], words[3::4], strict=True):
                if topic != query:
                    query, found = topic, judgments.setdefault(topic, {})
                # Equal grades are one number: there are far more of them than different ones.
                if grade not in grades:
                    grades[grade] = float(grade)
                found[name] = grades[grade]
    return judgments


def measured(topic: TopicPlaces, grades: Mapping[str, float]) -> Values:
    """Give a topic's nDCG@10 with exponential gain, R@100 and RR; 0 if nothing is relevant."""
    relevant = [(p.rank, grade) for p in topic.places.found if (grade := grades[p.id]) > 0]
    best = sorted([grade for grade in grades.values() if grade > 0], reverse=True)
    if not best:
        return 0.0, 0.0, 0.0
    ideal = sum((2**g - 1) * d for g, d in zip(best, _DISCOUNTS, strict=False))
    gain = sum((2**g - 1) * _DISCOUNTS[rank - 1] for rank, g in relevant if rank <= 10)
    recall = bisect_right(relevant, (100, inf)) / len(best)
    return gain / ideal, recall, 1 / relevant[0][0] if relevant else 0.0


if __name__ == "__main__":
    main()
