"""Debian's Chromium, driven by Playwright; nothing is downloaded."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.system.page.served import Served

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 15_000  # milliseconds: machines that test are slow


def chromium() -> str | None:
    """Find the browser; None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser without a window; it can reach this machine alone."""
    # Chromium refuses its sandbox to root, and tests in a container often are.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(),
            args=[*sandbox, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        yield browser
        browser.close()


@contextmanager
def open_page(browser: Browser, served: Served, path: str = "", **options: Any) -> Iterator[Page]:
    """Open the page and wait until it is drawn; what the browser complains about is an error."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if "Content Security" in said.text else None,
    )
    page.goto(served.url + path)
    yield page
    context.close()
    assert complaints == []


def ready(page: Page) -> Page:
    """Wait until questions and map are drawn."""
    page.wait_for_selector("#queries button")
    page.wait_for_selector("#map td")
    return page


def search(page: Page, query: str) -> None:
    """Type a query and wait for what is found."""
    page.fill("#search", query)
    page.wait_for_function(
        "async (query) => (await import('/static/state.js')).state.asked?.query === query",
        arg=query,
    )
    page.wait_for_selector("#results .result")


def said_rq(page: Page) -> str:
    """Read RQ as it is shown."""
    return page.inner_text("#quality .figure")
