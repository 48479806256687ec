"""Queries and the scenes to judge for each → an annotator's sheet; files ↔ sheets."""

import os
from collections.abc import Collection, Iterable, Mapping

from sceneprobe.files import read_bytes, shown_name
from sceneprobe.formats.sheets import read_sheet
from sceneprobe.judging.model import Query
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.story.model import Scene
from sceneprobe.text.source import decode

_LONGEST = 1000


def sheet_of(
    queries: Iterable[Query],
    pooled: Mapping[str, Collection[str]],
    scenes: Mapping[str, Scene],
    scale: int,
) -> Sheet:
    """Make a row for each query and scene to judge, scenes in story order.

    Story order tells nothing of which backend found a scene, and at which place.
    """
    order = {scene: place for place, scene in enumerate(scenes)}
    return Sheet(
        tuple(
            row_of(query, doc_id, scenes.get(doc_id))
            for query in queries
            for doc_id in sorted(pooled[query.id], key=lambda d: (order.get(d, len(order)), d))
        ),
        scale,
    )


def row_of(query: Query, doc_id: str, scene: Scene | None) -> SheetRow:
    """Make the row of a query and a scene, with what its annotator must read."""
    text = " ".join(scene.text.split()) if scene else ""
    if scene and scene.title:
        text = f"{scene.title}: {text}"
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return SheetRow(query.id, doc_id, query.text, query.type, shown)


def read_sheet_file(path: str | os.PathLike[str]) -> Sheet:
    """Read a sheet; what is wrong with it is in its diagnostics."""
    return read_sheet(decode(shown_name(path), read_bytes(path)))
