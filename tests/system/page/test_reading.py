"""The page for every reader: keys only, light and dark, a narrow window, a screen reader."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.system.page.browser import open_page, ready, search
from tests.system.page.served import Served

pytestmark = pytest.mark.system
NARROW = {"width": 320, "height": 640}
FOCUS = """() => {
  const style = getComputedStyle(document.activeElement);
  return [document.activeElement.tagName, style.outlineStyle, style.outlineWidth];
}"""
STATES = ("start", "results", "scene", "help")


def _bring(page: Page, state: str) -> None:
    if state != "start":
        search(page, "Jory rowed fog oars reef")
        expect(page.locator("#standing")).not_to_be_empty()
    if state == "scene":
        page.click("#results .scene-name >> nth=0")
    if state == "help":
        page.click("#show-help")


def test_everything_can_be_done_with_keys(page: Page, served: Served) -> None:
    keys = page.keyboard
    keys.press("/")
    keys.type("bronze bell weed shingle")
    expect(page.locator("#results .result").first).to_have_attribute("data-scene", "Ch2.Sc4")
    keys.press("ArrowDown")
    keys.press("j")
    second = page.locator("#results .result").nth(1)
    expect(second.locator(".scene-name")).to_be_focused()
    scene = second.get_attribute("data-scene") or ""

    keys.press("w")
    expect(second.locator('[data-right="false"]')).to_have_attribute("aria-pressed", "true")
    expect(second.locator(".scene-name")).to_be_focused()
    assert served.grade("bronze bell weed shingle", scene) == 0
    keys.press("u")
    expect(second.locator('[data-right="false"]')).to_have_attribute("aria-pressed", "false")
    keys.press("Enter")
    expect(page.locator("#scene")).to_be_visible()
    keys.press("r")
    expect(page.locator('#scene [data-right="true"]')).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(page.locator("#scene")).to_be_hidden()
    expect(second.locator(".scene-name")).to_be_focused()
    assert served.grade("bronze bell weed shingle", scene) == 1
    keys.press("k")
    keys.press("k")
    expect(page.locator("#search")).to_be_focused()


def test_the_focus_can_be_seen_wherever_tab_leads(page: Page) -> None:
    seen = set()
    for _ in range(10):
        page.keyboard.press("Tab")
        tag, *outline = page.evaluate(FOCUS)
        seen.add((tag, *outline))
        if tag == "INPUT":
            page.keyboard.type("bronze bell")
            page.wait_for_selector("#results .result")

    assert seen == {(tag, "solid", "3px") for tag in ("A", "BUTTON", "INPUT", "SELECT")}


def test_arrow_keys_walk_through_the_map(page: Page) -> None:
    cells = page.locator("#map tbody tr").nth(1).locator("td")
    page.locator("#map td").first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)

    expect(cells.nth(2)).to_be_focused()
    expect(page.locator("#map td[tabindex='0']")).to_have_count(1)
    expect(page.locator("#map-cell")).to_contain_text("Ch1.Sc3: score")


def test_letters_are_only_letters_once_they_are_switched_off(page: Page) -> None:
    page.keyboard.press("?")
    page.uncheck("#use-keys")
    page.keyboard.press("Escape")
    page.locator("#theme").focus()
    page.keyboard.press("/")
    expect(page.locator("#search")).not_to_be_focused()
    page.reload()
    page.locator("#theme").focus()
    page.keyboard.press("?")

    expect(page.locator("#help")).to_be_hidden()


def test_dark_comes_from_the_system_and_a_choice_is_kept(browser: Browser, served: Served) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    with open_page(browser, served, color_scheme="dark") as page:
        dark = page.evaluate(paper)
        page.click("#theme")
        light = page.evaluate(paper)
        page.reload()

        assert (dark, light, page.evaluate(paper)) == (
            "rgb(20, 23, 26)",
            "rgb(245, 243, 238)",
            "rgb(245, 243, 238)",
        )


@pytest.mark.parametrize("state", STATES)
def test_nothing_reaches_beyond_320_pixels(browser: Browser, served: Served, state: str) -> None:
    with open_page(browser, served, viewport=NARROW) as page:
        _bring(ready(page), state)

        assert page.evaluate("document.documentElement.scrollWidth") == 320
        sheets = "[...document.querySelectorAll('dialog[open]')]"
        assert page.evaluate(f"{sheets}.every((one) => one.scrollWidth <= one.clientWidth)")


def test_nothing_moves_for_those_who_want_no_motion(browser: Browser, served: Served) -> None:
    with open_page(browser, served, reduced_motion="reduce") as page:
        ready(page)

        moves = "(one) => parseFloat(getComputedStyle(one).transitionDuration) > 0"
        assert not page.evaluate(f"[...document.querySelectorAll('*')].some({moves})")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, served: Served, scheme: str) -> None:
    found = {}
    with open_page(browser, served, color_scheme=scheme) as page:
        ready(page)
        for state in STATES:
            _bring(page, state)
            found[state] = [
                (rule["id"], rule["impact"], rule["nodes"][0]["html"])
                for rule in Axe().run(page).response["violations"]
            ]
            page.evaluate("document.querySelector('dialog[open]')?.close()")

    assert found == {state: [] for state in STATES}
