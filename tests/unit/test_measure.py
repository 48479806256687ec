"""``sceneprobe measure``: backends on a test set, what is searched, what is remembered."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sceneprobe.backends.bow import BagOfWordsIndex
from sceneprobe.cli.main import run
from sceneprobe.workflows.check import read_query_set
from sceneprobe.workflows.collect import TextMode, collect
from sceneprobe.workflows.measure import MeasureOptions, measure
from sceneprobe.workflows.read import read_story

STORY = """\
Ida is protagonist with trait brave
Ch1 is chapter
Ch1 group begin
  Ch1 has title "Low Water"
  Sc1 group begin
    Sc1 has title "The Gate"
    Sc1 has mood "gloomy"
    Sc1 includes character Ida
    x describes "storm sea rain"
  Sc1 group end
  Sc2 group begin
    x describes "storm lamp"
  Sc2 group end
Ch1 group end
"""
QUERIES = """\
- {id: a, query: lamp, relevant: [Sc2], type: object}
- {id: b, query: storm sea, relevant: [Sc1], type: event}
- {id: c, query: storm, relevant: [Sc2], type: event}
- {id: d, query: whale}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("story.cnl").write_text(STORY, "utf-8")
    Path("set.yaml").write_text(QUERIES, "utf-8")
    return tmp_path


# Any: the result holds whatever JSON can hold.
def measured(*arguments: str) -> dict[str, Any]:
    options = ["--cache-dir", "cache", "--format", "json", "-o", "result.json"]
    assert run(["measure", "story.cnl", "--queries", "set.yaml", *options, *arguments]) == 0
    found: dict[str, Any] = json.loads(Path("result.json").read_text("utf-8"))
    return found


def test_every_query_has_its_values_and_its_hits() -> None:
    (system,) = measured("--profile", "bow", "--measures", "RR", "R@1")["systems"]

    assert system["per_query"]["c"] == {
        "RR": 1.0,
        "R@1": 1.0,
        "first_relevant_rank": 1,
        "has_evidence": True,
        "hits": ["Sc2", "Sc1"],
    }
    assert "d" not in system["per_query"]
    assert (system["counts"]["evaluated"], system["counts"]["unlabeled"]) == (3, 1)


def test_means_are_given_by_type() -> None:
    (system,) = measured("--profile", "bow", "--measures", "RR")["systems"]

    assert {kind: found["RR"]["n"] for kind, found in system["by_type"].items()} == {
        "object": 1,
        "event": 2,
    }
    assert system["metrics"]["RR"]["n"] == 3


def test_default_measures_are_those_of_the_seed() -> None:
    assert measured()["measures"] == ["R@5", "R@10", "R@20", "nDCG@10", "RR"]


def test_second_run_searches_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = measured("--profile", "bow")

    def refuse(_: BagOfWordsIndex, __: Sequence[str]) -> None:
        raise AssertionError("a search although the result is known")

    monkeypatch.setattr(BagOfWordsIndex, "scores", refuse)
    assert measured("--profile", "bow") == first
    assert "remembered, not computed: bow" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param("story.cnl", "storm lamp", "storm lamps", id="a-letter-of-a-scene"),
        pytest.param("set.yaml", "query: lamp", "query: lamps", id="a-letter-of-a-query"),
        pytest.param("set.yaml", "relevant: [Sc1]", "relevant: [Sc2]", id="a-label"),
    ],
)
def test_change_misses(name: str, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    measured("--profile", "bow")
    Path(name).write_text(Path(name).read_text("utf-8").replace(old, new), "utf-8")
    measured("--profile", "bow")

    assert "remembered" not in capsys.readouterr().err


def test_setting_and_measure_miss(capsys: pytest.CaptureFixture[str]) -> None:
    measured("--profile", "vsa:dim=100")
    measured("--profile", "vsa:dim=101")
    measured("--profile", "vsa:dim=100", "--measures", "RR")
    measured("--profile", "vsa:dim=100", "--text", "full")

    assert "remembered" not in capsys.readouterr().err


def test_damaged_entry_is_computed_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = measured("--profile", "bow")
    for entry in Path("cache").iterdir():
        entry.write_bytes(entry.read_bytes()[:-20])

    assert measured("--profile", "bow") == first
    assert "remembered" not in capsys.readouterr().err


def test_cache_that_cannot_be_written_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cache").write_text("a file", "utf-8")

    assert measured("--profile", "bow")["systems"]
    assert "--no-cache" in capsys.readouterr().err


def test_query_that_raises_loses_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    right = BagOfWordsIndex.scores

    def scores(index: BagOfWordsIndex, queries: Sequence[str]) -> object:
        if "lamp" in queries:
            raise RuntimeError("no lamps")
        return right(index, queries)

    monkeypatch.setattr(BagOfWordsIndex, "scores", scores)
    (system,) = measured("--profile", "bow", "--measures", "RR")["systems"]

    assert system["failures"] == {"a": "RuntimeError: no lamps"}
    assert set(system["per_query"]) == {"b", "c"}


def test_several_backends_are_compared_with_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    profiles = ["--profile", "bow", "--profile", "vsa"]
    run(["measure", "story.cnl", "--queries", "set.yaml", *profiles, "--no-cache"])

    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()[:3]] == ["profile", "bow", "vsa"]
    assert "as basic" in said.splitlines()[-1]


def test_full_text_has_titles_mood_and_who_is_there() -> None:
    from sceneprobe.story.full_text import full_texts

    first, second = full_texts(read_story(STORY))

    assert first == "storm sea rain. The Gate. Low Water. gloomy. Ida brave"
    assert second == "storm lamp. Low Water"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["--profile", "bwo"], 'no backend is called "bwo"', id="profile"),
        pytest.param(["--measures", "nDGC"], 'did you mean "nDCG"', id="measure"),
        pytest.param(["--within", "story"], "names no story to look in", id="within"),
        pytest.param(["--no-cache", "--cache-dir", "c"], "do not go together", id="cache"),
        pytest.param(["-o", "set.yaml"], "would overwrite the input", id="-o"),
        pytest.param(["--queries", "-"], "can be read only once", id="stdin-twice"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--within" in arguments:
        Path("corpus.jsonl").write_text('{"id": "Sc1", "text": "x", "story": "s"}\n', "utf-8")
        Path("set.yaml").write_text("- {query: x, relevant: [Sc1]}\n", "utf-8")
    corpus = "corpus.jsonl" if "--within" in arguments else "story.cnl"
    corpus = "-" if "-" in arguments else corpus

    assert run(["measure", corpus, "--queries", "set.yaml", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_wrong_profile_is_told_before_anything_is_measured() -> None:
    command = ["measure", "story.cnl", "--queries", "set.yaml", "--cache-dir", "cache"]

    assert run([*command, "--profile", "bow", "hybrid"]) == 2
    assert not Path("cache").exists()


def test_label_that_names_nothing_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text("- {query: lamp, relevant: [Sc9]}\n", "utf-8")

    assert run(["measure", "story.cnl", "--queries", "set.yaml", "--no-cache"]) == 2
    assert "QRY207" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("story", "said"),
    [
        pytest.param("", "story.cnl has no scenes; a scene begins", id="no-scenes"),
        pytest.param("Ida is protagonist\n", "story.cnl has no text to search", id="no-text"),
    ],
)
def test_story_with_nothing_to_search_is_refused(
    story: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("story.cnl").write_text(story, "utf-8")

    assert run(["measure", "story.cnl", "--queries", "set.yaml", "--no-cache"]) == 2
    assert said in capsys.readouterr().err


def test_advice_for_a_story_with_errors_can_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("story.cnl").write_text("Sc1 group begin\n", "utf-8")

    assert run(["measure", "story.cnl", "--queries", "set.yaml", "--no-cache"]) == 2
    said = capsys.readouterr().err
    assert "it is not certain what was meant; correct the errors first" in said
    assert "--keep-going" not in said


def test_label_of_another_story_is_an_error_where_only_the_own_is_searched(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("corpus.jsonl").write_text(
        '{"id": "a", "story": "s1", "text": "crow"}\n{"id": "b", "story": "s2", "text": "fox"}\n',
        "utf-8",
    )
    Path("q.jsonl").write_text(
        '{"id": "q", "story": "s1", "query": "crow", "relevant": ["a", "b"]}\n', "utf-8"
    )
    command = ["measure", "corpus.jsonl", "--queries", "q.jsonl", "--no-cache"]

    assert run(command) == 0
    assert run([*command, "--within", "story"]) == 2
    assert 'QRY214: "b" is of the story "s2", and the query "q" looks in' in capsys.readouterr().err


def test_progress_is_told_over_backends_and_queries() -> None:
    told: list[tuple[int, int]] = []
    collection = collect("story.cnl", TextMode.CANONICAL, within_story=False)
    query_set = read_query_set("set.yaml")
    measure(
        collection,
        query_set,
        ["bow", "vsa"],
        MeasureOptions(),
        None,
        on_progress=lambda done, total: told.append((done, total)),
    )

    assert told == [(4, 8), (8, 8)]


def test_set_without_labels_is_measured_with_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text("- {query: lamp}\n- {query: storm}\n", "utf-8")
    found = measured("--profile", "bow", "vsa", "--measures", "RR")

    nothing = {"mean": None, "median": None, "deviation": None, "n": 0}
    assert [system["metrics"] for system in found["systems"]] == [{"RR": nothing}] * 2
    assert found["comparison"]["systems"][1]["differences"] == {}
    for profiles in (["bow"], ["bow", "vsa"]):
        command = ["measure", "story.cnl", "--queries", "set.yaml", "--profile", *profiles]
        assert run([*command, "--no-cache"]) == 0
        assert "nothing is labelled: no query says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "start"),
    [
        pytest.param(["-o", "r.json"], "{", id="json"),
        pytest.param(["-o", "r.CSV"], "profile,query,", id="csv"),
        pytest.param(["-o", "r.md"], "| query |", id="markdown"),
        pytest.param(["-o", "r.txt"], "query ", id="text"),
        pytest.param(["-o", "json"], "query ", id="no-suffix"),
        pytest.param(["-o", "r.json", "--format", "text"], "query ", id="format-wins"),
    ],
)
def test_name_of_the_output_decides_its_format(options: list[str], start: str) -> None:
    command = ["measure", "story.cnl", "--queries", "set.yaml", "--profile", "bow", "--no-cache"]
    assert run([*command, *options]) == 0

    assert Path(options[1]).read_text("utf-8").startswith(start)


def test_json_compares_systems_as_the_table_does() -> None:
    found = measured("--profile", "bow", "vsa", "--measures", "RR", "R@1")["comparison"]

    assert found["first"] == "bow"
    assert [system["profile"] for system in found["systems"]] == ["bow", "vsa"]
    assert found["systems"][0]["differences"] == {}
    assert set(found["systems"][1]["differences"]) == {"RR", "R@1"}
    assert set(found["vsa_and_basic"]) == {
        "at_least_as_good",
        "words",
        "measure",
        "mean",
        "interval",
    }
    assert found["systems"][1]["differences"]["RR"]["mean"] == found["vsa_and_basic"]["mean"]


@pytest.mark.parametrize("name", ["corpus.jsonl", "Corpus.JSONL", "corpus.ndjson"])
def test_corpus_is_known_by_its_ending(name: str) -> None:
    Path(name).write_text('{"id": "d1", "text": "x"}\n', "utf-8")

    assert collect(name, TextMode.CANONICAL, within_story=False).ids == ("d1",)


def test_records_of_a_corpus_are_ranked_within_their_story() -> None:
    lines = [
        {"id": "b", "story": "s1", "text": "crow"},
        {"id": "a", "story": "s1", "text": "crow"},
        {"id": "c", "story": "s2", "text": "crow crow"},
    ]
    Path("corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    Path("q.jsonl").write_text(
        '{"id": "q", "story": "s1", "query": "crow", "relevant": ["a"]}\n', "utf-8"
    )
    hits = []
    for within in ([], ["--within", "story"]):
        options = ["--profile", "bow", "--format", "json", "-o", "r.json", "--no-cache"]
        assert run(["measure", "corpus.jsonl", "--queries", "q.jsonl", *options, *within]) == 0
        (system,) = json.loads(Path("r.json").read_text("utf-8"))["systems"]
        hits.append(system["per_query"]["q"]["hits"])

    assert hits == [["a", "b", "c"], ["b", "a"]]
