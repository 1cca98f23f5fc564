"""The browser of these tests, and where their pictures go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import chromium, keep_picture, open_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests of a process."""
    if chromium() is None:
        pytest.skip("there is no Chromium here (Debian: chromium)")
    with open_browser() as browser:
        yield browser


@pytest.fixture
def picture(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Page, str], None]:
    """Keeps what a page looks like under a name, in the folder that `--pictures` says."""
    folder = request.config.getoption("--pictures")
    where = Path(folder) if folder else tmp_path_factory.getbasetemp() / "pictures"
    return lambda page, name: keep_picture(page, where, name)
