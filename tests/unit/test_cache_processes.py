"""Processes that use one cache at once never disturb each other."""

from collections.abc import Callable
from multiprocessing import get_context

from sceneprobe.workflows.cache import Cache, cache_info, clear_cache
from tests.caches import KEY, names_in


def store_often(folder: str, writer: int, rounds: int) -> list[str]:
    value = {"writer": writer, "text": str(writer) * 20_000}
    warnings = (Cache(folder).store(KEY, value) for _ in range(rounds))
    return [warning for warning in warnings if warning]


def load_often(folder: str, writer: int, rounds: int) -> list[str]:
    problems = []
    for _ in range(rounds):
        found = Cache(folder).load(KEY)
        if found is None:
            problems.append(f"{writer} found nothing")
        elif found["text"] != str(found["writer"]) * 20_000:
            problems.append(f"{writer} found a mixture")
    return problems


def clear_often(folder: str, _: int, rounds: int) -> list[str]:
    for _ in range(rounds):
        clear_cache(folder)
        cache_info(folder)
    return []


def store_and_load_often(folder: str, writer: int, rounds: int) -> list[str]:
    problems = []
    for round_ in range(rounds):
        problems += store_often(folder, writer, 1)
        found = Cache(folder).load(KEY)
        if found is not None and found["text"] != str(found["writer"]) * 20_000:
            problems.append(f"{writer} found a mixture in round {round_}")
    return problems


def at_once(folder: str, *works: Callable[[str, int, int], list[str]]) -> list[str]:
    """Do all the work at the same time, each in a process of its own; give what went wrong."""
    with get_context("spawn").Pool(len(works)) as pool:
        started = [
            pool.apply_async(work, (folder, writer, 150)) for writer, work in enumerate(works, 1)
        ]
        return [problem for result in started for problem in result.get(timeout=60)]


def test_processes_that_store_at_once_never_show_half_an_entry(cache: Cache) -> None:
    store_often(cache.folder, 9, 1)

    problems = at_once(cache.folder, store_often, store_often, load_often, load_often)

    assert problems == []
    assert len(names_in(cache.folder)) == 1
    assert load_often(cache.folder, 0, 1) == []
    assert cache_info(cache.folder).damaged == 0


def test_clearing_disturbs_no_other_process(cache: Cache) -> None:
    problems = at_once(cache.folder, store_and_load_often, store_and_load_often, clear_often)

    assert problems == []
    assert cache_info(cache.folder).damaged == 0
    assert cache_info(cache.folder).unfinished == 0
