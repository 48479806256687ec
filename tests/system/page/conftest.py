"""One browser and one service for all tests of the page; each begins with the set as it was."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.system.page.browser import chromium, open_browser, open_page, ready
from tests.system.page.served import Served, lay_out, serve


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # For this package and no longer: while it lives, its event loop is in the way of other tests.
    if chromium() is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with open_browser() as found:
        yield found


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    lay_out(folder)
    with serve(folder) as served:
        yield served


@pytest.fixture
def served(service: Served) -> Served:
    lay_out(service.labels.parent)
    return service


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with open_page(browser, served) as opened:
        yield ready(opened)
