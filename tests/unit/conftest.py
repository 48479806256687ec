"""Fixtures that several files of tests share."""

from pathlib import Path

import pytest

from sceneprobe.workflows.cache import Cache
from tests.caches import KEY, VALUE


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "cache"))


@pytest.fixture
def entry(cache: Cache) -> Path:
    assert cache.store(KEY, VALUE) is None
    (path,) = Path(cache.folder).iterdir()
    return path
