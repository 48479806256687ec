"""The story being served: read again when a file changes, labelled, and each label undone."""

import asyncio
from collections.abc import Callable

from sceneprobe.curation.relabelling import Relabelling
from sceneprobe.errors import SceneprobeError
from sceneprobe.service.options import ServiceOptions
from sceneprobe.service.problems import ProblemError
from sceneprobe.service.snapshot import Snapshot, Stamp, stamps_of, take_snapshot
from sceneprobe.story.model import Story
from sceneprobe.workflows.labels import LabelFile, restore_labels, save_label
from sceneprobe.workflows.search import SearchableStory, searchable

_MOST_UNDO = 100
_MOST_UNDO_BYTES = 32 * 1024 * 1024


class Served:
    """Holds the snapshot that requests see; it is swapped at once, so each request sees one.

    ``stale`` is why the files cannot be used as they are now; the last good snapshot is served.
    """

    def __init__(self, options: ServiceOptions) -> None:
        self.options = options
        self.stale: SceneprobeError | None = None
        self._snapshot = take_snapshot(options)
        self._seen: tuple[Stamp, ...] = self._snapshot.stamps
        self._former: list[bytes | None] = []
        self._tag = self._snapshot.labels and self._snapshot.labels.tag
        self._made: dict[str, SearchableStory] = {}
        self._making = asyncio.Lock()
        self._changing = asyncio.Lock()

    async def current(self) -> Snapshot:
        """Give what is served, read again where a file has changed."""
        if self._has_changed():
            async with self._changing:
                if self._has_changed():
                    await self._read_again()
        return self._snapshot

    async def searchable(self, snapshot: Snapshot, profile: str) -> SearchableStory:
        """Give the story made ready for a profile; each is made once for a story."""
        if profile == self.options.profiles[0]:
            return snapshot.made
        async with self._making:
            known = self._made.get(profile)
            if known is None or known.story is not snapshot.story:
                known = await asyncio.to_thread(searchable, snapshot.story, profile)
                self._made[profile] = known
        return known

    @property
    def story(self) -> Story:
        """The story as it was read last."""
        return self._snapshot.story

    @property
    def undo_count(self) -> int:
        """How many changes can be undone."""
        return len(self._former)

    async def relabel(self, tag: str | None, said: Relabelling) -> Snapshot:
        """Save what was said of one query, if the labels are still those of the tag."""

        def change(file: LabelFile, snapshot: Snapshot) -> LabelFile:
            saved = save_label(file, said, snapshot.story)
            self._remember(file.content)
            return saved

        return await self._change(tag, change)

    async def undo(self, tag: str | None) -> Snapshot:
        """Take the last change back, if the labels are still those of the tag."""

        def change(file: LabelFile, _: Snapshot) -> LabelFile:
            if not self._former:
                raise ProblemError(409, "there is nothing to undo")
            restored = restore_labels(file, self._former[-1])
            self._former.pop()
            return restored

        return await self._change(tag, change)

    async def _change(
        self, tag: str | None, change: Callable[[LabelFile, Snapshot], LabelFile]
    ) -> Snapshot:
        if tag is None:
            raise ProblemError(428, "send the ETag of GET /v1/judgments in If-Match")
        async with self._changing:
            if self._has_changed():
                await self._read_again()
            file = self._snapshot.labels
            reason = why_unsaved(self._snapshot)
            if file is None or reason is not None:
                raise ProblemError(409, reason or "")
            if tag not in {"*", f'"{file.tag}"'}:
                raise ProblemError(412, "the labels have changed meanwhile; read them again")
            if self.stale is not None:
                raise ProblemError(409, f"nothing is saved while a file is unusable: {self.stale}")
            self._tag = (await asyncio.to_thread(change, file, self._snapshot)).tag
            await self._read_again()
        return self._snapshot

    def _remember(self, content: bytes | None) -> None:
        self._former.append(content)
        while len(self._former) > 1 and (
            len(self._former) > _MOST_UNDO
            or sum(len(one or b"") for one in self._former) > _MOST_UNDO_BYTES
        ):
            del self._former[0]

    def _has_changed(self) -> bool:
        try:
            return stamps_of(self.options) != self._seen
        except SceneprobeError as error:
            self.stale, self._seen = error, ()  # whatever is there next is read again
            return False

    async def _read_again(self) -> None:
        seen: tuple[Stamp, ...] = ()
        try:
            seen = stamps_of(self.options)
            found = await asyncio.to_thread(take_snapshot, self.options, self._snapshot)
        except SceneprobeError as error:
            self.stale, self._seen = error, seen
            return
        # Not before it is read: who asks meanwhile waits for it, and a reading that breaks is done
        # again.
        self.stale, self._seen = None, seen
        tag = found.labels and found.labels.tag
        if tag != self._tag:  # somebody else has written the file, and must not lose it by an undo
            self._former.clear()
        self._tag = tag
        self._snapshot = found


def why_unsaved(snapshot: Snapshot) -> str | None:
    """Say why labels cannot be saved; None where they can."""
    if snapshot.labels is None:
        return "the service was started without --queries and --judgments, so labels have no file"
    if not snapshot.labels.can_save:
        return (
            f"{snapshot.labels.source.name} is TSV, which holds no grades; start with --judgments"
        )
    return None
