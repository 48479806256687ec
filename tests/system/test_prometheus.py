"""The real Prometheus: it scrapes the service, and its rules fire when they should."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.service.app import QUERIES, STORY
from tests.service.process import running

MONITORING = Path(__file__).parents[2] / "examples" / "monitoring"
PROMETHEUS, PROMTOOL = shutil.which("prometheus"), shutil.which("promtool")
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(
        PROMETHEUS is None or PROMTOOL is None,
        reason="Prometheus is not installed (Debian: apt-get install prometheus)",
    ),
]
_PATIENCE = 30


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["check", "rules", "rules.yml"], id="rules"),
        pytest.param(["check", "config", "prometheus.yml"], id="config"),
        pytest.param(["test", "rules", "rules_test.yml"], id="fires-after-15-minutes"),
    ],
)
def test_promtool_accepts_the_examples(arguments: list[str]) -> None:
    done = subprocess.run(
        [str(PROMTOOL), *arguments], cwd=MONITORING, check=False, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_finds_nothing_to_say_of_the_metrics(tmp_path: Path) -> None:
    with running(_folder(tmp_path), "--queries", "set.yaml") as service:
        text = httpx2.get(f"{service.url}/metrics").text

    done = subprocess.run(
        [str(PROMTOOL), "check", "metrics"],
        input=text,
        check=False,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_scrapes_the_gauge(tmp_path: Path) -> None:
    secret = "a-secret-of-ours"  # noqa: S105 - of a test
    options = ["--queries", "set.yaml", "--token", secret]
    with running(_folder(tmp_path), *options) as service:
        config = tmp_path / "prometheus.yml"
        config.write_text(
            "global: {scrape_interval: 1s}\n"
            "scrape_configs:\n"
            "- job_name: sceneprobe\n"
            f"  authorization: {{credentials: {secret}}}\n"
            f"  static_configs: [{{targets: ['{service.url.removeprefix('http://')}']}}]\n"
        )
        address = f"127.0.0.1:{_free_port()}"
        command = [
            *(str(PROMETHEUS), f"--config.file={config}", f"--web.listen-address={address}"),
            *(f"--storage.tsdb.path={tmp_path / 'data'}", "--log.level=error"),
        ]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as prometheus:
            try:
                query = 'sceneprobe_retrieval_recall_at_k{k="10"}'
                found = _eventually(lambda: _result(address, query))
            finally:
                prometheus.terminate()
                prometheus.wait(_PATIENCE)

    assert found[0]["metric"]["component"] == "vsa"
    assert found[0]["metric"]["dataset"] == "set"
    assert found[0]["metric"]["job"] == "sceneprobe"
    assert float(found[0]["value"][1]) == 1.0


def _folder(folder: Path) -> Path:
    (folder / "story.cnl").write_text(STORY, "utf-8")
    (folder / "set.yaml").write_text(QUERIES, "utf-8")
    return folder


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


# Any: what Prometheus answers is plain JSON.
def _result(address: str, query: str) -> list[Any]:
    try:
        answer = httpx2.get(f"http://{address}/api/v1/query", params={"query": query})
    except httpx2.TransportError:
        return []
    found: list[Any] = answer.json()["data"]["result"] if answer.status_code == 200 else []
    return found


def _eventually(ask: Callable[[], list[Any]]) -> list[Any]:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        found = ask()
        if found:
            return found
        time.sleep(0.5)
    return []
