"""Every example in specs/ does what its page says."""

from doctest import IGNORE_EXCEPTION_DETAIL, DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from tests.spec.console import SPECS, Example, examples_in, python_in, rules_in, session

PAGES = sorted(page for page in SPECS.glob("*.md") if page.name != "errors.md")
EXAMPLES = [example for page in PAGES for example in examples_in(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.page}:{e.line}:{e.rule}")
def test_example_prints_what_its_page_says(example: Example, tmp_path: Path) -> None:
    printed = session(example, tmp_path)

    assert printed == example.console


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_give_what_their_page_says(page: Path) -> None:
    names: dict[str, object] = {}
    printed: list[str] = []
    parser, runner = DocTestParser(), DocTestRunner(optionflags=IGNORE_EXCEPTION_DETAIL)
    for rule, source in python_in(page):
        found = parser.get_doctest(source, names, f"{page.name}:{rule}", str(page), 0)
        runner.run(found, out=printed.append, clear_globs=False)
        names = found.globs

    assert printed == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_rule_has_an_id_of_its_own_and_an_example(page: Path) -> None:
    rules = rules_in(page)
    shown = {example.rule for example in EXAMPLES if example.page == page.name}
    shown |= {rule for rule, _ in python_in(page)}

    assert rules, "the page states no rule"
    assert len(rules) == len(set(rules))
    assert set(rules) <= shown
