"""``sceneprobe serve`` as a process: how it starts, and how it ends."""

import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx2
import pytest

from sceneprobe.cli.main import run
from tests.service.process import running

UPLOAD = b'{"queries": [{"query": "silver key", "relevant": ["Sc2"]}]}'


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_service_ends_cleanly_when_told(folder: Path, number: int) -> None:
    with running(folder, "--queries", "set.yaml") as service:
        assert httpx2.get(f"{service.url}/healthz").text == "ok\n"
        service.process.send_signal(number)

        assert service.process.wait(30) == 0
        assert service.process.stderr is not None
        assert service.process.stderr.read() == ""


def test_service_finishes_what_runs(folder: Path) -> None:
    answers = []
    with running(folder) as service:

        def ask() -> None:
            headers = {"Content-Type": "application/json"}
            asked = httpx2.post(f"{service.url}/v1/evaluate", content=UPLOAD, headers=headers)
            answers.append(asked.status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        asking.join(0.3)  # the worker needs longer than that to start
        service.process.terminate()
        asking.join()

        assert service.process.wait(30) == 0
    assert answers == [200]


def test_taken_port_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        code = run(["serve", str(folder / "story.cnl"), "--port", str(port)])

    assert code == 2
    assert capsys.readouterr().err == (
        f"sceneprobe: cannot serve at 127.0.0.1 port {port}: address already in use;"
        " give another --port, or 0 for any that is free\n"
    )


def test_token_comes_from_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCENEPROBE_TOKEN", "a-secret-of-ours")
    with running(folder) as service:
        without = httpx2.get(f"{service.url}/v1/scenes")
        headers = {"Authorization": "Bearer a-secret-of-ours"}

        assert without.status_code == 401
        assert httpx2.get(f"{service.url}/v1/scenes", headers=headers).status_code == 200


REFUSED = [
    pytest.param(["--host", "0.0.0.0"], "give --token, or --no-auth", id="open"),  # noqa: S104
    pytest.param(["--metrics-prefix", "a-b"], "--metrics-prefix takes letters", id="prefix"),
    pytest.param(["--profile", "bm52"], 'no backend is called "bm52"', id="profile"),
    pytest.param(["--token", "a-secret-of-ours", "--no-auth"], "do not go together", id="both"),
    pytest.param(["--queries", "none.yaml"], "cannot read none.yaml", id="queries"),
    pytest.param(["--host", "no.such.host.invalid", "--no-auth"], "cannot serve at", id="host"),
]


@pytest.mark.parametrize(("options", "said"), REFUSED)
def test_wrong_start_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    code = run(["serve", str(folder / "story.cnl"), "--port", "0", *options])

    told = capsys.readouterr().err
    assert code == 2
    assert said in told
    assert told.count("\n") == 1


def test_without_the_extra_one_line_says_what_to_install(folder: Path) -> None:
    script = (
        "import sys; sys.modules['fastapi'] = None; from sceneprobe.cli.main import run;"
        f"sys.exit(run(['serve', {str(folder / 'story.cnl')!r}]))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )

    assert done.returncode == 2
    assert done.stderr == (
        "sceneprobe: serve needs fastapi, which is not installed; pip install 'sceneprobe[serve]'\n"
    )


def test_other_commands_do_not_import_the_service(folder: Path) -> None:
    script = (
        "import sys; from sceneprobe.cli.main import run;"
        f"run(['check', {str(folder / 'story.cnl')!r}, '--queries', {str(folder / 'set.yaml')!r}]);"
        "print(*sys.modules, file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )

    imported = {name.partition(".")[0] for name in done.stderr.split()}
    assert imported.isdisjoint({"fastapi", "starlette", "uvicorn", "pydantic", "prometheus_client"})
    assert "sceneprobe.service" not in done.stderr
