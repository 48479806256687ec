"""What workers do, done here: requests as values, answers as values."""

import json
import pickle
from pathlib import Path

import pytest

from sceneprobe.service.tasks import check_upload, evaluate_upload
from sceneprobe.text.model import RefusedError
from sceneprobe.workflows.collect import collection_of
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.read import read_story_file
from tests.service.app import QUERIES, STORY, UPLOAD


def test_evaluation_survives_the_way_between_processes(folder: Path) -> None:
    story = collection_of(read_story_file(folder / "story.cnl"), "story.cnl")
    sent = pickle.loads(pickle.dumps(story))  # noqa: S301 - made just here

    found = evaluate_upload(sent, "uploaded.json", json.dumps(UPLOAD).encode(), ["vsa", "bm25"])
    back = pickle.loads(pickle.dumps(found))  # noqa: S301 - made just here

    assert back.measured == found.measured
    assert [system.profile for system in back.measured.systems] == ["vsa", "bm25"]


def test_labels_of_no_scene_are_refused(folder: Path) -> None:
    story = collection_of(read_story_file(folder / "story.cnl"), "story.cnl")

    with pytest.raises(RefusedError):
        evaluate_upload(story, "uploaded.yaml", b"- {query: a, relevant: [Sc9]}", ["vsa"])


def test_check_without_queries_is_skipped() -> None:
    skipped = json.loads(check_upload(STORY, None, CheckOptions()))
    passed = json.loads(check_upload(STORY, QUERIES, CheckOptions()))

    assert skipped["metrics"]["summary"]["skipped"] == ["RQ"]
    assert passed["metrics"]["summary"] == {
        "pass": True,
        "failed": [],
        "skipped": [],
        "computed_at": None,
    }
