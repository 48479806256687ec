"""Fifty clients at once, mixed requests: no error, and memory that stays flat."""

import asyncio
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path

import httpx2
import pytest

from tests.service.process import running

EXAMPLE = Path(__file__).parents[2] / "examples" / "tidewater"
CLIENTS, SECONDS = 50, 8.0
QUERY = '{"queries": [{"query": "storm at sea", "relevant": ["Ch5.Sc1"]}]}'
JSON = {"Content-Type": "application/json"}
pytestmark = [
    pytest.mark.system,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc"),
]


@dataclass(slots=True)
class Tally:
    """What clients were answered, and how long they waited."""

    statuses: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)


def test_fifty_clients_meet_no_error_and_memory_stays_flat(tmp_path: Path) -> None:
    for name in ("story.cnl", "queries.yaml"):
        (tmp_path / name).write_bytes((EXAMPLE / name).read_bytes())

    with running(tmp_path, "--queries", "queries.yaml", "--query-log", "log.jsonl") as service:
        asyncio.run(_load(service.url, SECONDS / 2))  # what is made once is made here
        before = _resident(service.process.pid)
        tally = asyncio.run(_load(service.url, SECONDS))
        after = _resident(service.process.pid)

    tally.times.sort()
    rate, slow = len(tally.times) / SECONDS, tally.times[int(len(tally.times) * 0.95)]
    figures = f"{rate:.0f} requests/s, p95 {slow * 1000:.0f} ms, {before} → {after} kB"
    print(f"{figures}, {dict(tally.statuses)}")  # noqa: T201 - the figures of the load test
    # 429 is how a service says that all its workers are busy, and 412 that another was faster.
    assert set(tally.statuses) <= {200, 412, 429}, tally.statuses
    assert tally.statuses[200] > 2 * CLIENTS
    assert after < before * 1.1 + 5_000, figures


async def _load(url: str, seconds: float) -> Tally:
    tally = Tally()
    limits = httpx2.Limits(max_connections=CLIENTS)
    async with httpx2.AsyncClient(base_url=url, limits=limits, timeout=30) as client:
        end = time.monotonic() + seconds
        await asyncio.gather(*(_ask(client, n, end, tally) for n in range(CLIENTS)))
    return tally


async def _ask(client: httpx2.AsyncClient, start: int, end: float, tally: Tally) -> None:
    kinds = cycle(("search", "scenes", "status", "search", "map", "evaluate", "metrics", "label"))
    for _ in range(start % 8):
        next(kinds)
    for number in count(start * 1000):
        if time.monotonic() > end:
            return
        begun = time.monotonic()
        answer = await _request(client, next(kinds), number)
        tally.times.append(time.monotonic() - begun)
        tally.statuses[answer.status_code] += 1
        if answer.status_code == 429:
            await asyncio.sleep(float(answer.headers["Retry-After"]))


async def _request(client: httpx2.AsyncClient, kind: str, number: int) -> httpx2.Response:
    match kind:
        case "search":
            profile = ("vsa", "bow", "bm25")[number % 3]
            asked = {"q": f"storm at sea {number % 100}", "profile": profile}
            return await client.get("/v1/search", params=asked)
        case "evaluate":
            return await client.post("/v1/evaluate", content=QUERY, headers=JSON)
        case "label":
            body = {"query": "storm at sea", "labels": {"Ch5.Sc1": number % 4}}
            tag = (await client.get("/v1/judgments")).headers["etag"]
            return await client.put("/v1/judgments", json=body, headers={"If-Match": tag})
        case "metrics":
            return await client.get("/metrics")
    return await client.get(f"/v1/{kind}")


def _resident(process: int) -> int:
    """Give the memory of a process in kB."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
