"""Settings and a collection → rankings, and what each stage on the way to them gave."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sceneprobe.backends.base import Index
from sceneprobe.backends.likeness import likeness
from sceneprobe.backends.profiles import Profile, parse_profile, written
from sceneprobe.backends.registry import backend_of
from sceneprobe.judging.model import Query
from sceneprobe.measures.base import Grades
from sceneprobe.ranking.diversity import diversify
from sceneprobe.ranking.model import Place, Places, Ranking
from sceneprobe.search.collection import Collection
from sceneprobe.search.run import run
from sceneprobe.settings.model import Mmr, Settings
from sceneprobe.settings.query_text import searched_text

MMR = "mmr"


@dataclass(frozen=True, slots=True)
class Searcher:
    """A collection that is indexed as settings say."""

    settings: Settings
    collection: Collection
    index: Index

    def rankings(
        self, queries: Sequence[Query], wanted: Mapping[str, Grades], depth: int
    ) -> Mapping[str, Ranking]:
        """Rank for every query; places of wanted ids are known wherever they stand."""
        if not self.settings.switches.shows_quality:
            return _run(self.index, self.collection, queries, wanted, depth)
        mmr = self.settings.mmr
        asked = normalized(queries, self.settings)
        seen = depth if mmr is None else max(depth, mmr.n)
        found = _run(self.index, self.collection, asked, wanted, seen)
        return found if mmr is None else _diversified(found, self.collection, mmr)


def searcher_of(settings: Settings, collection: Collection) -> Searcher:
    """Index a collection with the backend whose order counts."""
    shown = settings.quality if settings.switches.shows_quality else settings.plain
    return Searcher(settings, collection, backend_of(shown).index(collection.texts))


def stages(
    settings: Settings, collection: Collection, queries: Sequence[Query], depth: int
) -> Iterator[tuple[str, Mapping[str, Ranking]]]:
    """Give the rankings of the plain backend, of each part of the other, and of the whole.

    A stage is named by its profile; diversity comes last. What is only computed, as in shadow, is
    among them.
    """
    plain = backend_of(settings.plain).index(collection.texts)
    yield f"plain {settings.plain}", _run(plain, collection, queries, {}, depth)
    asked = normalized(queries, settings)
    seen = depth if settings.mmr is None else max(depth, settings.mmr.n)
    found: Mapping[str, Ranking] = {}
    for profile in dict.fromkeys(_inside(parse_profile(settings.quality))):
        found = _run(backend_of(profile).index(collection.texts), collection, asked, {}, seen)
        yield profile, found
    if settings.mmr is not None:
        yield MMR, _diversified(found, collection, settings.mmr)


def normalized(queries: Sequence[Query], settings: Settings) -> Sequence[Query]:
    """Give the queries as they are searched for."""
    return [replace(query, text=searched_text(query.text, settings)) for query in queries]


def _diversified(
    rankings: Mapping[str, Ranking], collection: Collection, mmr: Mmr
) -> Mapping[str, Ranking]:
    """Order the first places of rankings anew, so that they repeat each other less."""
    texts = dict(zip(collection.ids, collection.texts, strict=True))
    return {query: _reordered(ranking, texts, mmr) for query, ranking in rankings.items()}


def _reordered(ranking: Ranking, texts: Mapping[str, str], mmr: Mmr) -> Ranking:
    first = ranking.ids[: mmr.n]
    alike = likeness([texts[id_] for id_ in first])
    order = diversify(np.array(ranking.scores[: mmr.n]), alike, mmr.balance)
    moved = {first[old]: new for new, old in enumerate(order, start=1)}
    found = [
        Place(at.id, moved[at.id], moved[at.id] - 1, 1) if at.id in moved else at
        for at in ranking.places.found
    ]
    return Ranking(
        (*(first[place] for place in order), *ranking.ids[mmr.n :]),
        (*(ranking.scores[place] for place in order), *ranking.scores[mmr.n :]),
        Places(ranking.places.length, tuple(sorted(found, key=lambda at: at.rank))),
    )


def _run(
    index: Index,
    collection: Collection,
    queries: Sequence[Query],
    wanted: Mapping[str, Grades],
    depth: int,
) -> Mapping[str, Ranking]:
    return run(index, collection.ids, queries, collection.ties, depth=depth, wanted=wanted).rankings


def _inside(profile: Profile) -> Iterator[str]:
    """Name the parts of a combination before the combination."""
    for part in profile.parts:
        yield from _inside(part.profile)
    yield written(profile)
