"""Profiles in YAML files, wherever ``--profile`` is taken."""

from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.text.model import RefusedError
from sceneprobe.workflows.profiles import profile_named

ROOT = Path(__file__).parents[2]
STORY = str(ROOT / "examples" / "tidewater" / "story.cnl")
SET = str(ROOT / "fixtures" / "testsets" / "test_set_v1.yaml")


@pytest.mark.parametrize(
    "profile", ["bm25", "hybrid:rrf(bm25,rich)", "dense:model=folder.yaml", "bow:.yml", ""]
)
def test_profile_in_one_string_stays(profile: str) -> None:
    assert profile_named(profile) == profile


@pytest.mark.parametrize("ending", ["yaml", "yml", "YAML"])
def test_profile_in_a_file_is_written_in_one_string(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"search.{ending}"
    path.write_text("name: hybrid\nform: rrf\nparts: [bm25, {name: rich, window: 0}]\n", "utf-8")

    assert profile_named(str(path)) == "hybrid:rrf(bm25,rich:window=0)"


def test_profile_in_a_file_may_be_one_string(tmp_path: Path) -> None:
    (tmp_path / "search.yaml").write_text('profile: "rich:window=0"\n', "utf-8")

    assert profile_named(str(tmp_path / "search.yaml")) == "rich:window=0"


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        pytest.param(b"", "PRF101", 1, "not nothing", id="empty"),
        pytest.param(b"bm25\n", "PRF101", 1, 'not "bm25"', id="text"),
        pytest.param(b"- bm25\n", "PRF101", 1, "not a list", id="list"),
        pytest.param(b"name: bm52\n", "PRF101", 1, 'no backend is called "bm52"', id="unknown"),
        pytest.param(b"name: bm25\nk1: -1\n", "PRF101", 2, "bm25:k1 takes a number", id="value"),
        pytest.param(b"b: 0\nk1: -1\nname: bm25\n", "PRF101", 2, "bm25:k1", id="name-last"),
        pytest.param(b"b: 0\nname: bm52\n", "PRF101", 2, '"bm52"', id="unknown-last"),
        pytest.param(b"name: bm25\nk1: [1]\n", "PRF101", 2, "number, not a list", id="a-list"),
        pytest.param(b"name: [bm25]\n", "PRF101", 1, "its name; not a list", id="list-as-name"),
        pytest.param(b"profile: rich\nwindow: 3\n", "PRF101", 2, "in one string", id="both"),
        pytest.param(b"profile: bm52\n", "PRF101", 1, '"bm52"', id="unknown-in-one-string"),
        pytest.param(b"name: bow\nname: vsa\n", "QRY103", 2, "given twice", id="twice"),
        pytest.param(
            b"name: hybrid\nform: rrf\nparts:\n- bow\n- {name: bm25, weight: 1, weight: 2}\n",
            "QRY103",
            5,
            "given twice",
            id="twice-in-a-part",
        ),
        pytest.param(
            b"name: hybrid\nform: rrf\nparts:\n- bow\n- name: rich\n  windows: 3\n",
            "PRF101",
            6,
            'rich has no option "windows"',
            id="option-of-a-part",
        ),
        pytest.param(
            b"name: hybrid\nform: rrf\nparts: [{name: bow, weight: 2}, rich]\n",
            "PRF101",
            1,
            "hybrid:rrf takes no weights",
            id="combination",
        ),
        pytest.param(b"name: [\n", "QRY101", 2, "no YAML", id="no-yaml"),
        pytest.param(b"name: &a bow\nk: *a\n", "QRY102", 2, "an alias", id="alias"),
        pytest.param(b"name: \xff\n", "QRY101", 1, "no UTF-8", id="bytes"),
    ],
)
def test_wrong_file_is_refused_with_its_line(
    tmp_path: Path, content: bytes, code: str, line: int, message: str
) -> None:
    path = tmp_path / "search.yaml"
    path.write_bytes(content)

    with pytest.raises(RefusedError) as refused:
        profile_named(str(path))

    (finding,) = refused.value.findings
    assert (finding.code, finding.span.line) == (code, line)
    assert message in finding.message


COMMANDS = {
    "search": ["search", "story.cnl", "storm"],
    "check": ["check", "story.cnl", "--queries", "set.yaml", "--threshold", "0"],
    "measure": ["measure", "story.cnl", "--queries", "set.yaml", "--no-cache"],
    "label": ["testset", "label", "story.cnl", "set.yaml", "--answers", "answers.txt"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with a story and its test set."""
    monkeypatch.chdir(tmp_path)
    story = 'Sc1 group begin\n  x describes "storm"\nSc1 group end\n'
    Path("story.cnl").write_text(story, "utf-8")
    Path("set.yaml").write_text("- {id: q1, query: storm, relevant: [Sc1]}\n", "utf-8")
    Path("answers.txt").write_text("q\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(("name", "code"), [("bm25", 0), ("bm52", 2)])
def test_every_command_takes_a_file(
    command: list[str], name: str, code: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "search.yaml").write_text(f"name: {name}\n", "utf-8")

    assert run([*command, "--profile", "search.yaml"]) == code
    assert ("search.yaml:1:1: error PRF101" in capsys.readouterr().err) == (code == 2)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["search", STORY, "storm", "-o"], id="search"),
        pytest.param(["check", STORY, "--queries", SET, "-o"], id="check"),
        pytest.param(["check", STORY, "--queries", SET, "--emit-run"], id="emit-run"),
        pytest.param(["measure", STORY, "--queries", SET, "--no-cache", "-o"], id="measure"),
        pytest.param(["measure", STORY, "--queries", SET, "--prometheus"], id="prometheus"),
        pytest.param(["gate", STORY, "--baseline", SET, "--queries", SET, "-o"], id="gate"),
        pytest.param(["gate", STORY, "--baseline", SET, "--markdown"], id="gate-markdown"),
        pytest.param(["testset", "label", STORY, SET, "--sheet"], id="label"),
    ],
)
def test_file_of_a_profile_is_never_overwritten(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text("name: bow\n", "utf-8")

    assert run([*arguments, str(profile), "--profile", str(profile)]) == 2
    assert "would overwrite the input" in capsys.readouterr().err
    assert profile.read_text("utf-8") == "name: bow\n"
