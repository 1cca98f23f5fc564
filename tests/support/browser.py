"""A real Chromium, at the sizes and in the colours in which people look at pages.

Tests with the marker `browser` get it by the fixtures of `tests/browser/conftest.py`; `make test-browser` runs them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from msgspec import Struct
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_WAIT = 10.0
GRAVE = {"serious", "critical"}
GRAVE_WORDS = {"error", "warning"}


class Look(Struct, frozen=True):
    """A screen, and the colours that its owner likes."""

    device: Literal["phone", "desk"]
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.device}-{self.scheme}"

    @property
    def width(self) -> int:
        return {"phone": 390, "desk": 1400}[self.device]

    @property
    def height(self) -> int:
        return {"phone": 844, "desk": 900}[self.device]


PHONE, DESK = Look("phone", "light"), Look("desk", "dark")
LOOKS = (PHONE, Look("phone", "dark"), Look("desk", "light"), DESK)


def chromium() -> str | None:
    """The path of the browser of this machine; None if there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Starts Chromium, with a profile of its own that is forgotten."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_page(browser: Browser, look: Look = PHONE) -> Iterator[Page]:
    """An empty page. What the browser then complains of is raised: a script that fails, a broken rule."""
    complaints: list[str] = []

    def closed(dialog: Dialog) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme=look.scheme,
        has_touch=look.device == "phone",
        reduced_motion="reduce",
    )
    context.set_default_timeout(SECONDS_TO_WAIT * 1000)
    try:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] if said.type in GRAVE_WORDS else []))
        page.on("dialog", closed)
        yield page
    finally:
        context.close()
    assert not complaints, complaints


def enter(page: Page, address: str) -> None:
    """Opens the URL that a server printed, which gives it the key."""
    page.goto(address)
    page.wait_for_url(lambda url: "/key" not in url)


def width_to_scroll(page: Page) -> int:
    """How many pixels of the page lie beside the screen."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def grave_faults(page: Page) -> list[str]:
    """What axe-core finds that keeps people from using the page, each with the parts where it is."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in GRAVE
    ]


def keep_picture(page: Page, folder: Path, name: str) -> None:
    """Writes what the page looks like, all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=True, animations="disabled")
