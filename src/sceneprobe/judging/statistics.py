"""Qrels → how many topics and judgments there are, of which grades, and how they are spread."""

from collections import Counter

from sceneprobe.judging.model import Qrels, QrelsStatistics
from sceneprobe.text.numbers import median_of


def statistics_of(qrels: Qrels) -> QrelsStatistics:
    """Count judgments; relevant is what has a grade above 0. There must be one at least."""
    grades = Counter(row.grade for row in qrels.rows)
    judged = Counter(row.topic_id for row in qrels.rows)
    relevant = {row.topic_id for row in qrels.rows if row.grade > 0}
    counts = sorted(judged.values())
    return QrelsStatistics(
        topics=len(judged),
        judgments=len(qrels.rows),
        relevant=sum(count for grade, count in grades.items() if grade > 0),
        grades=dict(sorted(grades.items())),
        least_judged=counts[0],
        median_judged=median_of(counts),
        most_judged=counts[-1],
        no_relevant=tuple(topic for topic in judged if topic not in relevant),
    )
