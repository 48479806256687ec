"""A folder → the real service on the example story in it, and what it writes there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.service.process import running

_EXAMPLE = Path(__file__).parents[3] / "examples" / "tidewater"
ATTACK = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
MORE_SCENES = f"""\
Sc90 group begin
  Sc90 has title "{ATTACK}"
  Sc90 describes "🌊🌊 The kraken wrote {ATTACK} into the sand."
Sc90 group end
"""


@dataclass(frozen=True, slots=True)
class Served:
    """A service that runs, and the set its labels go to."""

    url: str
    labels: Path

    def grade(self, query: str, scene: str) -> int | None:
        """Read what the file on disk says of a scene: None where it has no label."""
        entries = yaml.safe_load(self.labels.read_text("utf-8"))["queries"]
        rows: list[Any] = next(
            (one.get("relevant", []) for one in entries if one["query"] == query), []
        )
        plain = [row if isinstance(row, dict) else {"id": row} for row in rows]
        return next((row.get("grade", 1) for row in plain if row["id"] == scene), None)


def lay_out(folder: Path, queries: str = "queries.yaml") -> Path:
    """Copy the example story, with a scene that attacks, and one of its sets as set.yaml."""
    text = (_EXAMPLE / "story.cnl").read_text("utf-8")
    (folder / "story.cnl").write_text(text + MORE_SCENES, "utf-8")
    shutil.copy(_EXAMPLE / queries, folder / "set.yaml")
    return folder / "set.yaml"


@contextmanager
def serve(folder: Path, *options: str) -> Iterator[Served]:
    """Serve the story of a folder until the block is left."""
    with running(folder, *(options or ("--queries", "set.yaml"))) as service:
        yield Served(f"{service.url}/", folder / "set.yaml")
