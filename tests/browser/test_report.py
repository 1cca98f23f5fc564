"""The report of a tournament in a real browser: it fits, everyone can use it, and its links lead to replays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import DESK, PHONE, Look, grave_faults, open_page, width_to_scroll
from tests.support.tournaments import a_plan, play_slot
from tournament.report.page import write_report
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import finished

pytestmark = pytest.mark.browser

PLAN = a_plan("greedy random first", deals=1)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a small tournament."""
    folder = tmp_path_factory.mktemp("report")
    with open_store(folder / "t.db", PLAN, duplicate=True) as store:
        for slot in store.slots:
            store.add(slot, finished(play_slot(slot, PLAN)))
    with open_archive(folder / "t.db") as archive:
        return write_report(archive, folder / "out", replays=None, prior=None, tell=print)


@pytest.mark.parametrize("look", [PHONE, DESK], ids=str)
def test_a_report_fits_and_leads_to_replays(
    report: Path, look: Look, browser: Browser, picture: Callable[[Page, str], None]
) -> None:
    with open_page(browser, look) as page:
        page.goto(report.as_uri())
        picture(page, f"report-{look}")
        assert width_to_scroll(page) == 0
        assert not grave_faults(page)
        match = page.locator("a[href^='replays/']").first.inner_text()
        page.click("a[href^='replays/']")
        page.wait_for_selector(".seat")
        assert f"Match {match}." in page.inner_text("header")
