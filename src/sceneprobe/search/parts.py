"""A collection and queries → what each query is searched in: everything, or its own story."""

from collections import defaultdict
from collections.abc import Sequence

from sceneprobe.errors import OptionError
from sceneprobe.judging.model import Query
from sceneprobe.search.collection import Collection

Part = tuple[Collection, Sequence[Query]]


def parts_of(
    collection: Collection, queries: Sequence[Query], *, within_story: bool
) -> Sequence[Part]:
    """Give each story with its queries; or everything at once. A query's own k has no say."""
    asked = [Query(query.id, query.text, story=query.story) for query in queries]
    if not within_story:
        return [(collection, asked)]
    by_story: defaultdict[str, list[Query]] = defaultdict(list)
    known = set(collection.stories)
    for query in asked:
        if query.story is None:
            raise OptionError(f'the query "{query.id}" names no story to look in')
        if query.story not in known:
            raise OptionError(
                f'{collection.name} has nothing of the story "{query.story}", which the query'
                f' "{query.id}" names'
            )
        by_story[query.story].append(query)
    stories = collection.by_story()
    return [(stories[story], found) for story, found in by_story.items()]
