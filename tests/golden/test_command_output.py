"""Whole outputs of commands, reviewed as files.

``python -m tests.golden.test_command_output`` writes them anew.
"""

from contextlib import chdir
from pathlib import Path

import pytest

from tests.spec.console import transcript

ROOT = Path(__file__).parents[2]
EXPECTED = Path(__file__).parent / "expected"
COMMANDS = {
    "version": "sceneprobe --version",
    "scenes": "sceneprobe scenes examples/tidewater/story.cnl",
    "scenes-json": "sceneprobe scenes examples/tidewater/story.cnl --format json",
    "lint-example": "sceneprobe lint --strict examples/tidewater/story.cnl",
    "lint-ten-mistakes": "sceneprobe lint fixtures/ten_mistakes.cnl",
    "lint-ten-mistakes-github": "sceneprobe lint fixtures/ten_mistakes.cnl --format github",
    "lint-ten-mistakes-json": "sceneprobe lint fixtures/ten_mistakes.cnl --format json",
    "scenes-ten-mistakes": "sceneprobe scenes fixtures/ten_mistakes.cnl",
    "scenes-keep-going": "sceneprobe scenes fixtures/ten_mistakes.cnl --keep-going",
    "format-check": "sceneprobe format --check examples/tidewater/story.cnl",
    "format-errors": "sceneprobe format fixtures/ten_mistakes.cnl",
    "convert-run": "sceneprobe convert run --input examples/quest/bm25.jsonl --run_name bm25 -o -",
    "qrels-verify": "sceneprobe qrels verify fixtures/findings/QRL106.tsv",
    "qrels-stats": "sceneprobe qrels stats fixtures/findings/QRL106.tsv --on-duplicate keep_max",
    "testset-stats": "sceneprobe testset stats fixtures/testsets/test_set_v1.yaml",
    "testset-validate": "sceneprobe testset validate fixtures/testsets/test_set_v1.yaml"
    " examples/tidewater/story.cnl",
    "testset-new": "sceneprobe testset new examples/tidewater/story.cnl",
    "testset-convert": "sceneprobe testset convert fixtures/testsets/test_set_v1.yaml --form short",
    "testset-agree": "sceneprobe testset agree fixtures/findings/sheet.csv"
    " fixtures/findings/second.csv",
    "measure": "sceneprobe measure examples/tidewater/story.cnl --queries"
    " fixtures/testsets/test_set_v1.yaml --profile bow --profile vsa --profile bm25 --profile rich"
    " --no-cache",
    "compare": "sceneprobe compare --corpus fixtures/rq/corpus.jsonl"
    " --queries fixtures/rq/queries.tsv --truth fixtures/rq/qrels.tsv"
    " --configA examples/quality/lexical_fusion.yaml"
    " --configB examples/quality/normalizer_aliases.yaml --k 10",
    "compare-story": "sceneprobe compare examples/tidewater/story.cnl"
    " --queries fixtures/testsets/test_set_v1.yaml -a bow -b vsa-rich",
    "compare-markdown": "sceneprobe compare fixtures/rq/corpus.jsonl"
    " --queries fixtures/rq/queries.tsv --truth fixtures/rq/qrels.tsv -a bow -b vsa-rich"
    " --format markdown",
    "qrels-diff": "sceneprobe qrels diff fixtures/findings/QRL106.tsv"
    " fixtures/findings/QRL106.tsv --on-duplicate keep_last --format json",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_command_prints_the_expected_output(name: str) -> None:
    with chdir(ROOT):
        printed = transcript(COMMANDS[name])

    assert printed == (EXPECTED / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    with chdir(ROOT):
        for found, command in COMMANDS.items():
            (EXPECTED / f"{found}.txt").write_text(transcript(command), "utf-8")
