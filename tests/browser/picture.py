"""`make picture`: the pictures of the README, of matches between sample bots: a replay, and a seat to play from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.browser import open_browser
from tests.support.web_process import web

REPLAY, SEAT = Path(".github/replay.png"), Path(".github/seat.png")
MATCH = ["play", "keepers", "--seats", "3", "--bot", "greedy", "--bot", "random", "--bot", "first"]
AGAINST = ["--against", "greedy", "--against", "random"]
STEP = "#step=4&seat=1"
TURNS = 12
SIZE: ViewportSize = {"width": 1280, "height": 880}
SCALE = 0.7
SCALE_OF_SEAT = 0.6
MOST_BYTES = 100_000


def main() -> None:
    """Plays, draws, opens and photographs."""
    with open_browser() as browser:
        take_replay(browser.new_page(viewport=SIZE, device_scale_factor=SCALE))
        take_seat(browser)
    for picture in (REPLAY, SEAT):
        size = picture.stat().st_size
        print(f"{picture}: {size} bytes")
        assert size < MOST_BYTES, f"a picture of the README has less than {MOST_BYTES}"


def take_replay(page: Page) -> None:
    """A replay, as `referee show --html` writes it."""
    with TemporaryDirectory() as folder:
        referee(*MATCH, "--deals", "1", "--no-duplicate", "--seed", "7", "--record", folder)
        (record,) = Path(folder).glob("*.jsonl")
        referee("show", str(record), "--html", f"{folder}/match.html")
        page.goto(f"file://{folder}/match.html{STEP}")
        page.wait_for_selector(".seat")
        page.screenshot(path=REPLAY)


def take_seat(browser: Browser) -> None:
    """The seat of a person at `referee web --play`, after some turns; the cards are other ones each time."""
    context = browser.new_context(viewport=SIZE, device_scale_factor=SCALE_OF_SEAT, color_scheme="dark")
    with web("--play", "inns", *AGAINST) as table:
        page = context.new_page()
        page.goto(table.address)
        page.click("#options button.main")
        for turn in range(1, TURNS):
            page.click(f"#options form:has(input[value='{turn}']) button[name=option] >> nth=0")
        page.wait_for_selector(f"#options input[value='{TURNS}']", state="attached")
        page.screenshot(path=SEAT)


def referee(*words: str) -> None:
    """Runs a command of ours, as people do."""
    subprocess.run([Path(sys.executable).with_name("referee"), *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
