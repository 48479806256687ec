"""The page with hostile text, behind a token, without a network, and when nobody answers."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.system.page.browser import open_page, ready, search
from tests.system.page.served import ATTACK, Served, lay_out, serve

pytestmark = pytest.mark.system
TOKEN = "eleven-green-spines"  # noqa: S105 - one for these tests


def test_text_of_a_story_is_shown_as_text(page: Page) -> None:
    search(page, f"kraken {ATTACK}")
    entry = page.locator('#results [data-scene="Sc90"]')
    expect(entry.locator(".title")).to_have_text(ATTACK)
    entry.locator("button", has_text="Right").last.click()
    entry.locator(".scene-name").click()

    expect(page.locator("#scene .scene-text")).to_contain_text(ATTACK)
    expect(page.locator("#queries")).to_contain_text(ATTACK)
    expect(page.locator("#map")).to_contain_text(ATTACK)
    expect(page.locator("body script, body img")).to_have_count(0)
    assert page.title() == "story – sceneprobe"


def test_no_request_leaves_the_machine(browser: Browser, served: Served) -> None:
    asked: list[str] = []
    with open_page(browser, served) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        ready(page)
        search(page, "bronze bell")
        page.click("#results .scene-name >> nth=0")

    assert len(asked) > 10
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(served.url).netloc}


def test_a_token_is_asked_for_until_it_is_right(browser: Browser, tmp_path: Path) -> None:
    lay_out(tmp_path)
    with (
        serve(tmp_path, "--queries", "set.yaml", "--token", TOKEN) as served,
        open_page(browser, served) as page,
    ):
        page.fill("#token-value", "not-this-one")
        page.keyboard.press("Enter")
        expect(page.locator("#token-wrong")).to_contain_text("was not taken")
        page.fill("#token-value", TOKEN)
        page.keyboard.press("Enter")
        ready(page)
        page.reload()

        ready(page)
        expect(page.locator("#token")).to_be_hidden()


def test_a_token_in_the_address_is_taken_out_of_it(browser: Browser, tmp_path: Path) -> None:
    lay_out(tmp_path)
    with (
        serve(tmp_path, "--queries", "set.yaml", "--token", TOKEN) as served,
        open_page(browser, served, f"#token={TOKEN}") as page,
    ):
        ready(page)

        assert page.url == served.url


def test_the_page_says_that_the_service_is_gone_and_goes_on_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    lay_out(tmp_path)
    with ExitStack() as opened:
        with serve(tmp_path) as first:
            page = ready(opened.enter_context(open_page(browser, first)))
        expect(page.locator("#notices")).to_contain_text("The service does not answer")
        port = str(urlsplit(first.url).port)
        opened.enter_context(serve(tmp_path, "--queries", "set.yaml", "--port", port))

        expect(page.locator("#notices")).to_be_empty()
        search(page, "bronze bell weed")
