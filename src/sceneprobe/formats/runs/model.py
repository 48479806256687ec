"""How a run file is read, and what comes out of it."""

from dataclasses import dataclass
from enum import StrEnum

from sceneprobe.ranking.model import Places


class Ties(StrEnum):
    """What decides between equal scores: the id, ascending or descending, or the order of lines."""

    LEX = "lex"
    TREC = "trec"
    INPUT = "input"


class ScoreOrder(StrEnum):
    """Which scores are best.

    Under ``auto`` high ones are, except in a query whose scores are all negative and whose rank
    column rises with them; under ``quest``, except in a query whose scores are all negative.
    """

    AUTO = "auto"
    DESCENDING = "descending"
    ASCENDING = "ascending"
    QUEST = "quest"


@dataclass(frozen=True, slots=True)
class RunReading:
    """How to read a run.

    ``float32`` rounds scores to single precision before they are compared, as trec_eval does;
    ``trust_ranks`` orders by the rank column and not by scores; ``keep_first`` passes over an id
    that an earlier line gives for the same query, instead of refusing the file.
    """

    ties: Ties = Ties.LEX
    float32: bool = False
    score_order: ScoreOrder = ScoreOrder.AUTO
    trust_ranks: bool = False
    keep_first: bool = False


@dataclass(frozen=True, slots=True)
class TopicPlaces:
    """Where the judged ids of one topic stand in a run.

    ``ascending`` tells that low scores were taken as best; ``ranks_disagree`` that the rank column
    puts some result before one with a better score.
    """

    topic_id: str
    places: Places
    ascending: bool
    ranks_disagree: bool
