"""``sceneprobe testset``: new, stats, convert; options and files that cannot be used."""

import io
import json
import sys
from pathlib import Path

import pytest

from sceneprobe.cli.main import run
from sceneprobe.text.model import errors_in
from sceneprobe.workflows.curate import findings_of_set
from tests.queries import WEATHER

SET = "version: v1\nqueries:\n- {id: a, query: storm, type: event, added_in: v0, relevant: [Sc1]}\n"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "story.cnl").write_text(WEATHER, "utf-8")
    (tmp_path / "empty.cnl").write_text("// nothing\n", "utf-8")
    (tmp_path / "broken.cnl").write_text("Sc1 group end\n", "utf-8")
    (tmp_path / "set.yaml").write_text(SET, "utf-8")
    (tmp_path / "two.yaml").write_text("- a\n- b\n", "utf-8")
    (tmp_path / "twice.yaml").write_text("- {id: a, query: x}\n- {id: a, query: y}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_skeleton_needs_texts_and_nothing_else(folder: Path) -> None:
    assert run("testset new story.cnl --types event=3 object=1 -o new.yaml".split()) == 0

    read, findings = findings_of_set("new.yaml", "story.cnl")
    assert [query.type for query in read.queries] == ["event", "event", "event", "object"]
    assert {finding.code for finding in errors_in(findings)} == {"QRY201"}
    written = (folder / "new.yaml").read_text("utf-8")
    texts = ("storm tonight", "a dark lamp", "the key", "waves")
    for text in texts:
        written = written.replace('query_text: ""', f"query_text: {text}", 1)
    (folder / "new.yaml").write_text(written, "utf-8")
    assert findings_of_set("new.yaml", "story.cnl")[1] == ()


@pytest.mark.usefixtures("folder")
def test_skeleton_without_types_asks_for_each_scene(capsys: Captured) -> None:
    assert run("testset new story.cnl".split()) == 0
    assert capsys.readouterr().out.count("query_id: ") == 3


@pytest.mark.usefixtures("folder")
def test_stats_are_drawn_and_counted(capsys: Captured) -> None:
    text = SET + "- {id: b, query: sea, relevant: [{id: Sc1, grade: 0}]}\n"
    Path("set.yaml").write_text(text, "utf-8")

    run("testset stats set.yaml".split())
    assert "(no type)        1  ████" in capsys.readouterr().out
    run("testset stats set.yaml --format json".split())
    counts = json.loads(capsys.readouterr().out)
    assert counts["query_types"] == {"event": 1, "": 1}
    assert counts["added_in"] == {"v0": 1, "v1": 1}


def test_set_can_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(SET.encode()))
    monkeypatch.setattr(sys, "stdin", stream)

    assert run("testset convert - --form short".split()) == 0
    assert "- {id: a, query: storm, type: event, added_in: v0, relevant: [Sc1]}" in (
        capsys.readouterr().out
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("action", ["convert odd.yaml", "split odd.yaml --share 1/2"])
def test_field_that_would_be_lost_is_told(action: str, capsys: Captured) -> None:
    Path("odd.yaml").write_text("- {query: a, wieght: 2}\n- {query: b}\n", "utf-8")

    assert run(["testset", *action.split()]) == 0
    assert "QRY106" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("new empty.cnl", "empty.cnl has no scenes", id="no-scenes"),
        pytest.param("new broken.cnl", "CNL10", id="broken-story"),
        pytest.param("new none.cnl", "cannot read none.cnl", id="no-story"),
        pytest.param("new story.cnl --types event", "a type and a number", id="no-number"),
        pytest.param("new story.cnl --types =3", "a type and a number", id="no-name"),
        pytest.param("new story.cnl -o story.cnl", "would overwrite", id="new-over-story"),
        pytest.param("new story.cnl -o set.yaml", "or --force", id="new-over-set"),
        pytest.param("validate set.yaml empty.cnl", "no scenes", id="validate-no-scenes"),
        pytest.param("label empty.cnl set.yaml", "no scenes", id="label-no-scenes"),
        pytest.param("new broken.cnl", "; correct the errors first", id="no-keep-going"),
        pytest.param("validate none.yaml", "cannot read none.yaml", id="no-set"),
        pytest.param("validate set.yaml none.cnl", "cannot read none.cnl", id="validate-no-story"),
        pytest.param("validate - -", "can be read only once", id="stdin-twice"),
        pytest.param("stats twice.yaml", "QRY204", id="stats-id-twice"),
        pytest.param("convert twice.yaml", "QRY204", id="convert-id-twice"),
        pytest.param("convert set.yaml -o set.yaml", "would overwrite", id="convert-over-set"),
        pytest.param("convert set.yaml -o no/x.yaml", "cannot write no/x.yaml", id="no-folder"),
        pytest.param("split set.yaml", "cannot be split", id="split-one"),
        pytest.param(
            "split two.yaml --share 1/2 -o x.yaml --held-out x.yaml", "to one file", id="one-file"
        ),
        pytest.param(
            "split two.yaml --share 1/2 -o ./x.yaml --held-out x.yaml", "to one file", id="one-path"
        ),
        pytest.param("split set.yaml --share 1", "between 0 and 1", id="share"),
        pytest.param("split set.yaml --share 1e-99999999", "between 0 and 1", id="share-tiny"),
        pytest.param("split set.yaml --share a", "between 0 and 1", id="share-word"),
        pytest.param("split set.yaml --share 1/0", "between 0 and 1", id="share-by-zero"),
        pytest.param("refresh set.yaml --candidates x --replace 0", "whole number", id="replace"),
        pytest.param(
            "refresh - --candidates - --replace 1",
            "can be read only once",
            id="refresh-stdin-twice",
        ),
        pytest.param("agree - -", "can be read only once", id="agree-stdin-twice"),
        pytest.param("merge", "invalid choice", id="no-action"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments: str, message: str, capsys: Captured) -> None:
    assert run(["testset", *arguments.split()]) == 2
    assert message in capsys.readouterr().err
