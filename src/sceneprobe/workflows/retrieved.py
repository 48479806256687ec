"""What a retrieval function gave for a query → Ranking, or an error that says what is wrong."""

from collections.abc import Collection, Mapping, Sequence, Set
from itertools import islice
from math import isfinite
from numbers import Real

from sceneprobe.errors import OptionError
from sceneprobe.ranking.model import Ranking, TieRule
from sceneprobe.ranking.rank import rank

_FORM = "give a list of ids, or of pairs (id, score)"


def ranking_of(
    given: object, depth: int, known: Collection[str] | None, wanted: Collection[str]
) -> Ranking:
    """Rank results by their scores, or as they come where they have none."""
    results = _results(given, depth)
    plain = [result for result in results if isinstance(result, str)]
    if len(plain) not in {0, len(results)}:
        raise OptionError("it gave some results with scores and some without")
    if plain or not results:
        found, scores = plain, [-float(place) for place in range(len(plain))]
    else:
        pairs = [_pair(result) for result in results]
        found, scores = [id_ for id_, _ in pairs], [score for _, score in pairs]
    unknown = [] if known is None else [id_ for id_ in found if id_ not in known]
    if unknown:
        raise OptionError(f'it gave "{unknown[0]}", which is not in the corpus')
    return rank(found, scores, TieRule.LEX_ID, wanted=wanted)


def _results(given: object, depth: int) -> Sequence[object]:
    """Take the results, one more than may be at most: a generator need not have an end."""
    # A text is a sequence of letters, and neither a set nor a mapping says what comes first.
    if isinstance(given, str | bytes | bytearray | Set | Mapping):
        raise OptionError(f"it gave a {type(given).__name__}; {_FORM}")
    try:
        each = iter(given)  # type: ignore[call-overload] # whether it can be iterated is asked here
    except TypeError:
        raise OptionError(f"it gave a {type(given).__name__}; {_FORM}") from None
    results = list(islice(each, depth + 1))
    if len(results) > depth:
        raise OptionError(f"it gave more than the {depth} results that were asked for")
    return results


def _pair(result: object) -> tuple[str, float]:
    if not isinstance(result, tuple | list) or len(result) != 2 or not isinstance(result[0], str):
        raise OptionError(f"it gave a result that is neither an id nor (id, score); {_FORM}")
    id_, score = result
    if isinstance(score, bool) or not isinstance(score, Real):
        raise OptionError(f'the score of "{id_}" is no number')
    try:
        number = float(score)
    except OverflowError:
        number = float("inf")
    if not isfinite(number):
        raise OptionError(f'the score of "{id_}" is no finite number')
    return id_, number
