"""The catalogue of findings is whole and up to date."""

from contextlib import chdir

import pytest

from sceneprobe.text.model import Rule
from tests.spec.catalogue import FIXTURES, OTHERS, PAGE, RULES, command_for, fixture_of, render
from tests.spec.console import transcript


def test_every_code_has_its_fixture_and_every_fixture_its_code() -> None:
    fixtures = {path.stem for path in FIXTURES.iterdir() if path not in OTHERS}

    assert fixtures == {rule.code for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_fixture_provokes_its_finding(rule: Rule) -> None:
    with chdir(FIXTURES):
        shown = transcript(command_for(fixture_of(rule.code)))

    assert f" {rule.code}: " in shown


def test_catalogue_page_is_what_the_fixtures_give() -> None:
    assert PAGE.read_text("utf-8") == render()
