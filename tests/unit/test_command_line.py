"""The command line as a whole: exit codes, files, terminals, interruptions."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sceneprobe.cli import main as command_line
from sceneprobe.cli.main import COMMANDS, run

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "tidewater" / "story.cnl")
CLEAN = 'Sc1 group begin\n  Sc1 describes "Rain."\nSc1 group end\n'
UNTIDY = 'Sc1   group begin\nSc1 describes "Rain."\nSc1 group end\n'
BROKEN = 'Sc1 group begin\n  Sc1 describes "Rain.\nSc1 group end\n'


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.cnl"
    path.write_text(CLEAN, "utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param([], 0, id="nothing-shows-help"),
        pytest.param(["--help"], 0, id="help"),
        pytest.param(["-h"], 0, id="short-help"),
        pytest.param(["--version"], 0, id="version"),
        pytest.param(["scenes", "-h"], 0, id="help-of-a-command"),
        pytest.param(["nonsense"], 2, id="unknown-command"),
        pytest.param(["--nonsense"], 2, id="unknown-option"),
        pytest.param(["scenes"], 2, id="missing-argument"),
        pytest.param(["scenes", EXAMPLE, "--format", "xml"], 2, id="unknown-format"),
        pytest.param(["scenes", EXAMPLE, "--scene-pattern", "("], 2, id="bad-pattern"),
        pytest.param(["scenes", "missing.cnl"], 2, id="missing-file"),
        pytest.param(["scenes", str(ROOT)], 2, id="directory"),
        pytest.param(["scenes", "a\0b"], 2, id="impossible-name"),
        pytest.param(["lint", EXAMPLE, "missing.cnl"], 2, id="one-of-two-missing"),
        pytest.param(["format", EXAMPLE, EXAMPLE], 2, id="two-stories-to-print"),
        pytest.param(["format", "-", "--write"], 2, id="standard-input-in-place"),
        pytest.param(["format", "missing.cnl"], 2, id="format-missing-file"),
    ],
)
def test_exit_code_tells_how_it_went(arguments: list[str], code: int) -> None:
    assert run(arguments) == code


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_has_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([command, "--help"])

    assert f"examples:\n  sceneprobe {command}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    run(["--help"])

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")][-len(COMMANDS) :] == list(
        COMMANDS
    )


def test_unreadable_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    run(["scenes", "missing.cnl"])

    captured = capsys.readouterr()
    assert captured.err == "sceneprobe: cannot read missing.cnl: no such file or directory\n"
    assert captured.out == ""


def test_misspelt_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    run(["scnes"])

    assert capsys.readouterr().err == (
        'sceneprobe: no command is called "scnes"; did you mean "scenes"?\n'
    )


def test_strange_command_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    run(["frobnicate"])

    assert f"known: {', '.join(COMMANDS)}" in capsys.readouterr().err


def test_result_goes_to_a_file_when_asked(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = story.with_name("scenes.json")

    code = run(["scenes", str(story), "--format", "json", "-o", str(target)])

    assert code == 0
    assert capsys.readouterr().out == ""
    assert target.read_text("utf-8").startswith("[\n")


def test_result_that_cannot_be_written_is_one_line(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["scenes", str(story), "-o", str(story / "below")])

    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BROKEN.encode())))

    code = run(["lint", "-"])

    assert code == 2
    assert capsys.readouterr().out.startswith("<stdin>:2:17: error CNL201")


def test_check_fails_until_the_story_is_laid_out(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story.write_text(UNTIDY, "utf-8")

    codes = [
        run(["format", flag, str(story)]) for flag in ("--check", "--write", "--check", "--write")
    ]

    assert codes == [1, 0, 0, 0]
    assert story.read_text("utf-8") == CLEAN
    assert capsys.readouterr().err.count("laid out") == 1


def test_story_with_errors_is_never_rewritten(story: Path) -> None:
    story.write_text(BROKEN, "utf-8")

    assert run(["format", "--write", str(story)]) == 2
    assert story.read_text("utf-8") == BROKEN


def test_formatted_story_keeps_its_line_ends(story: Path) -> None:
    story.write_bytes(UNTIDY.replace("\n", "\r\n").encode())

    run(["format", "--write", str(story)])

    assert story.read_bytes() == CLEAN.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        pytest.param(KeyboardInterrupt(), 130, "interrupted", id="interrupted"),
        pytest.param(MemoryError(), 2, "memory", id="no-memory"),
        pytest.param(OSError(28, "No space left on device"), 2, "No space", id="disk-full"),
    ],
)
def test_interruption_is_one_line(
    raised: BaseException,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(_: object) -> int:
        raise raised

    monkeypatch.setattr(command_line, "_dispatch", interrupted)

    assert run(["scenes", EXAMPLE]) == code
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m sceneprobe scenes {EXAMPLE} --format json | head -c 10"
    script = f"for i in 1 2 3 4 5 6 7 8; do {command}; done"

    done = subprocess.run(["/bin/bash", "-c", script], capture_output=True, check=False, text=True)

    assert done.stderr == ""


def test_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sceneprobe", "scenes", EXAMPLE],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
        )

    assert done.returncode == 2
    assert done.stderr == "sceneprobe: cannot write the output: No space left on device\n"


def test_output_is_utf8_whatever_the_locale(story: Path) -> None:
    story.write_text(CLEAN.replace("Rain", "Régen ☂"), "utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "sceneprobe", "scenes", str(story)],
        env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=True,
    )

    assert "Régen ☂" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("command", ["scenes", "lint", "format"])
def test_command_imports_only_what_it_needs(command: str) -> None:
    script = (
        "import sys; from sceneprobe.cli.main import COMMANDS, run; "
        f"run([{command!r}, {EXAMPLE!r}]); "
        "print(*sorted(m for m in sys.modules if '.' not in m), file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )

    imported = set(done.stderr.split())
    assert imported.isdisjoint({"rich", "numpy", "yaml", "scipy", "sklearn", "torch", "pandas"})


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["evaluate", "--run", "a.run", "--qrels", "a.qrels"], id="evaluate"),
        pytest.param(["convert", "run", "--input", "a.run", "-o", "b"], id="convert-run"),
        pytest.param(["convert", "qrels", "--input", "a.jsonl", "-o", "b"], id="convert-qrels"),
        pytest.param(["qrels", "stats", "a.qrels"], id="qrels-stats"),
        pytest.param(["qrels", "diff", "a.qrels", "a.jsonl"], id="qrels-diff"),
        pytest.param(["qrels", "verify", "a.qrels", "--expected", "ids"], id="qrels-verify"),
    ],
)
def test_commands_for_judgments_import_only_what_they_need(
    arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "a.run").write_text("q1 Q0 a 1 9.5 t\n")
    (tmp_path / "a.qrels").write_text("q1 0 a 1\n")
    (tmp_path / "a.jsonl").write_text('{"id": "q1", "docs": ["a"]}\n')
    (tmp_path / "ids").write_text("q1\n")
    script = (
        f"import sys; from sceneprobe.cli.main import run; code = run({arguments!r}); "
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True, cwd=tmp_path
    )

    imported = set(done.stderr.splitlines()[-1].split())
    assert imported.isdisjoint({"rich", "numpy", "yaml", "scipy", "hashlib", "fractions"})
    assert imported.isdisjoint({"sceneprobe.story", "sceneprobe.cnl", "sceneprobe.backends"})


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        pytest.param(
            ["compare", "a.jsonl", "--queries", "q.tsv", "-a", "bow", "-b", "vsa"],
            {"rich", "yaml", "sklearn", "torch", "scipy.stats", "scipy.sparse"},
            id="compare",
        ),
        pytest.param(
            ["gate", "--baseline", "m.json", "m.json"],
            {"rich", "yaml", "sklearn", "torch", "scipy"},
            id="gate",
        ),
    ],
)
def test_comparing_imports_only_what_it_needs(
    arguments: list[str], unwanted: set[str], tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "rain"}\n{"id": "b", "text": "sun"}\n')
    (tmp_path / "q.tsv").write_text("q1\train\ta\nq2\tsun\tb\n")
    measured = ["measure", str(tmp_path / "a.jsonl"), "--queries", str(tmp_path / "q.tsv")]
    assert run([*measured, "--no-cache", "-o", str(tmp_path / "m.json")]) == 0
    script = (
        f"import sys; from sceneprobe.cli.main import run; code = run({arguments!r}); "
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True, cwd=tmp_path
    )

    assert unwanted.isdisjoint(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("command", ["scenes", "lint"])
def test_terminal_gets_colour(command: str) -> None:
    terminal, stream = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)

    subprocess.run(
        [sys.executable, "-m", "sceneprobe", command, str(ROOT / "fixtures" / "ten_mistakes.cnl")]
        + (["--keep-going"] if command == "scenes" else []),
        env=environment,
        stdout=stream,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    os.close(stream)

    shown = os.read(terminal, 1_000_000)
    os.close(terminal)
    assert b"\x1b[" in shown
