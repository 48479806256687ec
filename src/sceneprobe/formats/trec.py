"""Run → a TREC run file."""

from collections.abc import Iterable

from sceneprobe.errors import OptionError
from sceneprobe.formats.ids import is_phrase, is_word
from sceneprobe.ranking.model import Ranking


def run_as_trec(
    rankings: Iterable[tuple[str, Ranking]], tag: str, *, raw_scores: bool = False
) -> str:
    """Write ``qid Q0 id rank score tag``, a line for each place of each query.

    TREC tools sort by score again and break ties by id, so places are written as scores,
    n − place + 1, unless the raw ones are wanted.
    """
    lines = []
    for query, ranking in rankings:
        _check_ids(query, ranking)
        count = len(ranking.ids)
        for place, (scene, score) in enumerate(
            zip(ranking.ids, ranking.scores, strict=True), start=1
        ):
            written = repr(score) if raw_scores else str(count - place + 1)
            lines.append(f"{query} Q0 {scene} {place} {written} {tag}\n")
    return "".join(lines)


def _check_ids(query: str, ranking: Ranking) -> None:
    """Refuse ids that a line could not be read back with; blanks inside a scene's are allowed."""
    if not is_word(query):
        raise OptionError(f'a TREC run cannot hold the query id "{query}"; give it one word as id')
    for scene in ranking.ids:
        if not is_phrase(scene):
            raise OptionError(f'a TREC run cannot hold the scene id "{scene}"')
