"""What can be searched: ids and texts, perhaps of several stories."""

from dataclasses import dataclass, field
from hashlib import sha256

from sceneprobe.ranking.model import TieRule


@dataclass(frozen=True, slots=True)
class Collection:
    """Ids with their texts, in order; ``stories`` tells to which story each belongs, if any."""

    name: str
    ids: tuple[str, ...]
    texts: tuple[str, ...] = field(repr=False)
    stories: tuple[str | None, ...] = field(repr=False)
    ties: TieRule

    @property
    def digest(self) -> str:
        """The digest of everything that is searched, in its order."""
        found = sha256()
        for parts in zip(self.ids, self.texts, self.stories, strict=True):
            for part in parts:
                content = b"-" if part is None else part.encode("utf-8", "surrogatepass")
                found.update(f"{len(content)}:".encode() + content)
        return f"sha256:{found.hexdigest()}"

    def part(self, story: str | None) -> "Collection":
        """Give what belongs to one story."""
        places = [place for place, other in enumerate(self.stories) if other == story]
        return Collection(
            f"{self.name}/{story}",
            tuple(self.ids[place] for place in places),
            tuple(self.texts[place] for place in places),
            (story,) * len(places),
            self.ties,
        )
