"""What is known of judgments → text for people, JSON for programs."""

from collections.abc import Iterator, Sequence

from sceneprobe.judging.model import QrelRow, Qrels, QrelsDifference, QrelsStatistics
from sceneprobe.judging.verification import Problem
from sceneprobe.report.display import printable
from sceneprobe.report.wording import as_json, counted

_BAR = 40
_NAMED = 10


def verification_as_text(name: str, qrels: Qrels, problems: Sequence[Problem]) -> str:
    """List all problems, and say how many there are."""
    lines = [f"{problem.kind}: {printable(str(problem))}\n" for problem in problems]
    topics = counted(len({row.topic_id for row in qrels.rows}), "topic")
    judgments = counted(len(qrels.rows), "judgment")
    found = counted(len(problems), "problem") if problems else "no problems"
    return "".join(lines) + f"{printable(name)}: {topics}, {judgments}, {found}\n"


def verification_as_json(name: str, qrels: Qrels, problems: Sequence[Problem]) -> str:
    """Give the counts, and one object a problem."""
    found = [
        {
            "kind": problem.kind,
            "topic_id": problem.topic_id,
            "doc_id": problem.doc_id,
            "grades": list(problem.grades),
            "message": str(problem),
        }
        for problem in problems
    ]
    topics = len({row.topic_id for row in qrels.rows})
    counts = {"file": name, "topics": topics, "judgments": len(qrels.rows)}
    return as_json({**counts, "problems": found})


def statistics_as_text(name: str, found: QrelsStatistics) -> str:
    """Draw how many judgments there are of each grade, with the counts around it."""
    topics, judgments = counted(found.topics, "topic"), counted(found.judgments, "judgment")
    median = f"{found.median_judged:.1f}".removesuffix(".0")
    spread = f"at least {found.least_judged}, at most {found.most_judged}, median {median}"
    lines = [
        f"{printable(name)}: {topics}, {judgments}, {found.relevant} of them relevant",
        f"judged for a topic: {spread}",
        *_bars(found),
    ]
    if found.no_relevant:
        named = ", ".join(map(printable, found.no_relevant[:_NAMED]))
        more = ", …" if len(found.no_relevant) > _NAMED else ""
        nothing = counted(len(found.no_relevant), "topic")
        lines.append(f"{nothing} with nothing relevant: {named}{more}")
    return "".join(f"{line}\n" for line in lines)


def statistics_as_json(name: str, found: QrelsStatistics) -> str:
    """Give the counts."""
    return as_json(
        {
            "file": name,
            "topics": found.topics,
            "judgments": found.judgments,
            "relevant": found.relevant,
            "grades": {str(grade): count for grade, count in found.grades.items()},
            "judged_per_topic": {
                "min": found.least_judged,
                "median": found.median_judged,
                "max": found.most_judged,
            },
            "no_relevant": list(found.no_relevant),
        }
    )


def difference_as_text(found: QrelsDifference) -> str:
    """List what was removed (-), added (+) and graded anew (~), then count it."""
    lines = [f"- {_judgment(row)}" for row in found.removed]
    lines += [f"+ {_judgment(row)}" for row in found.added]
    lines += [
        f"~ {printable(change.topic_id)}  {printable(change.doc_id)}"
        f"  {change.before} → {change.after}"
        for change in found.changed
    ]
    added, removed, changed = len(found.added), len(found.removed), len(found.changed)
    judgments = f"{added} added, {removed} removed, {changed} changed, {found.same} the same"
    lines += [
        f"topics: {len(found.topics_added)} added, {len(found.topics_removed)} removed",
        f"judgments: {judgments}",
    ]
    return "".join(f"{line}\n" for line in lines)


def difference_as_json(found: QrelsDifference) -> str:
    """Give all that differs."""
    return as_json(
        {
            "topics": {"added": list(found.topics_added), "removed": list(found.topics_removed)},
            "added": [_as_mapping(row) for row in found.added],
            "removed": [_as_mapping(row) for row in found.removed],
            "changed": [
                {
                    "topic_id": change.topic_id,
                    "doc_id": change.doc_id,
                    "before": change.before,
                    "after": change.after,
                }
                for change in found.changed
            ],
            "same": found.same,
        }
    )


def _bars(found: QrelsStatistics) -> Iterator[str]:
    """Draw one bar a grade, as long as its share of the most frequent one's."""
    most = max(found.grades.values())
    grade_width = max(len("grade"), *(len(str(grade)) for grade in found.grades))
    count_width = max(len("judgments"), len(str(most)))
    yield f"{'grade':>{grade_width}}  {'judgments':>{count_width}}"
    for grade, count in found.grades.items():
        bar = "█" * max(1, round(_BAR * count / most))
        yield f"{grade:>{grade_width}}  {count:>{count_width}}  {bar}"


def _judgment(row: QrelRow) -> str:
    return f"{printable(row.topic_id)}  {printable(row.doc_id)}  {row.grade}"


def _as_mapping(row: QrelRow) -> dict[str, str | int]:
    return {"topic_id": row.topic_id, "doc_id": row.doc_id, "grade": row.grade}
