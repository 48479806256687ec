"""Labels on the page: saved at once, undone, kept when others write, refused with a reason."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.system.page.browser import open_page, ready, said_rq, search
from tests.system.page.served import Served, lay_out, serve

pytestmark = pytest.mark.system
NEW = "the sea is flat as slate"


def _button(page: Page, scene: str, word: str) -> Locator:
    return page.locator(f'#results [data-scene="{scene}"] button', has_text=word)


def _third(page: Page) -> str:
    return page.locator("#results .result").nth(2).get_attribute("data-scene") or ""


def test_a_label_is_saved_and_rq_follows(page: Page, served: Served) -> None:
    before = said_rq(page)
    search(page, NEW)
    scene = _third(page)
    _button(page, scene, "Right").click()

    expect(_button(page, scene, "Right")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#quality .figure")).not_to_have_text(before)
    expect(page.locator("#quality .figures")).to_contain_text("31 of 31")
    expect(page.locator("#said")).to_contain_text(f"{scene} is right. RQ")
    expect(page.locator("#queries button", has_text=NEW)).to_contain_text("place 3")
    assert served.grade(NEW, scene) == 1


def test_labels_are_there_after_a_reload(page: Page, served: Served) -> None:
    search(page, NEW)
    right, wrong = _third(page), page.locator("#results .result").first
    wrong_scene = wrong.get_attribute("data-scene") or ""
    _button(page, right, "Right").click()
    _button(page, wrong_scene, "Wrong").click()
    expect(_button(page, wrong_scene, "Wrong")).to_have_attribute("aria-pressed", "true")
    rq = said_rq(page)
    ready(page).reload()
    ready(page)
    search(page, NEW)

    expect(_button(page, right, "Right")).to_have_attribute("aria-pressed", "true")
    expect(_button(page, wrong_scene, "Wrong")).to_have_attribute("aria-pressed", "true")
    assert said_rq(page) == rq
    assert (served.grade(NEW, right), served.grade(NEW, wrong_scene)) == (1, 0)


def test_undo_gives_the_file_back_as_it_was(page: Page, served: Served) -> None:
    before, rq = served.labels.read_bytes(), said_rq(page)
    search(page, NEW)
    scene = _third(page)
    expect(page.locator("#undo")).to_be_disabled()
    _button(page, scene, "Right").click()
    page.click("#undo")

    expect(_button(page, scene, "Right")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#quality .figure")).to_have_text(rq)
    expect(page.locator("#undo")).to_be_disabled()
    assert served.labels.read_bytes() == before


def test_said_twice_a_label_is_taken_back(page: Page, served: Served) -> None:
    search(page, "Jory taps Barometer")
    right = _button(page, "Ch2.Sc2", "Right")
    expect(right).to_have_attribute("aria-pressed", "true")
    right.click()

    expect(right).to_have_attribute("aria-pressed", "false")
    badge = page.locator("#queries button", has_text="Jory taps Barometer")
    expect(badge).to_contain_text("no right scene")
    assert served.grade("Jory taps Barometer", "Ch2.Sc2") is None


def test_quick_labels_are_all_saved(page: Page, served: Served) -> None:
    search(page, NEW)
    entries = page.locator("#results .result")
    scenes = [entries.nth(at).get_attribute("data-scene") or "" for at in range(5)]
    page.evaluate(
        "[...document.querySelectorAll('#results .label[data-right=\"true\"]')]"
        ".slice(0, 5).forEach((one) => one.click())"
    )

    expect(page.locator("#undo")).to_be_enabled()
    for scene in scenes:
        expect(_button(page, scene, "Right")).to_have_attribute("aria-pressed", "true")
    assert [served.grade(NEW, scene) for scene in scenes] == [1] * 5


def test_a_label_survives_that_somebody_else_writes_the_file(page: Page, served: Served) -> None:
    search(page, NEW)
    scene = _third(page)
    answers: list[int] = []
    page.route("**/v1/status", lambda route: route.abort())  # no look in between
    page.on(
        "response",
        lambda said: answers.append(said.status) if said.request.method == "PUT" else None,
    )
    text = served.labels.read_text("utf-8")
    served.labels.write_text(f"{text}  - {{id: mine, query: silver buttons}}\n", "utf-8")
    _button(page, scene, "Right").click()

    expect(_button(page, scene, "Right")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#queries")).to_contain_text("silver buttons")
    assert answers == [412, 200]
    assert served.grade(NEW, scene) == 1
    assert "silver buttons" in served.labels.read_text("utf-8")


def test_after_two_refusals_the_page_says_that_nothing_was_saved(page: Page) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.method)
        if route.request.method == "PUT":
            route.fulfill(status=412, json={"detail": "changed"})
        else:
            route.continue_()

    page.route("**/v1/judgments", refuse)
    search(page, NEW)
    scene = _third(page)
    _button(page, scene, "Right").click()

    expect(page.locator("#notices")).to_contain_text("Nothing was saved: somebody else")
    expect(_button(page, scene, "Right")).to_have_attribute("aria-pressed", "false")
    assert asked == ["PUT", "GET", "PUT"]


def test_what_is_written_to_the_file_shows_by_itself(page: Page, served: Served) -> None:
    text = served.labels.read_text("utf-8")
    served.labels.write_text(f"{text}  - {{id: mine, query: silver buttons}}\n", "utf-8")

    expect(page.locator("#queries")).to_contain_text("silver buttons")


def test_without_a_file_for_labels_the_page_says_why(browser: Browser, tmp_path: Path) -> None:
    lay_out(tmp_path)
    with (
        serve(tmp_path, "--profile", "bm25") as served,
        open_page(browser, served) as page,
    ):
        page.wait_for_selector("#profile option", state="attached")
        search(page, "bronze bell")

        expect(page.locator("#notices")).to_contain_text("Labels cannot be saved: the service was")
        expect(page.locator("#results .label").first).to_be_disabled()
        expect(page.locator("#quality")).to_contain_text("not measured yet")


def test_the_worst_question_stands_first(page: Page) -> None:
    badges = page.locator("#queries .badge").all_inner_texts()
    places = [int(re.sub(r"\D", "", badge) or 1) for badge in badges]

    assert places == sorted(places, reverse=True)
    assert places[0] > 1


def test_the_map_holds_labels_and_leads_to_scenes(page: Page) -> None:
    row = page.locator("#map tr", has_text="Jory taps Barometer")
    cell = row.locator('[data-scene="Ch2.Sc2"]')
    expect(cell).to_have_text("✓")
    expect(cell).to_have_attribute("aria-label", re.compile(r"Ch2\.Sc2: score 0\.\d{3}, right"))
    cell.click()

    expect(page.locator("#search")).to_have_value("Jory taps Barometer")
    expect(page.locator("#scene")).to_contain_text("Jory taps Barometer at Quay")
    page.locator("#scene button", has_text="Wrong").click()
    expect(cell).to_have_text("✗")
