"""Search on the page: as you type, the last question wins, words that match are marked."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.system.page.browser import open_page, ready, search
from tests.system.page.served import Served, lay_out, serve

pytestmark = pytest.mark.system


def _searches(page: Page) -> list[dict[str, list[str]]]:
    asked: list[dict[str, list[str]]] = []

    def note(request: Request) -> None:
        if "/v1/search" in request.url:
            asked.append(parse_qs(urlsplit(request.url).query))

    page.on("request", note)
    return asked


def test_scenes_are_found_while_a_query_is_typed(page: Page) -> None:
    asked = _searches(page)
    page.locator("#search").press_sequentially("bronze bell weed", delay=5)

    expect(page.locator("#results .result").first).to_have_attribute("data-scene", "Ch2.Sc4")
    expect(page.locator("#results .result .place").first).to_have_text("1")
    assert {tuple(one["typing"]) for one in asked} == {("true",)}


def test_enter_asks_in_earnest(page: Page) -> None:
    search(page, "bronze bell")
    asked = _searches(page)
    with page.expect_response("**/v1/search?*"):
        page.press("#search", "Enter")

    assert [("typing" in one, one["q"]) for one in asked] == [(False, ["bronze bell"])]


def test_an_answer_that_comes_late_is_dropped(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/search?q=storm*", hold)
    with page.expect_request("**/v1/search?q=storm*"):
        page.fill("#search", "storm")
    search(page, "Wenna finds BrassKey")
    held[0].fulfill(json={"results": [], "has_evidence": True})
    page.wait_for_timeout(100)

    expect(page.locator("#results .result").first).to_have_attribute("data-scene", "Ch2.Sc5")


def test_words_that_match_are_marked_by_characters_not_by_units(page: Page) -> None:
    search(page, "kraken")

    expect(page.locator('[data-scene="Sc90"] mark').first).to_have_text("kraken")


def test_another_profile_searches_again(page: Page) -> None:
    search(page, "bronze bell")
    with page.expect_request(lambda request: "profile=bm25" in request.url):
        page.select_option("#profile", "bm25")

    expect(page.locator("#results .result").first).to_have_attribute("data-scene", "Ch2.Sc4")


def test_more_scenes_are_shown_on_demand(page: Page) -> None:
    search(page, "storm at sea")
    expect(page.locator("#results .result")).to_have_count(10)
    page.click("#more")

    expect(page.locator("#results .result")).to_have_count(25)
    expect(page.locator("#results .scene-name").nth(10)).to_be_focused()
    expect(page.locator("#more")).to_be_hidden()


def test_words_that_the_story_lacks_are_said_to_be_lacking(page: Page) -> None:
    search(page, "zeppelin")

    expect(page.locator("#found")).to_contain_text("No word of this question is in the story")


def test_a_scene_opens_with_its_whole_text(page: Page) -> None:
    search(page, "bronze bell weed shingle")
    page.click("#results .scene-name >> nth=0")

    expect(page.locator("#scene")).to_be_visible()
    expect(page.locator("#scene h2")).not_to_be_empty()
    whole = page.inner_text("#scene .scene-text")
    assert len(whole) > 4 * len(page.inner_text("#results .snippet >> nth=0"))


def test_a_question_shows_where_its_right_scenes_stand(browser: Browser, tmp_path: Path) -> None:
    lay_out(tmp_path, "paraphrases.yaml")
    with serve(tmp_path) as served, open_page(browser, served) as page:
        ready(page)
        worst = page.locator("#queries button").first
        place = worst.locator(".badge").inner_text()
        worst.click()

        expect(page.locator("#search")).to_have_value(worst.locator(".query-text").inner_text())
        further = page.locator("#further .result").first
        expect(further).to_be_visible()
        expect(further.locator(".place")).to_have_text(place.removeprefix("place "))
        expect(further.locator('[data-right="true"]')).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#standing")).to_contain_text(f"comes at {place}")
        expect(worst).to_have_attribute("aria-current", "true")


def test_a_query_of_several_lines_is_still_that_query(page: Page, served: Served) -> None:
    text = served.labels.read_text("utf-8")
    lines = '  - {id: lines, query: "bronze\\nbell", relevant: [Ch2.Sc4]}\n'
    served.labels.write_text(text + lines, "utf-8")
    page.reload()
    page.locator('#queries button[data-query="lines"]').click()

    right = page.locator('#results [data-scene="Ch2.Sc4"] [data-right="true"]')
    expect(right).to_have_attribute("aria-pressed", "true")
    right.click()
    expect(right).to_have_attribute("aria-pressed", "false")
    assert served.grade("bronze\nbell", "Ch2.Sc4") is None
