"""``sceneprobe check`` and ``search``: exit codes, files, formats, terminals."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from tests.queries import WEATHER

EXAMPLE = Path(__file__).parents[2] / "examples" / "tidewater"

FOUND = "- {query: sea, relevant: [Sc1]}\n"
SECOND = "- {query: storm sea, relevant: [Sc2]}\n"
BROKEN = 'Sc1 group begin\n  x describes "storm sea\nSc1 group end\nSc2 group end\n'
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {
        "story.cnl": WEATHER,
        "broken.cnl": BROKEN,
        "empty.cnl": "// nothing\n",
        "world.cnl": WEATHER + "Sc9 group begin\n  Sc9 includes character Anna\nSc9 group end\n",
        "found.yaml": FOUND,
        "second.yaml": SECOND,
        "unlabelled.yaml": "- sea\n",
        "none.yaml": "[]\n",
        "wrong.yaml": "- {query: sea, k: 0, relevant: [Sc11], note: x}\n",
        "unknown.yaml": "- {query: sea, relevant: [Sc1, Nowhere]}\n",
        "torn.yaml": "- {query: sea",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("check story.cnl --queries found.yaml", 0, id="pass"),
        pytest.param("check story.cnl --queries found.yaml --profile bow", 0, id="pass-bow"),
        pytest.param("check story.cnl --queries found.yaml --profile basic", 0, id="pass-basic"),
        pytest.param("check story.cnl --queries second.yaml", 1, id="fail"),
        pytest.param(
            "check story.cnl --queries second.yaml --profile bow --threshold 0.49", 0, id="lower"
        ),
        pytest.param(
            "check story.cnl --queries second.yaml --profile bow --threshold 0.5", 1, id="equal"
        ),
        pytest.param("check story.cnl --queries found.yaml --threshold 1", 1, id="above-1"),
        pytest.param("check story.cnl", 0, id="no-queries"),
        pytest.param("check story.cnl --require-labels", 1, id="no-queries-but-required"),
        pytest.param("check story.cnl --queries none.yaml", 0, id="empty-queries"),
        pytest.param("check story.cnl --queries unlabelled.yaml", 0, id="unlabelled"),
        pytest.param(
            "check story.cnl --queries unlabelled.yaml --require-labels", 1, id="labels-required"
        ),
        pytest.param(
            "check story.cnl --queries found.yaml --require-labels", 0, id="labels-are-there"
        ),
        pytest.param("check empty.cnl --queries found.yaml", 0, id="no-scenes"),
        pytest.param("check empty.cnl --queries found.yaml --require-labels", 1, id="no-scenes-1"),
        pytest.param("check world.cnl --queries found.yaml", 0, id="world-findings-never-stop"),
        pytest.param("check broken.cnl --queries found.yaml", 2, id="language-errors"),
        pytest.param("check broken.cnl --queries found.yaml --keep-going", 0, id="keep-going"),
        pytest.param("check story.cnl --queries wrong.yaml", 2, id="wrong-queries"),
        pytest.param("check story.cnl --queries wrong.yaml --keep-going", 2, id="wrong-still"),
        pytest.param("check story.cnl --queries unknown.yaml", 2, id="unknown-scene"),
        pytest.param("check story.cnl --queries unknown.yaml --allow-unknown", 0, id="allowed"),
        pytest.param("check story.cnl --queries torn.yaml", 2, id="torn-queries"),
        pytest.param("check missing.cnl --queries found.yaml", 2, id="missing-story"),
        pytest.param("check story.cnl --queries missing.yaml", 2, id="missing-queries"),
        pytest.param("check story.cnl --queries .", 2, id="directory"),
        pytest.param("check", 2, id="no-story"),
        pytest.param("check story.cnl -k 0", 2, id="k-0"),
        pytest.param("check story.cnl -k -1", 2, id="k-negative"),
        pytest.param("check story.cnl --k 2.5", 2, id="k-fraction"),
        pytest.param("check story.cnl -k five", 2, id="k-word"),
        pytest.param(f"check story.cnl -k {'9' * 5_000}", 2, id="k-giant"),
        pytest.param("check story.cnl --threshold 1.1", 2, id="threshold-above-1"),
        pytest.param("check story.cnl --threshold -0.1", 2, id="threshold-negative"),
        pytest.param("check story.cnl --threshold nan", 2, id="threshold-nan"),
        pytest.param("check story.cnl --threshold high", 2, id="threshold-word"),
        pytest.param("check story.cnl --profile bwo", 2, id="unknown-profile"),
        pytest.param("check story.cnl --profile vsa:dim=0", 2, id="wrong-option"),
        pytest.param("check story.cnl --format xml", 2, id="unknown-format"),
        pytest.param("check story.cnl --scene-pattern (", 2, id="bad-pattern"),
        pytest.param("check story.cnl -o .", 2, id="output-is-a-directory"),
        pytest.param("check story.cnl -o no/where.txt", 2, id="output-in-no-directory"),
        pytest.param("search story.cnl sea", 0, id="search"),
        pytest.param("search story.cnl whale", 0, id="search-without-evidence"),
        pytest.param("search empty.cnl sea", 0, id="search-in-nothing"),
        pytest.param("search broken.cnl sea", 2, id="search-in-a-broken-story"),
        pytest.param("search broken.cnl sea --keep-going", 0, id="search-keeps-going"),
        pytest.param("search story.cnl", 2, id="search-without-query"),
        pytest.param("search missing.cnl sea", 2, id="search-in-a-missing-file"),
        pytest.param("search story.cnl sea -k 0", 2, id="search-k-0"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_exit_code_tells_how_it_went(arguments: str, code: int, capsys: Captured) -> None:
    assert run(arguments.split()) == code
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("threshold", ["0", "1"])
@pytest.mark.usefixtures("folder")
def test_threshold_may_be_0_or_1(threshold: str) -> None:
    code = run(["check", "story.cnl", "--queries", "found.yaml", "--threshold", threshold])

    assert code == int(threshold)


@pytest.mark.usefixtures("folder")
def test_default_profile_is_vsa_and_default_k_is_5(capsys: Captured) -> None:
    run(["check", "story.cnl", "--queries", "found.yaml"])

    assert "profile vsa (dim 10000, seed 42) · k = 5" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_all_findings_of_story_and_queries_are_shown(capsys: Captured) -> None:
    code = run(["check", "broken.cnl", "--queries", "wrong.yaml"])
    shown = capsys.readouterr()

    assert (code, shown.out) == (2, "")
    for place in ("broken.cnl:2:15: error CNL201", "broken.cnl:4", "wrong.yaml:1:19: error QRY202"):
        assert place in shown.err


@pytest.mark.usefixtures("folder")
def test_warning_is_shown_beside_the_errors_that_stop_a_check(capsys: Captured) -> None:
    run(["check", "story.cnl", "--queries", "wrong.yaml"])

    shown = capsys.readouterr().err
    assert "error QRY202" in shown
    assert "error QRY207" in shown
    assert "warning QRY106" in shown


@pytest.mark.usefixtures("folder")
def test_unreadable_file_is_one_line(capsys: Captured) -> None:
    run(["check", "story.cnl", "--queries", "missing.yaml"])

    assert capsys.readouterr() == (
        "",
        "sceneprobe: cannot read missing.yaml: no such file or directory\n",
    )


@pytest.mark.parametrize(
    ("form", "beginning"),
    [("text", "story.cnl · 3 scenes"), ("json", "{\n"), ("markdown", "## RQ 1.00 PASS")],
)
def test_result_goes_to_a_file_when_asked(
    form: str, beginning: str, folder: Path, capsys: Captured
) -> None:
    arguments = ["check", "story.cnl", "--queries", "found.yaml", "--profile", "bow"]
    run([*arguments, "--format", form])
    printed = capsys.readouterr().out
    code = run([*arguments, "--format", form, "-o", "out.txt"])

    assert (code, capsys.readouterr().out) == (0, "")
    assert printed.startswith(beginning)
    assert (folder / "out.txt").read_text("utf-8") == printed


def test_failing_report_is_written_too(folder: Path) -> None:
    code = run(
        ["check", "story.cnl", "--queries", "second.yaml", "--format", "json", "--out", "a.json"]
    )

    assert code == 1
    assert json.loads((folder / "a.json").read_text("utf-8"))["metrics"]["summary"]["failed"] == [
        "RQ"
    ]


def test_refused_input_leaves_an_older_report_alone(folder: Path) -> None:
    (folder / "a.json").write_text("old", "utf-8")

    assert run(["check", "story.cnl", "--queries", "wrong.yaml", "--output", "a.json"]) == 2
    assert (folder / "a.json").read_text("utf-8") == "old"


@pytest.mark.usefixtures("folder")
def test_findings_go_to_standard_error_and_the_report_to_standard_output(capsys: Captured) -> None:
    run(["check", "world.cnl", "--queries", "unknown.yaml", "--allow-unknown", "--format", "json"])
    shown = capsys.readouterr()

    assert json.loads(shown.out)["query_diagnostics"]["warnings"][0]["code"] == "QRY207"
    assert "warning QRY207" in shown.err
    assert "see sceneprobe lint world.cnl" in shown.err


@pytest.mark.usefixtures("folder")
def test_queries_are_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FOUND.encode())))

    assert run(["check", "story.cnl", "--queries", "-"]) == 0
    assert "RQ 1.00 PASS" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_story_and_queries_cannot_both_be_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WEATHER.encode())))

    assert run(["check", "-", "--queries", "-"]) == 2


@pytest.mark.usefixtures("folder")
def test_argument_that_is_no_utf8_is_no_traceback(capsys: Captured) -> None:
    code = run(["check", "story.cnl", "--queries", "found.yaml", "--scene-pattern", "\udcff"])

    assert code == 0
    assert "RQ 1.00 PASS" in capsys.readouterr().out


def test_lone_surrogate_in_a_query_is_a_finding(folder: Path, capsys: Captured) -> None:
    (folder / "odd.json").write_text(r'["\ud800", {"query": "sea\udfff", "relevant": ["Sc1"]}]')

    assert run(["check", "story.cnl", "--queries", "odd.json"]) == 2
    assert "odd.json:1:" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
@pytest.mark.usefixtures("folder")
def test_search_in_a_story_without_scenes(form: str, capsys: Captured) -> None:
    assert run(["search", "empty.cnl", "sea", "--format", form]) == 0

    shown = capsys.readouterr().out
    expected = {"text": "the story has no scenes\n", "markdown": "## sea\n"}
    if form == "json":
        assert json.loads(shown)["results"] == []
    else:
        assert shown.startswith(expected[form])


@pytest.mark.usefixtures("folder")
def test_search_gives_scenes_scores_snippets_and_matches(capsys: Captured) -> None:
    run(["search", "story.cnl", "storm lamp", "--profile", "bow", "-k", "2", "--format", "json"])
    first, second = json.loads(capsys.readouterr().out)["results"]

    assert first == {
        "rank": 1,
        "id": "Sc2",
        "score": 1.0,
        "snippet": "storm lamp",
        "marks": [[0, 5], [6, 10]],
        "matched": ["lamp", "storm"],
    }
    assert (second["id"], second["matched"]) == ("Sc1", ["storm"])


@pytest.mark.parametrize(
    "arguments",
    ["check story.cnl --queries unlabelled.yaml", "search story.cnl storm --profile bow"],
)
@pytest.mark.usefixtures("folder")
def test_markdown_begins_with_a_heading(arguments: str, capsys: Captured) -> None:
    assert run([*arguments.split(), "--format", "markdown"]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("## ")
    assert ("**storm**" in shown) == arguments.startswith("search")


def on_terminal(folder: Path, arguments: str, **environment: str) -> str:
    """Run a command whose standard output is a terminal, and give what it shows."""
    terminal, stream = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.run(
        [sys.executable, "-m", "sceneprobe", *arguments.split()],
        cwd=folder,
        env={**inherited, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
        stdout=stream,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(stream)
    shown = os.read(terminal, 1_000_000).decode()
    os.close(terminal)
    assert b"Traceback" not in process.stderr
    return shown


@pytest.mark.parametrize(
    "arguments", ["check story.cnl --queries found.yaml", "search story.cnl sea"]
)
def test_terminal_gets_colour_where_words_match(arguments: str, folder: Path) -> None:
    shown = on_terminal(folder, arguments)

    assert "\x1b[" in shown
    assert "[sea]" not in shown


@pytest.mark.parametrize(
    "arguments", ["check story.cnl --queries found.yaml", "search story.cnl sea"]
)
def test_no_color_is_honoured(arguments: str, folder: Path) -> None:
    shown = on_terminal(folder, arguments, NO_COLOR="1")

    assert "\x1b" not in shown
    assert "[sea]" in shown


def test_json_on_a_terminal_has_no_colour(folder: Path) -> None:
    shown = on_terminal(folder, "check story.cnl --queries found.yaml --format json")

    assert json.loads(shown)["profile"] == "vsa"


def test_findings_on_a_terminal_have_colour(folder: Path) -> None:
    terminal, stream = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(
        [sys.executable, "-m", "sceneprobe", "check", "story.cnl", "--queries", "wrong.yaml"],
        cwd=folder,
        env={**inherited, "TERM": "xterm-256color", "COLUMNS": "100"},
        stdout=subprocess.DEVNULL,
        stderr=stream,
        check=False,
    )
    os.close(stream)
    shown = os.read(terminal, 1_000_000)
    os.close(terminal)

    assert b"\x1b[" in shown
    assert b"QRY202" in shown


def test_dash_as_output_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["scenes", str(EXAMPLE / "story.cnl"), "-o", "-"])

    assert code == 0
    assert capsys.readouterr().out.endswith("(17 written, 7 from events)\n")


def test_output_without_a_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["scenes", str(EXAMPLE / "story.cnl"), "-o", ""])

    assert code == 2
    assert capsys.readouterr().err == "sceneprobe: -o needs the name of a file\n"


def test_input_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "story.cnl"
    story.write_bytes((EXAMPLE / "story.cnl").read_bytes())

    code = run(["check", str(story), "-o", str(story)])

    assert code == 2
    assert "would overwrite the input" in capsys.readouterr().err
    assert story.read_bytes() == (EXAMPLE / "story.cnl").read_bytes()
