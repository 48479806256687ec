"""What can be searched: ids and texts, perhaps of several stories."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from sceneprobe.ranking.model import TieRule


@dataclass(frozen=True, slots=True)
class Collection:
    """Ids with their texts, in order; ``stories`` tells to which story each belongs, if any.

    ``mode`` says what of a scene the texts are, and ``lines`` where ids stand in their file.
    """

    name: str
    ids: tuple[str, ...]
    texts: tuple[str, ...] = field(repr=False)
    stories: tuple[str | None, ...] = field(repr=False)
    ties: TieRule
    mode: str = "canonical"
    lines: Mapping[str, int] = field(default_factory=dict, repr=False, hash=False)

    def by_story(self) -> Mapping[str, "Collection"]:
        """Give the collection of each story."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, story in enumerate(self.stories):
            if story is not None:
                places[story].append(place)
        return {
            story: Collection(
                f"{self.name}/{story}",
                tuple(self.ids[place] for place in found),
                tuple(self.texts[place] for place in found),
                (story,) * len(found),
                self.ties,
            )
            for story, found in places.items()
        }
