"""The queries of a run and of judgments → which are in both; what to say where they do not fit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from sceneprobe.errors import OptionError
from sceneprobe.measures.base import Grades
from sceneprobe.text.names import folded

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Overlap:
    """Ids of queries: in both, without any judgment, and in only one; in the order given."""

    both: tuple[str, ...]
    unlabeled: tuple[str, ...]
    missing_in_run: tuple[str, ...]
    missing_in_qrels: tuple[str, ...]


def overlap(run: Collection[str], judgments: Mapping[str, Grades]) -> Overlap:
    """Compare the queries of a run with those of judgments; refuse where none is in both."""
    labeled = [topic for topic, grades in judgments.items() if grades]
    found = Overlap(
        both=tuple(topic for topic in labeled if topic in run),
        unlabeled=tuple(topic for topic, grades in judgments.items() if not grades),
        missing_in_run=tuple(topic for topic in labeled if topic not in run),
        missing_in_qrels=tuple(topic for topic in run if topic not in judgments),
    )
    if not found.both:
        raise OptionError(
            f"no query is in both: the run has {_some(tuple(run))}, the judgments have"
            f" {_some(labeled)}{_hint(run, labeled)}"
        )
    return found


def refuse_missing(found: Overlap) -> None:
    """Refuse where a query is in only one of run and judgments, and name up to three."""
    parts = []
    if found.missing_in_run:
        parts.append(f"the run lacks {_some(found.missing_in_run)}")
    if found.missing_in_qrels:
        parts.append(f"the judgments lack {_some(found.missing_in_qrels)}")
    if parts:
        hint = _hint(found.missing_in_qrels, found.missing_in_run)
        raise OptionError(f"run and judgments differ in their queries: {', '.join(parts)}{hint}")


def _some(topics: Sequence[str]) -> str:
    """Name up to three ids.

    >>> _some(["q1", "q2", "q3", "q4"]), _some(["q1"]), _some([])
    ('"q1", "q2", "q3" and 1 more', '"q1"', 'none')
    """
    named = ", ".join(f'"{topic}"' for topic in topics[:_SHOWN])
    more = f" and {len(topics) - _SHOWN:,} more" if len(topics) > _SHOWN else ""
    return f"{named}{more}" or "none"


def _hint(run: Iterable[str], judged: Iterable[str]) -> str:
    """Point out ids that are the same but for blanks or for case."""
    by_folded = {folded(topic): topic for topic in judged}
    near = ((topic, by_folded.get(folded(topic))) for topic in run)
    pairs = [f'"{topic}" and "{other}"' for topic, other in near if other is not None]
    if not pairs:
        return ""
    named = ", ".join(islice(pairs, _SHOWN))
    count = f"{len(pairs):,} {'is' if len(pairs) == 1 else 'are'}"
    return f"; hint: but for case and blanks {count} the same, such as {named}"
