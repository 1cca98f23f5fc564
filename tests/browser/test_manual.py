"""The manual in a real browser: our own pages can be used by everyone, and the site finds words without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import DESK, PHONE, Look, grave_faults, open_page, width_to_scroll
from tests.support.manual import make_site, served
from tests.support.web_process import WebProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def web() -> Iterator[WebProcess]:
    with served() as process:
        yield process


@pytest.mark.parametrize("look", [PHONE, DESK], ids=str)
@pytest.mark.parametrize("topic", ["", "reference/plan", "howto/watch", "games/keepers", "explanation/architecture"])
def test_a_page_fits_and_everyone_can_use_it(
    web: WebProcess, topic: str, look: Look, browser: Browser, picture: Callable[[Page, str], None]
) -> None:
    with open_page(browser, look) as page:
        page.goto(f"{web.base}/{topic}")
        picture(page, f"manual-{topic.replace('/', '-') or 'index'}-{look}")
        assert width_to_scroll(page) == 0
        assert not grave_faults(page)


def test_a_reader_searches_and_follows_a_link(web: WebProcess, browser: Browser) -> None:
    with open_page(browser, DESK) as page:
        page.goto(web.base)
        page.fill("input[name=q]", "seccomp keyrings")
        page.press("input[name=q]", "Enter")
        page.click("article a:has-text('The sandbox')")
        assert page.inner_text("h1") == "The sandbox"


def test_the_site_finds_words_from_the_disk(tmp_path: Path, browser: Browser) -> None:
    site = make_site(tmp_path)
    page = browser.new_page()  # it complains that it may not read parts of the pages found, to show them beside links
    page.goto(f"{(site / 'search.html').as_uri()}?q=seccomp")
    page.wait_for_selector("#search-results a")
    assert "The sandbox" in page.inner_text("#search-results")
    page.close()
