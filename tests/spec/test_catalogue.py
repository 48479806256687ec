"""The catalogue of findings is whole and up to date."""

import pytest

from sceneprobe.text.model import Rule
from sceneprobe.workflows.read import read_story
from tests.spec.catalogue import FIXTURES, PAGE, RULES, render


def test_every_code_has_its_fixture_and_every_fixture_its_code() -> None:
    fixtures = {path.stem for path in FIXTURES.glob("*.cnl")}

    assert fixtures == {rule.code for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_fixture_provokes_its_finding(rule: Rule) -> None:
    story = read_story(FIXTURES / f"{rule.code}.cnl")

    assert rule.code in {finding.code for finding in story.diagnostics}


def test_catalogue_page_is_what_the_fixtures_give() -> None:
    assert PAGE.read_text("utf-8") == render()
