"""Files → Snapshot: the story being served with its queries, labels and RQ, read at one moment."""

import os
import stat
from dataclasses import dataclass, field

from sceneprobe.errors import FileError, OptionError
from sceneprobe.files import reason, shown_name
from sceneprobe.judging.model import QuerySet
from sceneprobe.report.model import CheckReport
from sceneprobe.search.collection import Collection
from sceneprobe.service.gauges import UPLOADED
from sceneprobe.service.options import ServiceOptions
from sceneprobe.story.model import Story
from sceneprobe.workflows.check import check_story, query_findings, read_query_set, refuse_unusable
from sceneprobe.workflows.collect import collection_of
from sceneprobe.workflows.labels import LabelFile, read_labels
from sceneprobe.workflows.read import read_story_file, refuse_guesses
from sceneprobe.workflows.search import SearchableStory, searchable

Stamp = tuple[int, int, int] | None
"""What tells that a file has changed: its time, its size and which file it is; None: no file."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is served until a file changes; nothing of it is written to.

    ``query_set`` is the one measured for Prometheus, ``report`` is RQ of the labelled queries.
    """

    story: Story
    made: SearchableStory = field(repr=False)
    collection: Collection
    query_set: QuerySet | None
    labels: LabelFile | None
    report: CheckReport = field(repr=False)
    stamps: tuple[Stamp, ...]


def stamps_of(options: ServiceOptions) -> tuple[Stamp, ...]:
    """Look at the files that are served, without reading them."""
    return tuple(_stamp(path) for path in (options.story, options.queries, options.labels_path))


def take_snapshot(options: ServiceOptions, former: Snapshot | None = None) -> Snapshot:
    """Read everything that is served; a story that has not changed is taken from the former one."""
    stamps = stamps_of(options)
    if former is not None and former.stamps[0] == stamps[0]:
        story, made = former.story, former.made
    else:
        story = read_story_file(options.story, scene_pattern=options.scene_pattern)
        refuse_guesses(story)
        made = searchable(story, options.profiles[0])
    query_set = None if options.queries is None else _usable(options.queries, story)
    labels = None
    if options.labels_path is not None:
        labels = read_labels(options.labels_path, story, query_set)
    return Snapshot(
        story=story,
        made=made,
        collection=collection_of(story, shown_name(options.story)),
        query_set=query_set,
        labels=labels,
        report=check_story(story, labels.query_set if labels else None, options.check_options()),
        stamps=stamps,
    )


def _usable(path: str, story: Story) -> QuerySet:
    query_set = read_query_set(path)
    findings = query_findings(story, query_set)
    refuse_unusable(findings)
    if query_set.name == UPLOADED:
        raise OptionError(
            f'the set in {path} is called "{UPLOADED}", as the figures of uploads are; give it'
            " another name"
        )
    return query_set


def _stamp(path: str | None) -> Stamp:
    if path is None:
        return None
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {path}: {reason(error)}") from None
    if not stat.S_ISREG(found.st_mode):  # a pipe would be waited for, perhaps for ever
        raise FileError(f"cannot read {path}: it is no regular file")
    return found.st_mtime_ns, found.st_size, found.st_ino
