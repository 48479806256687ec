"""Every example in specs/ does what its page says."""

from pathlib import Path

import pytest

from tests.spec.console import SPECS, Example, examples_in, rules_in, session

PAGES = sorted(page for page in SPECS.glob("*.md") if page.name != "errors.md")
EXAMPLES = [example for page in PAGES for example in examples_in(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.page}:{e.line}:{e.rule}")
def test_example_prints_what_its_page_says(example: Example, tmp_path: Path) -> None:
    printed = session(example, tmp_path)

    assert printed == example.console


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_rule_has_an_id_of_its_own_and_an_example(page: Path) -> None:
    rules = rules_in(page)
    shown = {example.rule for example in EXAMPLES if example.page == page.name}

    assert rules, "the page states no rule"
    assert len(rules) == len(set(rules))
    assert set(rules) <= shown
