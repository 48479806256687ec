"""A file of labelled queries ↔ LabelFile: read, changed, written whole or not at all."""

import os
from dataclasses import dataclass, field, replace

from sceneprobe.curation.relabelling import Relabelling, relabelled
from sceneprobe.errors import FileError, OptionError
from sceneprobe.files import read_bytes, reason, shown_name, write_bytes
from sceneprobe.formats.queries import read_queries
from sceneprobe.formats.set_files import can_write, set_like
from sceneprobe.judging.model import Qrels, QuerySet
from sceneprobe.story.model import Story
from sceneprobe.text.model import Source
from sceneprobe.text.source import decode
from sceneprobe.workflows.check import query_findings, refuse_unusable

_LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LabelFile:
    """Labelled queries and the file that holds them; without ``content`` it is not there yet.

    ``query_set`` is what is labelled so far: that of the file, or the one it begins with.
    """

    path: str
    content: bytes | None = field(repr=False)
    query_set: QuerySet

    @property
    def source(self) -> Source:
        """The text of the file."""
        return decode(shown_name(self.path), self.content or b"")

    @property
    def tag(self) -> str:
        """What changes whenever the file does: its digest."""
        return "none" if self.content is None else self.source.digest.removeprefix("sha256:")[:32]

    @property
    def can_save(self) -> bool:
        """Whether labels can be written in the file's format."""
        return can_write(self.source)


def read_labels(path: str, story: Story, beginning: QuerySet | None = None) -> LabelFile:
    """Read labelled queries; a file that is not there, or is empty, begins with those given."""
    content = read_bytes(path, _LARGEST) if os.path.lexists(path) else None
    if not (content or b"").strip():
        name = os.path.splitext(os.path.basename(path))[0]
        empty = QuerySet(name, None, (), Qrels())
        return LabelFile(path, content, empty if beginning is None else beginning)
    query_set = read_queries(decode(shown_name(path), content or b""))
    refuse_unusable(query_findings(story, query_set))
    return LabelFile(path, content, query_set)


def save_label(file: LabelFile, said: Relabelling, story: Story) -> LabelFile:
    """Write what was said of one query into the file; what is written reads back the same."""
    query_set = relabelled(file.query_set, said, {scene.id for scene in story.scenes})
    source = file.source
    content = set_like(query_set, source).encode("utf-8", errors="backslashreplace")
    read = read_queries(decode(source.name, content))
    if read.queries != query_set.queries or read.qrels.by_topic() != query_set.qrels.by_topic():
        raise OptionError(f"this query cannot be written to {source.name}; word it otherwise")
    refuse_unusable(query_findings(story, read))
    write_bytes(file.path, content)
    return LabelFile(file.path, content, read)


def restore_labels(file: LabelFile, content: bytes | None) -> LabelFile:
    """Make the file what it was before, to the byte; one that was not there goes."""
    if content is not None:
        write_bytes(file.path, content)
        return replace(file, content=content)
    try:
        os.unlink(file.path)
    except OSError as error:
        raise FileError(f"cannot remove {file.path}: {reason(error)}") from None
    return replace(file, content=None)
